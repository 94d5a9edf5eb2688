import FilmzDomain
import FilmzSync
import FilmzTerminal
import FilmzViewModels

extension Output {
  /// Returns the output of a sync.
  static func synced(_ report: SyncReport) -> Output {
    Output(.text(report.text, report.members), report.problems.map { .warning($0) })
  }

  /// Returns the state of sync on this machine, and a table of the other machines.
  static func syncStatus(_ status: SyncStatus) -> Output {
    let rows = Rows(status.peers, peerFields)
    return Output(
      .sections([Section(title: status.text, rows: rows)], status.members), status.problems.map { .warning($0) })
  }

  fileprivate static let peerFields: [Field<SyncPeer>] = [
    Field(
      "name", Column("Machine", isFlexible: true, minimumWidth: 8), value: { .text($0.name) }, cell: { Cell($0.label) }),
    Field("installation") { .text($0.installation) },
    Field(
      "lastSeen", Column("Last seen", dropPriority: 2), value: { .optional($0.lastSeen) },
      cell: { Cell($0.lastSeen?.dateAndTimeText ?? "never", .dim) }),
    Field(
      "behind", Column("Behind", alignment: .trailing, dropPriority: 1), value: { .integer($0.behind) },
      cell: { Cell($0.behind == 0 ? "" : $0.behind.grouped("change"), .dim) }),
    Field(
      "state", Column("State"), value: { .text($0.state.rawValue) },
      cell: { Cell($0.state.rawValue, $0.state.emphasis) }),
    Field("kind", Column("Kind", dropPriority: 3), .dim) { _ in .text("device") },
    // Ids begin with their time. They are cut in the middle, so that ids of the same time remain distinct.
    Field(
      "lastChange",
      Column(
        "Last change", dropPriority: 4, isFlexible: true, minimumWidth: 18, distinguishesCutCells: true,
        hidesWhenEmpty: true), value: { .optional($0.lastChange) }, cell: { Cell($0.lastChange ?? "", .dim) }),
  ]

  /// Returns the conflicts with their numbers.
  static func conflicts(_ conflicts: [ListedConflict]) -> Output {
    Output(
      .list(.conflicts(conflicts)),
      notice: conflicts.isEmpty
        ? "No value was changed by two machines." : "`sync conflicts keep N` sets the replaced value.")
  }
}

extension Rows {
  static func conflicts(_ conflicts: [ListedConflict]) -> Rows { Rows(conflicts, conflictFields, noun: "conflict") }

  private static let conflictFields: [Field<ListedConflict>] = [
    Field("number", Column("", alignment: .trailing), .dim) { .integer($0.number) },
    Field("id") { .optional($0.conflict.film?.rawValue) },
    Field("title", Column("Film", isFlexible: true, minimumWidth: 12)) { .text($0.title) },
    Field("field", Column("Value")) { .text($0.conflict.label) },
    Field("value", Column("Current", isFlexible: true, minimumWidth: 6)) { $0.conflict.value.text(of: $0, on: $1) },
    Field("replaced", Column("Replaced", isFlexible: true, minimumWidth: 6)) {
      $0.conflict.replaced.text(of: $0, on: $1)
    }, Field("from", Column("From", dropPriority: 1)) { .text($0.from) },
  ]
}

extension FieldValue {
  /// Returns the value of the field of a conflict, as tables show it, with ratings on a scale.
  func text(of conflict: ListedConflict, on scale: RatingScale) -> String {
    switch self {
    case .null: "none"
    case .integer(let number):
      conflict.conflict.field == "rating" ? Rating(tenths: Int(number)).map(scale.cellText) ?? "\(number)" : "\(number)"
    case .text(let text): conflict.conflict.field == "filter" ? FilmFilter.text(text, on: scale) : text
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
      .init("sent", .integer(sent)),
      .init("received", .integer(received)),
      .init("from", .list(from)),
      .init("broughtBack", .list(broughtBack.map(\.rawValue))),
      .init("conflicts", .integer(conflicts)),
      .init("milliseconds", .integer(milliseconds)),
    ]
  }
}

extension SyncStatus {
  /// The state of this machine in two lines.
  fileprivate var text: String {
    guard let place, let name else { return "Sync is off; `sync setup folder PATH` sets it up" }
    let lastSync = lastSync.map { "Last sync \($0.dateAndTimeText)" } ?? "Not synced yet"
    let unsent = unsent > 0 ? ", \(unsent.grouped("change")) to send" : ""
    let verb = oversized == 1 ? "stays" : "stay"
    let exception = oversized > 0 ? ", except for \(oversized.grouped("change")) that \(verb) on this machine" : ""
    let kindText = kind == .server ? "PostgreSQL" : "folder"
    return "\(name): \(state.rawValue) with \(kindText) \(place)\(exception)\n\(lastSync)\(unsent)"
  }

  fileprivate var members: [JSONValue.Member] {
    [
      .init("where", .optional(place)),
      .init("state", .text(state.rawValue)),
      .init("lastSync", .optional(lastSync)),
      .init("unsent", .integer(unsent)),
      .init("problem", .optional(problems.first)),
      .init("peers", .array(peers.map { .object(Output.peerFields.members(of: $0)) })),
      .init("kind", .optional(kind?.rawValue)),
      .init("lastChange", .optional(lastChange)),
      .init("oversized", .integer(oversized)),
    ]
  }
}
