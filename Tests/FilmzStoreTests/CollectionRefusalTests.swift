import FilmzDomain
import Foundation
import Testing

@testable import FilmzStore

/// Changes that the collection refuses; each leaves nothing behind.
struct CollectionRefusalTests {
  private struct Stop: Error {}

  @Test func aFilmThatIsThereAlreadyIsRefusedByItsTitle() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample { $0.notes = "mine" }])
    let error = await #expect(throws: StoreError.self) { try await store.insert([.sample()]) }
    #expect(error == .alreadyInCollection(title: "The Matrix"))
    #expect(error?.message == "The Matrix is already in your collection")
    #expect(error?.kind == .failed)
    #expect(try await store.entry()?.notes == "mine")
    #expect(try await store.journal().count == 1)
  }

  @Test func aBareIDIsRefusedByTheTitleThatIsThere() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample()])
    let error = await #expect(throws: StoreError.self) {
      try await store.insert([.sample("tt0133093", nil)])
    }
    #expect(error == .alreadyInCollection(title: "The Matrix"))
  }

  @Test func whatTheBodyThrowsComesOutAndRollsEverythingBack() async throws {
    let store = try await Stores.inMemory().collection
    await #expect(throws: Stop.self) {
      try await store.apply("add", at: .sample) { transaction in
        try transaction.insert(.full())
        throw Stop()
      }
    }
    try await expectNothing(in: store)
  }

  private static let impossible: [CollectionEntry] = [
    .sample(""), .sample("tt0133093", ""), .sample { $0.notes = "" },
    .sample { $0.recommendedBy = "" }, .sample { $0.viewings = [.sample { $0.note = "" }] },
    .sample { $0.viewings = [.sample(film: FilmID(canonical: "tt9999999"))] },
  ]

  @Test(arguments: impossible)
  func anEntryThatCannotBeIsRefused(entry: CollectionEntry) async throws {
    let store = try await Stores.inMemory().collection
    let error = await #expect(throws: StoreError.self) {
      try await store.insert([.sample("tt0113277", "Heat"), entry])
    }
    #expect(error?.message.hasPrefix("Failed to save: ") == true)
    #expect(error?.message.contains("INSERT") == false)
    try await expectNothing(in: store)
  }

  @Test func aViewingNeedsItsFilm() async throws {
    let store = try await Stores.inMemory().collection
    await #expect(throws: StoreError.self) {
      try await store.apply("watched", at: .sample) { try $0.insert(Viewing.sample()) }
    }
    try await expectNothing(in: store)
  }

  private static let changes: [@Sendable (JournalTransaction) throws -> Void] = [
    { try $0.delete(.matrix) }, { try $0.deleteViewings(of: .matrix) },
    { try $0.update(.matrix) { $0.rating = Rating(tenths: 80) } },
  ]

  @Test(arguments: changes)
  func aFilmThatIsNotThereCannotBeChanged(
    change: @escaping @Sendable (JournalTransaction) throws -> Void
  ) async throws {
    let store = try await Stores.inMemory().collection
    await #expect(throws: StoreError.notInCollection(title: "tt0133093")) {
      try await store.apply("change", at: .sample, change)
    }
    try await expectNothing(in: store)
  }

  @Test func aStepThatIsNotThereCannotBeContinued() async throws {
    let store = try await Stores.inMemory().collection
    await #expect(throws: StoreError.self) {
      try await store.apply("add", at: .sample, continuing: UUID()) {
        try $0.insert(CollectionEntry.sample())
      }
    }
    try await expectNothing(in: store)
  }

  @Test func aCancelledChangeIsNotMade() async throws {
    let store = try await Stores.inMemory().collection
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await store.insert([.sample()])
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    try await expectNothing(in: store)
  }

  private func expectNothing(in store: CollectionStore) async throws {
    for table in ["entry", "viewing", "step", "change"] {
      #expect(try await store.rows(of: table) == 0, "\(table)")
    }
  }
}
