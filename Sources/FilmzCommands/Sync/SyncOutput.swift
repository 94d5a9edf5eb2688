import FilmzDomain
import FilmzSync
import FilmzTerminal
import FilmzViewModels

extension Output {
  /// Returns the output of a sync.
  static func synced(_ report: SyncReport) -> Output {
    Output(.text(report.text, report.members), report.problems.map { .warning($0) })
  }

  /// Returns the state of sync, this machine first, then the others.
  static func syncStatus(_ status: SyncStatus) -> Output {
    let rows = Rows(status.peers, peerFields)
    return Output(
      .sections([Section(title: status.text, rows: rows)], status.members),
      status.problems.map { .warning($0) })
  }

  fileprivate static let peerFields: [Field<SyncPeer>] = [
    Field(
      "name", Column("Machine", isFlexible: true, minimumWidth: 8), value: { .text($0.name) },
      cell: { Cell($0.label) }),
    Field("installation") { .text($0.installation) },
    Field(
      "lastSeen", Column("Last seen", dropPriority: 2), value: { .optional($0.lastSeen) },
      cell: { Cell($0.lastSeen?.dateAndTimeText ?? "never", .dim) }),
    Field(
      "behind", Column("Behind", alignment: .trailing, dropPriority: 1),
      value: { .integer($0.behind) },
      cell: { Cell($0.behind == 0 ? "" : $0.behind.grouped("change"), .dim) }),
    Field(
      "state", Column("State"), value: { .text($0.state.rawValue) },
      cell: { Cell($0.state.rawValue, $0.state.emphasis) }),
    Field("kind") { _ in .text("device") },
    Field(
      "lastChange", Column("Last change", dropPriority: 3, hidesWhenEmpty: true),
      value: { .optional($0.lastChange) },
      cell: { Cell(String($0.lastChange?.prefix(8) ?? ""), .dim) }),
  ]

  /// Returns the conflicts with their numbers.
  static func conflicts(_ conflicts: [ListedConflict]) -> Output {
    Output(
      .list(.conflicts(conflicts)),
      conflicts.isEmpty
        ? [.notice("No value was changed by two machines.")]
        : [.notice("`sync conflicts keep N` sets the replaced value.")])
  }
}

extension Rows {
  static func conflicts(_ conflicts: [ListedConflict]) -> Rows {
    Rows(conflicts, conflictFields, noun: "conflict")
  }

  private static let conflictFields: [Field<ListedConflict>] = [
    Field("number", Column("", alignment: .trailing), .dim) { .integer($0.number) },
    Field("id") { .optional($0.conflict.film?.rawValue) },
    Field("title", Column("Film", isFlexible: true, minimumWidth: 12)) { .text($0.title) },
    Field("field", Column("Value")) { .text($0.conflict.label) },
    Field("value", Column("Holds", isFlexible: true, minimumWidth: 6)) {
      .text($0.conflict.value.text(of: $0))
    },
    Field("replaced", Column("Replaced", isFlexible: true, minimumWidth: 6)) {
      .text($0.conflict.replaced.text(of: $0))
    },
    Field("from", Column("From", dropPriority: 1)) { .text($0.from) },
  ]
}

extension FieldValue {
  /// The value of a conflict as messages show it.
  func text(of conflict: ListedConflict) -> String {
    switch self {
    case .null: "none"
    case .integer(let number):
      conflict.conflict.field == "rating"
        ? Rating(tenths: Int(number))?.text ?? "\(number)" : "\(number)"
    case .text(let text): text
    case .list(let texts): texts.joined(separator: ", ")
    }
  }
}

extension SyncPeer.State {
  fileprivate var emphasis: Emphasis {
    switch self {
    case .synced: .green
    case .behind: .yellow
    case .unreadable, .unreachable: .red
    }
  }
}

extension SyncReport {
  fileprivate var members: [JSONValue.Member] {
    [
      .init(name: "sent", value: .integer(sent)),
      .init(name: "received", value: .integer(received)),
      .init(name: "from", value: .list(from)),
      .init(name: "broughtBack", value: .list(broughtBack.map(\.rawValue))),
      .init(name: "conflicts", value: .integer(conflicts)),
      .init(name: "milliseconds", value: .integer(milliseconds)),
    ]
  }
}

extension SyncStatus {
  /// The state of this machine in two lines.
  fileprivate var text: String {
    guard let place, let name else {
      return "Sync is off; `sync setup folder PATH` sets it up"
    }
    let lastSync = lastSync.map { "Last sync \($0.dateAndTimeText)" } ?? "Not synced yet"
    let unsent = unsent > 0 ? ", \(unsent.grouped("change")) to send" : ""
    return "\(name): \(state.rawValue) with \(place)\n\(lastSync)\(unsent)"
  }

  fileprivate var members: [JSONValue.Member] {
    [
      .init(name: "where", value: .optional(place)),
      .init(name: "state", value: .text(state.rawValue)),
      .init(name: "lastSync", value: .optional(lastSync)),
      .init(name: "unsent", value: .integer(unsent)),
      .init(name: "problem", value: .optional(problems.first)),
      .init(
        name: "peers",
        value: .array(peers.map { .object(Output.peerFields.members(of: $0)) })),
      .init(name: "kind", value: .optional(kind?.rawValue)),
      .init(name: "lastChange", value: .optional(lastChange)),
    ]
  }
}
