package import FilmzDomain
import FilmzStore
package import Foundation

/// The result of a sync.
package struct SyncReport: Sendable, Hashable {
  /// The number of changes that were sent.
  package var sent = 0
  /// The number of changes that were too large: those that were not sent, and those that were sent without their
  /// largest values.
  package var tooLarge = 0
  /// The number of changes that were received.
  package var received = 0
  /// The names of the machines that sent the received changes.
  package var from: [String] = []
  /// The films that were removed on this machine, and that received changes put into the collection again.
  package var broughtBack: [FilmID] = []
  /// The number of further films that were put into the collection again, but that the kids filter hides.
  package var hiddenBroughtBack = 0
  /// The fields whose values two machines have changed independently.
  var conflictingFields: Set<String> = []
  /// The number of received comments of other people, which are new or have changed.
  package var comments = 0
  /// The duration of the sync.
  package var milliseconds = 0
  /// `true` if a file is written even without a change to send, so that other machines know which files were read.
  var mustWriteFile = false
  /// The messages about files that cannot be read, and about changes that cannot be sent or applied.
  package var problems: [String] = []

  package init() {}

  /// The number of values that two machines have changed independently.
  package var conflicts: Int { conflictingFields.count }

  /// Adds the received changes and comments of a later sync.
  package mutating func addReceived(_ other: SyncReport) {
    received += other.received
    from += other.from.filter { !from.contains($0) }
    broughtBack += other.broughtBack.filter { !broughtBack.contains($0) }
    hiddenBroughtBack += other.hiddenBroughtBack
    conflictingFields.formUnion(other.conflictingFields)
    comments += other.comments
  }

  /// The text that a shell prints after a sync in the background; `nil` if there is none.
  package var news: String? {
    if received > 0 { return receivedText }
    return comments > 0 ? "\(comments.grouped("comment")) of others" : nil
  }

  /// The summary of the sync, such as `Sent 12, received 3 from laptop · 1 brought back · 2 conflicts`.
  package var text: String { "Sent \(sent.grouped), \(receivedText)" }

  /// The summary of the received changes, such as `received 3 from laptop · 1 brought back`.
  package var receivedText: String {
    let names = from.isEmpty ? "" : " from \(from.joined(separator: ", "))"
    var parts = ["received \(received.grouped)\(names)"]
    let count = broughtBack.count + hiddenBroughtBack
    if count > 0 { parts.append("\(count.grouped) brought back") }
    if conflicts > 0 { parts.append(conflicts.grouped("conflict")) }
    if comments > 0 { parts.append("\(comments.grouped("comment")) of others") }
    return parts.joined(separator: " · ")
  }
}

extension SyncReport {
  /// Adds the effects of a received file of a machine.
  mutating func add(_ receipt: SyncReceipt, from name: String) {
    received += receipt.newChanges
    if !from.contains(name) { from.append(name) }
    broughtBack += receipt.broughtBack.filter { !broughtBack.contains($0) }
    conflictingFields.formUnion(receipt.conflicts.map(\.fieldKey))
    if receipt.notUnderstood > 0 {
      problems.append("\(receipt.notUnderstood.grouped("change")) from \(name) can only be applied by a newer filmz")
    }
    if receipt.invalid > 0 {
      let (verb, effect) = receipt.invalid == 1 ? ("is", "has") : ("are", "have")
      let values = receipt.invalidValues.isEmpty ? "" : " (\(receipt.invalidValues.sorted().joined(separator: ", ")))"
      problems.append(
        "\(receipt.invalid.grouped("change")) from \(name) \(verb) not valid\(values), and \(effect) no effect")
    }
    if receipt.isFarAhead { problems.append("the clock of \(name) is more than a day ahead, or this one is behind") }
  }
}

/// Another machine that uses the same carrier, as of its newest file.
package struct SyncPeer: Sendable, Hashable {
  package enum State: String, Sendable, Comparable {
    /// It had received all changes when it wrote its newest file.
    case synced
    /// It had not received all changes when it wrote its newest file.
    case behind
    /// One of its files cannot be read.
    case unreadable
    /// The carrier cannot be reached.
    case unreachable

    package static func < (left: Self, right: Self) -> Bool {
      let order: [Self] = [.synced, .behind, .unreadable, .unreachable]
      return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
    }
  }

  package let name: String
  /// The name and, if another machine has the same name, the beginning of the installation id.
  package var label: String
  package let installation: String
  /// The time at which the machine wrote its newest file; `nil` if none can be read.
  package let lastSeen: Date?
  /// The number of changes that the machine had not received at that time.
  package let behind: Int
  package internal(set) var state: State
  /// The id of the newest change by the machine that this one has received; `nil` if there is none.
  package internal(set) var lastChange: String?

  init(name: String, installation: String, lastSeen: Date?, behind: Int, state: State) {
    (self.name, label) = (name, name)
    (self.installation, self.lastSeen, self.behind, self.state) = (installation, lastSeen, behind, state)
  }
}
