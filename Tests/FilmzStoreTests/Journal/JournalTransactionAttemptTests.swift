import FilmzDomain
import Foundation
import Testing

@testable import FilmzStore

/// Steps with several films, some of which are rejected.
struct JournalTransactionAttemptTests {
  private struct TestError: Error {}

  @Test func rejectedFilmIsReportedAndTheOthersAreAdded() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample()])
    let entries: [CollectionEntry] = [.sample("tt1", "A"), .sample(), .sample("tt2", "B")]
    let rejections = try await store.apply("add 1-3", at: .sample) { transaction in
      try entries.map { entry in try transaction.attempt { try transaction.insert(entry) } }
    }
    #expect(rejections == [nil, .alreadyInCollection(title: "The Matrix"), nil])
    #expect(try await store.counts().total == 3)
    #expect(try await store.steps().map(\.command) == ["add", "add 1-3"])
    #expect(try await store.journal().map(\.subject) == ["tt0133093", "tt1", "tt2"])
  }

  @Test func changesOfARejectedFilmAreRolledBack() async throws {
    let store = try await Stores.inMemory().collection
    let step = try await store.apply("add", at: .sample) { transaction in
      let rejection = try transaction.attempt {
        try transaction.insert(CollectionEntry.full())
        try transaction.insert(CollectionEntry.full())
      }
      #expect(rejection == .alreadyInCollection(title: "The Matrix"))
      return transaction.stepID
    }
    #expect(step == nil)
    for table in ["entry", "viewing", "step", "change"] {
      #expect(try await store.rowCount(of: table) == 0, "\(table)")
    }
  }

  @Test func stepContinuesAfterARejectedFilm() async throws {
    let store = try await Stores.inMemory().collection
    try await store.apply("add", at: .sample) { transaction in
      let rejection = try transaction.attempt {
        try transaction.insert(CollectionEntry.sample())
        try transaction.delete(FilmID(unchecked: "tt9"))
      }
      #expect(rejection == .notInCollection(title: "tt9"))
      try transaction.insert(CollectionEntry.sample("tt1", "A"))
    }
    #expect(try await store.steps().map(\.command) == ["add"])
    #expect(try await store.journal().map(\.subject) == ["tt1"])
  }

  @Test func otherErrorsRollBackTheWholeStep() async throws {
    let store = try await Stores.inMemory().collection
    await #expect(throws: TestError.self) {
      try await store.apply("add", at: .sample) { transaction in
        try transaction.insert(CollectionEntry.sample())
        _ = try transaction.attempt { throw TestError() }
      }
    }
    #expect(try await store.counts().total == 0)
    #expect(try await store.steps().isEmpty)
  }
}
