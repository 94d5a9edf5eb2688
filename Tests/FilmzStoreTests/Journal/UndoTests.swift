import FilmzDomain
import Foundation
import Testing

@testable import FilmzStore

/// Undo, redo, and the log.
struct UndoTests {
  /// Returns a store with three steps: two films, a rating, and a note.
  private func makeStore() async throws -> CollectionStore {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample(), .sample("tt1", "Alpha")])
    try await store.apply("rate 9", at: .sample + 1) { transaction in
      try transaction.update(.matrix) { $0.rating = Rating(tenths: 90) }
    }
    try await store.apply("note fun", at: .sample + 2) { transaction in
      try transaction.update(FilmID(unchecked: "tt1")) { $0.notes = "fun" }
    }
    return store
  }

  private func step(_ command: String, _ store: CollectionStore) async throws -> String {
    try #require(try await store.log(limit: nil).first { $0.command == command }).id
  }

  @discardableResult
  private func reverse(
    _ direction: UndoDirection, _ choice: CollectionStore.StepChoice, _ store: CollectionStore
  ) async throws -> [ReversedStep] {
    try await store.reverse(
      direction, choice, command: "\(direction)", at: .sample + 9, force: false
    ).steps
  }

  @Test func logListsTheNewestStepsFirst() async throws {
    let store = try await makeStore()
    let log = try await store.log(limit: nil)
    #expect(log.map(\.command) == ["note fun", "rate 9", "add"])
    #expect(log.map { $0.madeAt.timeIntervalSince(.sample) } == [2, 1, 0])
    #expect(log.map(\.number) == [3, 2, 1])
    #expect(
      log.map { $0.films.map(\.rawValue) } == [["tt1"], ["tt0133093"], ["tt0133093", "tt1"]])
    #expect(log.allSatisfy { !$0.isUndone })
    #expect(try await store.log(limit: 2).map(\.command) == ["note fun", "rate 9"])
    #expect(try await store.log(limit: 0).isEmpty)
  }

  /// The number that `undo` needs to take back a step and all newer ones; undone steps have none.
  @Test func logCountsTheStepsToUndo() async throws {
    let store = try await makeStore()
    #expect(try await store.log(limit: nil).map(\.undoCount) == [1, 2, 3])
    #expect(try await store.log(limit: 2).map(\.undoCount) == [1, 2])
    try await reverse(.undo, .step(try await step("rate 9", store)), store)
    let log = try await store.log(limit: nil)
    #expect(log.map(\.undoCount) == [1, nil, 2])
    #expect(log.map(\.number) == [3, 2, 1])
    let effective = try await store.log(limit: nil, leavesOutUndone: true)
    #expect(effective.map(\.command) == ["note fun", "add"])
    #expect(effective.map(\.undoCount) == [1, 2])
    #expect(try await reverse(.undo, .newest(2), store).map(\.step.command) == ["note fun", "add"])
  }

  /// The undo itself is a step that `log` does not list, and whose number is left out.
  @Test func stepsThatAreNotListedAreNotCounted() async throws {
    let store = try await makeStore()
    try await reverse(.undo, .newest(1), store)
    try await reverse(.redo, .newest(1), store)
    try await store.insert([.sample("tt2", "Beta")])
    let log = try await store.log(limit: nil)
    #expect(log.map(\.number) == [6, 3, 2, 1])
    #expect(log.map(\.undoCount) == [1, 2, 3, 4])
  }

  @Test func logNamesEachFilmOnceIncludingThoseOfViewings() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.full()])
    try await store.apply("watched", at: .sample) { try $0.insert(.sample()) }
    try await store.apply("unwatched", at: .sample) { try $0.deleteViewings(of: .matrix) }
    #expect(try await store.log(limit: nil).map(\.films) == [[.matrix], [.matrix], [.matrix]])
  }

  @Test func undoAndRedoAreNotLoggedAndOnlyAppendToTheJournal() async throws {
    let store = try await makeStore()
    let before = try await store.journal()
    try await reverse(.undo, .newest(2), store)
    #expect(try await store.log(limit: nil).map(\.isUndone) == [true, true, false])
    try await reverse(.redo, .newest(1), store)
    #expect(try await store.log(limit: nil).map(\.isUndone) == [true, false, false])
    #expect(try await store.journal().prefix(before.count) == before[...])
    #expect(try await store.journal().count == before.count + 3)
    #expect(try await store.steps().map(\.command).suffix(3) == [nil, nil, nil])
    #expect(try await store.journal().suffix(3).map(\.kind) == ["undo", "undo", "redo"])
  }

  @Test func reverseReturnsTheStepsAndTheResultingChanges() async throws {
    let store = try await makeStore()
    let steps = try await reverse(.undo, .newest(2), store)
    #expect(steps.map(\.step.command) == ["note fun", "rate 9"])
    #expect(steps.map { $0.changes.map(\.change.kind) } == [[.update], [.update]])
    #expect(
      steps.last?.changes.first?.change.fields == ["rating": .init(old: .integer(90), new: .null)])
    #expect(steps.last?.changes.first?.film == .matrix)
    #expect(try await reverse(.redo, .newest(1), store).map(\.step.command) == ["rate 9"])
  }

  @Test func requestingMoreStepsThanExistReversesAll() async throws {
    let store = try await makeStore()
    #expect(try await reverse(.undo, .newest(99), store).count == 3)
    #expect(try await store.dump().isEmpty)
    #expect(try await reverse(.redo, .newest(99), store).count == 3)
    #expect(try await store.counts() == CollectionCounts(total: 2, watched: 0, rated: 1))
  }

  @Test(arguments: [UndoDirection.undo, .redo])
  func reversingWithoutStepsThrowsAndWritesNothing(direction: UndoDirection) async throws {
    let store = try await makeStore()
    if direction == .undo { try await reverse(.undo, .newest(3), store) }
    let before = try await store.dumpOfEverything()
    await #expect(throws: StoreError.nothingToReverse(direction)) {
      try await reverse(direction, .newest(1), store)
    }
    #expect(try await store.dumpOfEverything() == before)
  }

  @Test func newChangePreventsRedoButNotUndoOfOlderSteps() async throws {
    let store = try await makeStore()
    try await reverse(.undo, .newest(2), store)
    try await store.insert([.sample("tt2", "Beta")])
    await #expect(throws: StoreError.nothingToReverse(.redo)) {
      try await reverse(.redo, .newest(1), store)
    }
    #expect(try await store.log(limit: nil).map(\.isUndone) == [false, true, true, false])
    #expect(try await reverse(.undo, .newest(9), store).map(\.step.command) == ["add", "add"])
    #expect(try await store.dump().isEmpty)
  }

  @Test func commandThatChangesNothingDoesNotPreventRedo() async throws {
    let store = try await makeStore()
    try await reverse(.undo, .newest(1), store)
    try await store.apply("rate 9", at: .sample) { transaction in
      try transaction.update(.matrix) { $0.rating = Rating(tenths: 90) }
    }
    #expect(try await reverse(.redo, .newest(1), store).map(\.step.command) == ["note fun"])
  }

  @Test func olderStepCanBeUndoneAlone() async throws {
    let store = try await makeStore()
    let end = try await store.dump()
    let rateStep = try await step("rate 9", store)
    let steps = try await reverse(.undo, .step(rateStep), store)
    #expect(steps.map(\.step.id) == [rateStep])
    #expect(try await store.entry()?.rating == nil)
    #expect(try await store.entry(FilmID(unchecked: "tt1"))?.notes == "fun")
    #expect(try await store.log(limit: nil).map(\.isUndone) == [false, true, false])
    await #expect(throws: StoreError.nothingToReverse(.undo)) {
      try await reverse(.undo, .step(rateStep), store)
    }
    try await reverse(.redo, .step(rateStep), store)
    #expect(try await store.dump() == end)
  }

  @Test func stepWhoseDataWasChangedSinceIsNotUndone() async throws {
    let store = try await makeStore()
    let before = try await store.dumpOfEverything()
    let addStep = try await step("add", store)
    await #expect(
      throws: StoreError.changedSince(command: "add", data: "the rating", film: "The Matrix")
    ) {
      try await reverse(.undo, .step(addStep), store)
    }
    #expect(try await store.dumpOfEverything() == before)
  }

  @Test(arguments: [UndoDirection.undo, .redo])
  func unknownStepsAndUndoStepsCannotBeReversed(direction: UndoDirection) async throws {
    let store = try await makeStore()
    try await reverse(.undo, .newest(1), store)
    let undoStepID = try #require(try await store.steps().last?.id)
    for id in [undoStepID, UUID().uuidString] {
      await #expect(throws: StoreError.nothingToReverse(direction)) {
        try await reverse(direction, .step(id), store)
      }
    }
  }

  @Test func insertionStepsAreTheNewestOfEachFilm() async throws {
    let store = try await makeStore()
    let firstStep = try await step("add", store)
    let other = FilmID(unchecked: "tt1")
    try await store.apply("rm", at: .sample) { try $0.delete(other) }
    let laterStep = try await store.apply("add again", at: .sample) { transaction in
      try transaction.insert(.sample("tt1", "Alpha"))
      return transaction.stepID
    }
    let insertionSteps = try await store.insertionSteps(of: [
      .matrix, other, FilmID(unchecked: "tt9"),
    ])
    #expect(
      insertionSteps == [
        .matrix: try #require(UUID(uuidString: firstStep)), other: try #require(laterStep),
      ])
    #expect(try await store.insertionSteps(of: []).isEmpty)
  }

  @Test func stepUndoneLastIsRedoneFirst() async throws {
    let store = try await makeStore()
    let end = try await store.dump()
    let rateStep = try await step("rate 9", store)
    try await reverse(.undo, .step(rateStep), store)
    try await reverse(.undo, .newest(1), store)
    #expect(try await reverse(.redo, .newest(1), store).map(\.step.command) == ["note fun"])
    #expect(try await reverse(.redo, .newest(1), store).map(\.step.command) == ["rate 9"])
    #expect(try await store.dump() == end)
    try await reverse(.undo, .step(rateStep), store)
    try await reverse(.undo, .newest(2), store)
    let redone = try await reverse(.redo, .newest(9), store).map(\.step.command)
    #expect(redone == ["add", "note fun", "rate 9"])
    #expect(try await store.dump() == end)
  }

  @Test(arguments: [true, false])
  func captionAddedLaterDoesNotPreventUndoAndRedo(isRedone: Bool) async throws {
    let store = try await Stores.inMemory().collection
    let id = FilmID(unchecked: "tt1")
    let addStep = try await store.apply("add", at: .sample) { transaction in
      try transaction.insert(.sample("tt1", nil))
      return transaction.stepID
    }
    try await store.apply("rm", at: .sample + 1) { try $0.delete(id) }
    try await reverse(.undo, .newest(1), store)
    try await store.apply("add", at: .sample + 2, continuing: addStep) { transaction in
      try transaction.update(id) { $0.caption = Caption(title: "Alpha", year: 1999) }
    }
    if isRedone {
      #expect(try await reverse(.redo, .newest(1), store).map(\.step.command) == ["rm"])
      #expect(try await store.entry(id) == nil)
    }
    let undone = try await reverse(.undo, .newest(9), store).map(\.step.command)
    #expect(undone == (isRedone ? ["rm", "add"] : ["add"]))
    #expect(try await store.dump().isEmpty)
    #expect(try await reverse(.redo, .newest(1), store).map(\.step.command) == ["add"])
    #expect(try await store.find(CollectionQuery()).ids == [id])
  }

  @Test func longNotesAreRestoredUnchanged() async throws {
    let store = try await Stores.inMemory().collection
    let longNote = String(repeating: "n\u{303}\"\\\n😀", count: 20_000)
    try await store.insert([.sample { $0.notes = longNote }])
    try await store.apply("note none", at: .sample) { transaction in
      try transaction.update(.matrix) { $0.notes = nil }
    }
    try await reverse(.undo, .newest(1), store)
    let notes = try #require(try await store.entry()?.notes)
    #expect(notes.unicodeScalars.elementsEqual(longNote.unicodeScalars))
  }
}
