package import FilmzDomain
import FilmzStore
package import Foundation

/// What a sync has done.
package struct SyncReport: Sendable, Hashable {
  /// The number of changes that were sent.
  package var sent = 0
  /// The number of changes that were found to be too large to be sent, or to be sent with all values.
  package var tooLarge = 0
  /// The number of changes that came.
  package var received = 0
  /// The names of the machines whose files brought them.
  package var from: [String] = []
  /// The films that are in the collection again, although this machine had removed them.
  package var broughtBack: [FilmID] = []
  /// The number of other such films, which the kids filter hides.
  package var hiddenBroughtBack = 0
  /// The fields with values that two machines have changed without knowing of each other.
  var conflictingFields: Set<String> = []
  /// The number of comments of other people on a server that are new or have changed.
  package var comments = 0
  package var milliseconds = 0
  /// `true` if the others are told which files have been read.
  var isToAcknowledge = false
  /// What is wrong with files of the folder, and with what they contain.
  package var problems: [String] = []

  package init() {}

  /// The number of values that two machines have changed without knowing of each other.
  package var conflicts: Int { conflictingFields.count }

  /// Adds what a later sync has received.
  package mutating func addReceived(_ other: SyncReport) {
    received += other.received
    from += other.from.filter { !from.contains($0) }
    broughtBack += other.broughtBack.filter { !broughtBack.contains($0) }
    hiddenBroughtBack += other.hiddenBroughtBack
    conflictingFields.formUnion(other.conflictingFields)
    comments += other.comments
  }

  /// What the user of a shell is told of; `nil` if there is nothing.
  package var news: String? {
    if received > 0 { return receivedText }
    return comments > 0 ? "\(comments.grouped("comment")) of others" : nil
  }

  /// What was done, such as `Sent 12, received 3 from laptop · 1 brought back · 2 conflicts`.
  package var text: String { "Sent \(sent.grouped), \(receivedText)" }

  /// What has come, such as `received 3 from laptop · 1 brought back`.
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
  /// Adds what a file of a machine has brought.
  mutating func add(_ receipt: SyncReceipt, from name: String) {
    received += receipt.newChanges
    if !from.contains(name) { from.append(name) }
    broughtBack += receipt.broughtBack.filter { !broughtBack.contains($0) }
    conflictingFields.formUnion(receipt.conflicts.map(\.fieldKey))
    if receipt.notUnderstood > 0 {
      problems.append(
        "\(receipt.notUnderstood.grouped("change")) from \(name) can only be applied by a newer filmz"
      )
    }
    if receipt.invalid > 0 {
      let (verb, effect) = receipt.invalid == 1 ? ("is", "has") : ("are", "have")
      let values =
        receipt.invalidValues.isEmpty
        ? "" : " (\(receipt.invalidValues.sorted().joined(separator: ", ")))"
      problems.append(
        "\(receipt.invalid.grouped("change")) from \(name) \(verb) not valid\(values), and \(effect) no effect"
      )
    }
    if receipt.isFarAhead {
      problems.append("the clock of \(name) is more than a day ahead, or this one is behind")
    }
  }
}

/// Another machine.
package struct SyncPeer: Sendable, Hashable {
  package enum State: String, Sendable, Comparable {
    case synced
    case behind
    /// One of its files cannot be read.
    case unreadable
    /// The place where its files are cannot be reached.
    case unreachable

    package static func < (left: Self, right: Self) -> Bool {
      let order: [Self] = [.synced, .behind, .unreadable, .unreachable]
      return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
    }
  }

  package let name: String
  /// The name and, if other machines have the same one, the beginning of the installation.
  package var label: String
  package let installation: String
  /// The time at which it has written its newest file.
  package let lastSeen: Date?
  /// The number of changes that it had not received then.
  package let behind: Int
  package internal(set) var state: State
  /// The id of its newest change that has been received; `nil` if there is none.
  package internal(set) var lastChange: String?

  init(name: String, installation: String, lastSeen: Date?, behind: Int, state: State) {
    self.name = name
    label = name
    (self.installation, self.lastSeen, self.behind) = (installation, lastSeen, behind)
    self.state = state
  }
}
