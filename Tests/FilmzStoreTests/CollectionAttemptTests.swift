import FilmzDomain
import Foundation
import Testing

@testable import FilmzStore

/// Commands over several films of which some are refused.
struct CollectionAttemptTests {
  private struct Stop: Error {}

  @Test func aRefusedFilmIsToldAndTheOthersAreAdded() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample()])
    let entries: [CollectionEntry] = [.sample("tt1", "A"), .sample(), .sample("tt2", "B")]
    let refusals = try await store.apply("add 1-3", at: .sample) { transaction in
      try entries.map { entry in try transaction.attempt { try transaction.insert(entry) } }
    }
    #expect(refusals == [nil, .alreadyInCollection(title: "The Matrix"), nil])
    #expect(try await store.counts().total == 3)
    #expect(try await store.steps().map(\.command) == ["add", "add 1-3"])
    #expect(try await store.journal().map(\.subject) == ["tt0133093", "tt1", "tt2"])
  }

  @Test func whatARefusedFilmHadChangedIsTakenBack() async throws {
    let store = try await Stores.inMemory().collection
    let step = try await store.apply("add", at: .sample) { transaction in
      let refusal = try transaction.attempt {
        try transaction.insert(CollectionEntry.full())
        try transaction.insert(CollectionEntry.full())
      }
      #expect(refusal == .alreadyInCollection(title: "The Matrix"))
      return transaction.stepID
    }
    #expect(step == nil)
    for table in ["entry", "viewing", "step", "change"] {
      #expect(try await store.rows(of: table) == 0, "\(table)")
    }
  }

  @Test func aStepGoesOnBehindARefusal() async throws {
    let store = try await Stores.inMemory().collection
    try await store.apply("add", at: .sample) { transaction in
      let refusal = try transaction.attempt {
        try transaction.insert(CollectionEntry.sample())
        try transaction.delete(FilmID(canonical: "tt9"))
      }
      #expect(refusal == .notInCollection(title: "tt9"))
      try transaction.insert(CollectionEntry.sample("tt1", "A"))
    }
    #expect(try await store.steps().map(\.command) == ["add"])
    #expect(try await store.journal().map(\.subject) == ["tt1"])
  }

  @Test func anotherErrorEndsTheWholeStep() async throws {
    let store = try await Stores.inMemory().collection
    await #expect(throws: Stop.self) {
      try await store.apply("add", at: .sample) { transaction in
        try transaction.insert(CollectionEntry.sample())
        _ = try transaction.attempt { throw Stop() }
      }
    }
    #expect(try await store.counts().total == 0)
    #expect(try await store.steps().isEmpty)
  }
}
