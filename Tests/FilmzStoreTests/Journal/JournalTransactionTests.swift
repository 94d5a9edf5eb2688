import FilmzDomain
import Foundation
import Testing

@testable import FilmzStore

/// Changes of the collection, and their effect on its tables.
struct JournalTransactionTests {
  @Test func insertedEntriesAreReturnedUnchanged() async throws {
    let store = try await Stores.inMemory().collection
    let entry = CollectionEntry.full()
    try await store.insert([entry, .sample("own:1", nil)])
    #expect(try await store.entry() == entry)
    #expect(try await store.entry(FilmID(unchecked: "own:1")) == .sample("own:1", nil))
  }

  @Test func entriesAreFetchedByID() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample("tt1", "A"), .sample("tt2", "B"), .sample("tt3", "C")])
    let ids = ["tt3", "tt1", "tt9"].map(FilmID.init(unchecked:))
    #expect(try await Set(store.entries(ids).keys) == Set(ids.prefix(2)))
    #expect(try await store.entries([]).isEmpty)
  }

  @Test func updatesChangeUserData() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample()])
    try await store.apply("rate", at: .sample) { transaction in
      try transaction.update(.matrix) { entry in
        entry.rating = Rating(tenths: 85)
        entry.audience = .family
        entry.tags = ["x"]
        entry.notes = "n"
        entry.recommendedBy = "r"
        entry.caption?.year = 1999
      }
    }
    let entry = try #require(try await store.entry())
    #expect(
      entry
        == .sample(year: 1999) {
          $0.rating = Rating(tenths: 85)
          $0.audience = .family
          $0.tags = ["x"]
          $0.notes = "n"
          $0.recommendedBy = "r"
        })
  }

  @Test func userDataCanBeRemoved() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.full()])
    try await store.apply("rate none", at: .sample) { transaction in
      try transaction.update(.matrix) { entry in
        entry.rating = nil
        entry.audience = nil
        entry.tags = []
        entry.notes = nil
        entry.recommendedBy = nil
      }
    }
    let entry = try #require(try await store.entry())
    #expect(entry.rating == nil && entry.audience == nil && entry.tags.isEmpty)
    #expect(entry.notes == nil && entry.recommendedBy == nil)
    #expect(entry.viewings.count == 1)
  }

  @Test func viewingsAreAppendedAndDeletedTogether() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample()])
    let viewings = ["2024-05-01", "2020", nil].map { Viewing.sample(date: $0) }
    for (second, viewing) in viewings.enumerated() {
      try await store.apply("watched", at: .sample + Double(second)) { try $0.insert(viewing) }
    }
    #expect(try await store.entry()?.viewings == viewings)
    try await store.apply("unwatched", at: .sample) { try $0.deleteViewings(of: .matrix) }
    #expect(try await store.entry() == .sample())
  }

  @Test func deletingAViewingPreservesTheOrderOfTheOthers() async throws {
    let store = try await Stores.inMemory().collection
    let viewings = ["2024-05-01", "2020", nil].map { Viewing.sample(date: $0) }
    try await store.insert([.sample { $0.viewings = viewings }])
    try await store.apply("viewings rm", at: .sample) { try $0.delete(viewing: viewings[1]) }
    #expect(try await store.entry()?.viewings == [viewings[0], viewings[2]])
    try await store.apply("watched", at: .sample) { try $0.insert(viewings[1]) }
    #expect(try await store.entry()?.viewings == [viewings[0], viewings[2], viewings[1]])
  }

  @Test func deletingAMissingViewingThrows() async throws {
    let store = try await Stores.inMemory().collection
    let viewing = Viewing.sample(date: "2020")
    try await store.insert([.sample()])
    await #expect(throws: StoreError.self) {
      try await store.apply("viewings rm", at: .sample) { try $0.delete(viewing: viewing) }
    }
  }

  @Test func viewingsOfAStepKeepTheirOrder() async throws {
    let store = try await Stores.inMemory().collection
    let ids = ["3", "2", "1"].map { "0000000\($0)-0000-4000-8000-000000000000" }
    let viewings = try ids.map { Viewing.sample(try #require(UUID(uuidString: $0))) }
    try await store.insert([.sample { $0.viewings = viewings }])
    #expect(try await store.entry()?.viewings == viewings)
  }

  @Test func deletingAFilmDeletesItsViewings() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.full(), .sample("tt0113277", "Heat")])
    try await store.apply("rm", at: .sample) { transaction in
      try transaction.delete(.matrix)
    }
    #expect(try await store.entry() == nil)
    #expect(try await store.rowCount(of: "viewing") == 0)
    #expect(try await store.counts() == CollectionCounts(total: 1, watched: 0, rated: 0))
  }

  @Test func deletedFilmsCanBeInsertedAgain() async throws {
    let store = try await Stores.inMemory().collection
    let entry = CollectionEntry.full()
    try await store.insert([entry])
    try await store.apply("rm", at: .sample) { try $0.delete(entry.id) }
    try await store.insert([entry])
    #expect(try await store.entry() == entry)
  }

  @Test func transactionReadsItsOwnChanges() async throws {
    let store = try await Stores.inMemory().collection
    let entries = try await store.apply("add", at: .sample) { transaction in
      let before = try transaction.entry(.matrix)
      try transaction.insert(CollectionEntry.sample())
      return (before, try transaction.entry(.matrix))
    }
    #expect(entries.0 == nil)
    #expect(entries.1 == .sample())
  }

  @Test func transactionHasTheTimeOfTheStep() async throws {
    let store = try await Stores.inMemory().collection
    #expect(try await store.apply("x", at: .sample) { $0.now } == .sample)
  }
}
