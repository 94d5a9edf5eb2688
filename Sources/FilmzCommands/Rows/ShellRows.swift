import FilmzDomain
import FilmzTerminal
import FilmzViewModels

extension Rows {
  /// Returns rows of settings; secrets are masked.
  static func settings(_ entries: [Settings.Setting]) -> Rows { Rows(entries, settingFields) }

  fileprivate static let settingFields: [Field<Settings.Setting>] = [
    Field("key", Column("Setting")) { .text($0.key.rawValue) },
    Field(
      "value", Column("Value", isFlexible: true, minimumWidth: 8),
      value: { .optional($0.displayValue) },
      cell: { Cell($0.displayValue ?? "not set", $0.value == nil ? .dim : .plain) }),
    Field("origin", Column("Origin", dropPriority: 1), .dim) { .text($0.origin.rawValue) },
  ]

  /// Returns rows of history lines with their numbers.
  static func history(_ lines: [(number: Int, line: String)]) -> Rows {
    Rows(
      lines,
      [
        Field("number", Column("#", alignment: .trailing), .dim) { .integer($0.number) },
        Field("line", Column("Line", isFlexible: true, minimumWidth: 16)) { .text($0.line) },
      ])
  }

  fileprivate static func checks(_ checks: [HealthCheck]) -> Rows {
    Rows(
      checks,
      [
        Field("check", Column("Check")) { .text($0.name) },
        Field(
          "state", Column("State"), value: { .text($0.state.rawValue) },
          cell: { Cell($0.state.rawValue, $0.state.emphasis) }),
        Field("detail", Column("Detail")) { .text($0.detailText) },
        Field("remedy", Column("Remedy")) { .optional($0.remedy?.text) },
      ])
  }
}

extension Settings.Setting {
  /// The setting as an object for machines.
  var members: [JSONValue.Member] { Rows.settingFields.members(of: self) }
}

extension Output.Content {
  /// Returns the report of `doctor`: its rows, and a card with a summary and all checks.
  static func checks(_ checks: [HealthCheck]) -> Self {
    let problemCount = checks.count { $0.state != .ok }
    let summary =
      switch problemCount {
      case 0: "Everything works."
      case 1: "One thing to look at."
      default: "\(problemCount) things to look at."
      }
    return .report(.checks(checks), Card(title: summary, fields: checks.map(\.cardField)))
  }
}

extension HealthCheck {
  fileprivate var cardField: Card.Field {
    let word = state == .ok ? "ok" : state.rawValue.uppercased()
    let remedy = remedy.map { "\n→ \($0.text)" } ?? ""
    return .init(name, "\(word) · \(detailText)\(remedy)", state == .ok ? .plain : state.emphasis)
  }
}

extension HealthCheck.State {
  fileprivate var emphasis: Emphasis {
    switch self {
    case .ok: .green
    case .warn: .yellow
    case .fail: .red
    }
  }
}
