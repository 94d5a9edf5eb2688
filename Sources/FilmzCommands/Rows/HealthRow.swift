import FilmzTerminal
import FilmzViewModels

/// One thing that `doctor` looked at, as a row.
struct HealthRow: OutputRow {
  let check: HealthCheck

  static let names = ["check", "state", "detail", "remedy"]

  static let columns = [
    Column("Check"), Column("State"), Column("Detail"), Column("Remedy"),
  ]

  var values: [JSONValue] {
    [
      .text(check.name), .text(check.state.rawValue), .text(check.detailText),
      .optional(check.remedy),
    ]
  }

  var cells: [Cell] {
    [
      Cell(check.name), Cell(check.state.rawValue, emphasis), Cell(check.detailText),
      Cell(check.remedy ?? ""),
    ]
  }

  private var emphasis: Emphasis { Self.emphasis(check.state) }

  /// All checks for people: what is wrong first in words, and its remedy below it.
  static func card(of checks: [HealthCheck]) -> Card {
    let troubles = checks.count { $0.state != .ok }
    let summary =
      troubles == 0
      ? "Everything works."
      : troubles == 1 ? "One thing to look at." : "\(troubles) things to look at."
    return Card(
      title: summary,
      fields: checks.map { check in
        Card.Field(
          check.name,
          (check.state == .ok ? "ok" : check.state.rawValue.uppercased()) + " · " + check.detailText
            + (check.remedy.map { "\n→ \($0)" } ?? ""),
          check.state == .ok ? .plain : emphasis(check.state))
      })
  }

  private static func emphasis(_ state: HealthCheck.State) -> Emphasis {
    switch state {
    case .ok: .green
    case .warn: .yellow
    case .fail: .red
    }
  }
}
