import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Undoing steps whose data another installation or another step has changed since.
struct UndoConflictTests {
  @discardableResult
  private func undo(
    _ store: CollectionStore, _ choice: CollectionStore.StepChoice = .newest(1), force: Bool = false
  ) async throws -> [ReversedStep] {
    try await store.reverse(.undo, choice, command: "undo --yes", at: .sample + 99, force: force)
      .steps
  }

  private func edit(
    _ store: CollectionStore, _ command: String, after seconds: Double,
    _ body: @escaping @Sendable (inout CollectionEntry) -> Void
  ) async throws {
    try await store.apply(command, at: .sample + seconds) { try $0.update(.matrix, body) }
  }

  /// Returns two installations with one film, of which the first one has changed every field last.
  private func makePair() async throws -> InstallationPair {
    let pair = try await InstallationPair()
    try await pair.first.insert([.full()])
    try await pair.exchange()
    try await edit(pair.first, "all", after: 1) { entry in
      entry.rating = nil
      entry.audience = .family
      entry.recommendedBy = "Bob"
      entry.notes = nil
      entry.tags = []
    }
    try await pair.exchange()
    return pair
  }

  private func expectConflict(
    _ store: CollectionStore, of command: String, _ data: String, film: String = "The Matrix",
    _ choice: CollectionStore.StepChoice = .newest(1)
  ) async throws {
    let before = try await store.dumpOfEverything()
    await #expect(throws: StoreError.changedSince(command: command, data: data, film: film)) {
      try await undo(store, choice)
    }
    #expect(try await store.dumpOfEverything() == before)
  }

  // MARK: - Fields

  private static let edits: [(String, @Sendable (inout CollectionEntry) -> Void)] = [
    ("the rating", { $0.rating = Rating(tenths: 100) }), ("the audience", { $0.audience = .me }),
    ("the audience", { $0.audience = nil }), ("the recommender", { $0.recommendedBy = "Eve" }),
    ("the note", { $0.notes = "x" }), ("the tags", { $0.tags = ["sci-fi"] }),
  ]

  @Test(arguments: edits.indices)
  func errorsNameTheFieldThatAnotherInstallationChanged(index: Int) async throws {
    let pair = try await makePair()
    let (data, edit) = Self.edits[index]
    try await self.edit(pair.second, "edit", after: 2, edit)
    try await pair.exchange()
    try await expectConflict(pair.first, of: "all", data)
  }

  @Test(arguments: edits.indices)
  func forceWritesTheOldValuesInAStepThatCanBeUndone(index: Int) async throws {
    let pair = try await makePair()
    try await edit(pair.second, "edit", after: 2, Self.edits[index].1)
    try await pair.exchange()
    let before = try await pair.first.dump()
    try await undo(pair.first, force: true)
    let entry = try #require(try await pair.first.entry())
    let full = CollectionEntry.full()
    #expect(entry.rating == full.rating && entry.audience == full.audience)
    #expect(entry.notes == full.notes && Set(entry.tags) == Set(full.tags))
    let log = try await pair.first.log(limit: nil)
    #expect(log.map(\.command) == ["undo --yes", "all", "add"])
    #expect(log.allSatisfy { !$0.isUndone })
    try await pair.exchange()
    #expect(try await undo(pair.first).map(\.step.command) == ["undo --yes"])
    #expect(try await pair.first.dump() == before)
    try await pair.exchange()
  }

  @Test func changesOfOtherFieldsDoNotConflict() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample()])
    try await edit(pair.first, "rate 9", after: 1) { $0.rating = Rating(tenths: 90) }
    try await pair.exchange()
    try await edit(pair.second, "note", after: 2) { $0.notes = "elsewhere" }
    try await pair.second.apply(nil, at: .sample + 3) { transaction in
      try transaction.update(.matrix) { $0.caption = Caption(title: "Matrix", year: 1999) }
    }
    try await pair.exchange()
    try await undo(pair.first)
    #expect(
      try await pair.first.entry()
        == .sample("tt0133093", "Matrix", year: 1999) {
          $0.notes = "elsewhere"
        })
    try await pair.exchange()
  }

  @Test func changesOfOtherTagsDoNotConflict() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample()])
    try await edit(pair.first, "tag a", after: 1) { $0.tags = ["a"] }
    try await pair.exchange()
    try await edit(pair.second, "tag b", after: 2) { $0.tags.append("b") }
    try await pair.exchange()
    try await undo(pair.first)
    #expect(try await pair.first.entry()?.tags == ["b"])
    try await pair.exchange()
  }

  @Test func forceWithoutConflictsUndoesNormally() async throws {
    let pair = try await makePair()
    try await undo(pair.first, force: true)
    #expect(try await pair.first.log(limit: nil).map(\.isUndone) == [true, false])
    #expect(try await pair.first.journal().last?.kind == "undo")
  }

  @Test func undoYieldsTheValueOfAnotherInstallation() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample { $0.rating = Rating(tenths: 50) }])
    try await pair.exchange()
    try await edit(pair.second, "rate 8", after: 1) { $0.rating = Rating(tenths: 80) }
    try await edit(pair.first, "rate 9", after: 2) { $0.rating = Rating(tenths: 90) }
    try await pair.exchange()
    let undone = try await undo(pair.first)
    #expect(try await pair.first.entry()?.rating == Rating(tenths: 80))
    #expect(
      undone.first?.changes.first?.change.fields
        == ["rating": .init(old: .integer(90), new: .integer(80))])
  }

  // MARK: - Insertions and deletions

  @Test func addingAFilmIsUndoneOnlyWithForceIfItWasWatchedElsewhereSince() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample()])
    try await pair.exchange()
    try await pair.second.watch(on: "2024", at: .sample + 1)
    try await pair.exchange()
    try await expectConflict(pair.first, of: "add", "a viewing")
    try await undo(pair.first, force: true)
    #expect(try await pair.first.entry() == nil)
    try await pair.exchange()
    #expect(try await pair.second.entry() == nil)
    try await undo(pair.first)
    #expect(try await pair.first.entry()?.viewings.map(\.date?.text) == ["2024"])
    try await pair.exchange()
  }

  @Test func filmAddedAgainElsewhereIsOverwrittenOnlyWithForce() async throws {
    let pair = try await InstallationPair()
    let full = CollectionEntry.full()
    try await pair.first.insert([full])
    try await pair.first.apply("rm", at: .sample + 1) { try $0.delete(.matrix) }
    try await pair.exchange()
    try await pair.second.insert([.sample { $0.audience = .me }], at: .sample + 2)
    try await pair.exchange()
    try await expectConflict(pair.first, of: "rm", "the entry")
    try await undo(pair.first, force: true)
    let entry = try #require(try await pair.first.entry())
    #expect(entry.audience == .partner && entry.rating == full.rating && entry.notes == full.notes)
    #expect(entry.viewings.map(\.date) == full.viewings.map(\.date))
    try await pair.exchange()
  }

  @Test func viewingChangedElsewhereIsRemovedOnlyWithForce() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample()])
    try await pair.first.watch(on: "2024", at: .sample + 1)
    try await pair.exchange()
    let viewing = try #require(try await pair.second.entry()?.viewings.first)
    try await pair.second.apply("viewings edit", at: .sample + 2) { transaction in
      try transaction.upsert(.init(.viewing, viewing.id.uuidString), ["note": .text("x")])
    }
    try await pair.exchange()
    try await expectConflict(pair.first, of: "watched", "a viewing")
    try await undo(pair.first, force: true)
    #expect(try await pair.first.entry()?.viewings.isEmpty == true)
    try await pair.exchange()
  }

  @Test func stepThatConflictsDoesNotBarTheOthers() async throws {
    let pair = try await makePair()
    try await pair.first.insert([.sample("tt1", "Alpha")], at: .sample + 2)
    try await edit(pair.first, "note", after: 3) { $0.notes = "mine" }
    try await pair.exchange()
    try await edit(pair.second, "note", after: 4) { $0.notes = "elsewhere" }
    try await pair.exchange()
    try await edit(pair.first, "rate 5", after: 5) { $0.rating = Rating(tenths: 50) }
    let (steps, refusals) = try await pair.first.reverse(
      .undo, .newest(3), command: "undo 3", at: .sample + 99, force: false)
    #expect(steps.map(\.step.command) == ["rate 5", "add"])
    #expect(refusals == [.changedSince(command: "note", data: "the note", film: "The Matrix")])
    #expect(try await pair.first.entry()?.notes == "elsewhere")
    #expect(try await pair.first.entry()?.rating == nil)
    #expect(try await pair.first.entry(FilmID(unchecked: "tt1")) == nil)
    #expect(
      try await pair.first.log(limit: nil).map(\.isUndone) == [true, false, true, false, false])
    try await expectConflict(pair.first, of: "note", "the note")
    try await pair.exchange()
  }

  @Test func noStepIsUndoneIfAllOfThemConflict() async throws {
    let pair = try await makePair()
    try await edit(pair.second, "audience me", after: 2) { $0.audience = .me }
    try await pair.exchange()
    try await expectConflict(pair.first, of: "all", "the audience", .newest(2))
  }

  @Test func forceUndoesSeveralStepsOnceEach() async throws {
    let pair = try await makePair()
    try await edit(pair.first, "note", after: 3) { $0.notes = "mine" }
    try await pair.exchange()
    try await edit(pair.second, "note", after: 4) { $0.notes = "elsewhere" }
    try await pair.exchange()
    let undone = try await pair.first.reverse(
      .undo, .newest(9), command: "undo 9 --yes", at: .sample + 99, force: true
    ).steps
    #expect(undone.map(\.step.command) == ["note", "all", "add"])
    #expect(try await pair.first.entry() == nil)
    try await pair.exchange()
  }

  @Test func otherSubjectsOfTheFilmDoNotConflict() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample()])
    try await pair.first.apply("rate", at: .sample + 1) { try $0.skipRating(.matrix) }
    try await pair.first.apply("skip", at: .sample + 2) { transaction in
      try transaction.upsert(.init(.skip, "tt0133093"), ["skippedAt": .integer(1)])
    }
    try await edit(pair.first, "rate 9", after: 3) { $0.rating = Rating(tenths: 90) }
    try await pair.exchange()
    try await pair.second.apply("rate", at: .sample + 4) { try $0.skipRating(.matrix) }
    try await pair.second.watch(on: "2024", at: .sample + 5)
    try await pair.exchange()
    let undone = try await pair.first.reverse(
      .undo, .newest(2), command: "undo 2", at: .sample + 99, force: false
    ).steps
    #expect(undone.map(\.step.command) == ["rate 9", "skip"])
    try await pair.exchange()
  }

  @Test func undoAndLogCoverOnlyStepsOfTheSameInstallation() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample()])
    try await pair.exchange()
    #expect(try await pair.second.log(limit: nil).isEmpty)
    await #expect(throws: StoreError.nothingToReverse(.undo)) { try await undo(pair.second) }
    let step = try #require(try await pair.first.log(limit: nil).first)
    await #expect(throws: StoreError.nothingToReverse(.undo)) {
      try await undo(pair.second, .step(step.id))
    }
  }

  @Test func receivedChangesDoNotPreventRedo() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample()])
    try await undo(pair.first)
    try await pair.second.insert([.sample("tt2", "Beta")], at: .sample + 500)
    try await pair.exchange()
    try await pair.first.reverse(
      .redo, .newest(1), command: "redo", at: .sample + 501, force: false)
    #expect(try await pair.first.entry() == .sample())
    try await pair.exchange()
  }

  @Test func undoCanBeReceivedBeforeItsStep() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample { $0.rating = Rating(tenths: 50) }])
    try await edit(pair.first, "rate 9", after: 1) { $0.rating = Rating(tenths: 90) }
    try await undo(pair.first)
    let journal = try await pair.first.recordedJournal()
    for change in journal.changes.reversed() {
      try await pair.second.receive([change], of: journal.steps)
      #expect(try await pair.second.differencesFromJournal().isEmpty)
    }
    #expect(try await pair.second.entry()?.rating == Rating(tenths: 50))
  }
}

extension CollectionStore {
  /// Adds a viewing, as `watched` does.
  func watch(_ film: FilmID = .matrix, on date: String?, at now: Date) async throws {
    let date = date.flatMap(PartialDate.init)
    try await apply("watched", at: now) { transaction in
      try transaction.insert(
        Viewing(id: try transaction.newViewingID(film, date), film: film, date: date))
    }
  }
}
