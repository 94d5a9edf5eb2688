import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

extension CollectionStore {
  /// Sends all changes of this collection to another one.
  @discardableResult
  func send(to other: CollectionStore) async throws -> [FilmChange] {
    let journal = try await recordedJournal()
    return try await other.receive(journal.changes, of: journal.steps)
  }

  /// Sends some changes to another collection in random order, some of them twice.
  func sendSome(to other: CollectionStore, _ random: inout SplitMix) async throws {
    let journal = try await recordedJournal()
    var changes = journal.changes.shuffled(using: &random)
    changes = Array(changes.prefix(Int.random(in: 0...changes.count, using: &random)))
    changes += changes.prefix(3)
    try await other.receive(changes, of: journal.steps)
  }
}

/// Two installations, with collections in memory, that exchange their changes.
struct InstallationPair {
  let first: CollectionStore
  let second: CollectionStore

  init() async throws {
    first = try await Stores.inMemory().collection
    second = try await Stores.inMemory().collection
  }

  /// Exchanges all changes, and checks that both have the same data, consistent with the journals.
  func exchange(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await first.send(to: second)
    try await second.send(to: first)
    #expect(try await first.dump() == second.dump(), sourceLocation: sourceLocation)
    for store in [first, second] {
      #expect(
        try await store.differencesFromJournal().isEmpty, sourceLocation: sourceLocation)
    }
  }
}
