import FilmzDomain
import Foundation
import Testing

@testable import FilmzStore

/// Changes that the collection rejects without writing anything.
struct RejectedChangeTests {
  private struct TestError: Error {}

  @Test func insertingAFilmAgainThrowsAnErrorWithItsTitle() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample { $0.notes = "mine" }])
    let error = await #expect(throws: StoreError.self) { try await store.insert([.sample()]) }
    #expect(error == .alreadyInCollection(title: "The Matrix"))
    #expect(error?.message == "The Matrix is already in your collection")
    #expect(error?.exitCategory == .failed)
    #expect(try await store.entry()?.notes == "mine")
    #expect(try await store.journal().count == 1)
  }

  @Test func insertingABareIDAgainThrowsAnErrorWithTheStoredTitle() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample()])
    let error = await #expect(throws: StoreError.self) {
      try await store.insert([.sample("tt0133093", nil)])
    }
    #expect(error == .alreadyInCollection(title: "The Matrix"))
  }

  @Test func errorsOfTheClosureAreRethrownAndRollBackTheStep() async throws {
    let store = try await Stores.inMemory().collection
    await #expect(throws: TestError.self) {
      try await store.apply("add", at: .sample) { transaction in
        try transaction.insert(.full())
        throw TestError()
      }
    }
    try await expectNoRows(in: store)
  }

  private static let invalidEntries: [CollectionEntry] = [
    .sample(""), .sample("tt0133093", ""), .sample { $0.notes = "" },
    .sample { $0.recommendedBy = "" }, .sample { $0.viewings = [.sample { $0.note = "" }] },
    .sample { $0.viewings = [.sample(film: FilmID(unchecked: "tt9999999"))] },
  ]

  @Test(arguments: invalidEntries)
  func invalidEntriesAreRejected(entry: CollectionEntry) async throws {
    let store = try await Stores.inMemory().collection
    let error = await #expect(throws: (any Error).self) {
      try await store.insert([.sample("tt0113277", "Heat"), entry])
    }
    let message = (error as? any UserFacingError)?.message
    #expect(
      message?.hasPrefix("Failed to save: ") == true || message?.contains("must have") == true)
    #expect(message?.contains("INSERT") == false)
    try await expectNoRows(in: store)
  }

  @Test func viewingsOfMissingFilmsAreRejected() async throws {
    let store = try await Stores.inMemory().collection
    await #expect(throws: StoreError.self) {
      try await store.apply("watched", at: .sample) { try $0.insert(Viewing.sample()) }
    }
    try await expectNoRows(in: store)
  }

  private static let changes: [@Sendable (JournalTransaction) throws -> Void] = [
    { try $0.delete(.matrix) }, { try $0.deleteViewings(of: .matrix) },
    { try $0.update(.matrix) { $0.rating = Rating(tenths: 80) } },
  ]

  @Test(arguments: changes)
  func missingFilmsCannotBeChanged(
    change: @escaping @Sendable (JournalTransaction) throws -> Void
  ) async throws {
    let store = try await Stores.inMemory().collection
    await #expect(throws: StoreError.notInCollection(title: "tt0133093")) {
      try await store.apply("change", at: .sample, change)
    }
    try await expectNoRows(in: store)
  }

  /// A rejection without a savepoint is returned before the first change of the transaction, also if the step has others.
  @Test(arguments: [false, true])
  func rejectionInAContinuedStepIsReturned(isAfterAChange: Bool) async throws {
    let store = try await Stores.inMemory().collection
    let step = try await store.apply("add", at: .sample) { transaction in
      try transaction.insert(CollectionEntry.sample())
      return transaction.stepID
    }
    let heat = FilmID(unchecked: "tt0113277")
    let continuation = Task {
      try await store.apply("add", at: .sample + 1, continuing: step) { transaction in
        try transaction.attempt(withoutSavepoint: true) {
          if isAfterAChange { try transaction.update(.matrix) { $0.notes = "mine" } }
          try transaction.delete(heat)
        }
      }
    }
    let rejection = StoreError.notInCollection(title: heat.rawValue)
    switch await continuation.result {
    case .success(let returned): #expect(returned == rejection && !isAfterAChange)
    case .failure(let thrown): #expect(thrown as? StoreError == rejection && isAfterAChange)
    }
    #expect(try await store.entry()?.notes == nil)
  }

  @Test func unknownStepsCannotBeContinued() async throws {
    let store = try await Stores.inMemory().collection
    await #expect(throws: StoreError.self) {
      try await store.apply("add", at: .sample, continuing: UUID()) {
        try $0.insert(CollectionEntry.sample())
      }
    }
    try await expectNoRows(in: store)
  }

  @Test func cancelledChangesAreNotMade() async throws {
    let store = try await Stores.inMemory().collection
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await store.insert([.sample()])
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    try await expectNoRows(in: store)
  }

  private func expectNoRows(in store: CollectionStore) async throws {
    for table in ["entry", "viewing", "step", "change"] {
      #expect(try await store.rowCount(of: table) == 0, "\(table)")
    }
  }
}
