import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Undo where another installation, or another step, has changed the same since.
struct UndoConflictTests {
  @discardableResult
  private func undo(
    _ store: CollectionStore, _ choice: CollectionStore.StepChoice = .newest(1), force: Bool = false
  ) async throws -> [UndoneStep] {
    try await store.reverse(.undo, choice, command: "undo --yes", at: .sample + 99, force: force)
  }

  private func edit(
    _ store: CollectionStore, _ command: String, after seconds: Double,
    _ body: @escaping @Sendable (inout CollectionEntry) -> Void
  ) async throws {
    try await store.apply(command, at: .sample + seconds) { try $0.update(.matrix, body) }
  }

  /// Two machines with one film; the first has changed every field of it last.
  private func makeMachines() async throws -> Machines {
    let machines = try await Machines()
    try await machines.first.insert([.full()])
    try await machines.exchange()
    try await edit(machines.first, "all", after: 1) { entry in
      entry.rating = nil
      entry.audience = .family
      entry.recommendedBy = "Bob"
      entry.notes = nil
      entry.tags = []
    }
    try await machines.exchange()
    return machines
  }

  private func expectRefusal(
    _ store: CollectionStore, of command: String, _ what: String, film: String = "The Matrix",
    _ choice: CollectionStore.StepChoice = .newest(1)
  ) async throws {
    let before = try await store.dumpOfEverything()
    await #expect(throws: StoreError.changedSince(command: command, what: what, film: film)) {
      try await undo(store, choice)
    }
    #expect(try await store.dumpOfEverything() == before)
  }

  // MARK: - Fields

  private static let edits: [(String, @Sendable (inout CollectionEntry) -> Void)] = [
    ("the rating", { $0.rating = Rating(tenths: 100) }), ("the audience", { $0.audience = .me }),
    ("the audience", { $0.audience = nil }), ("the recommendation", { $0.recommendedBy = "Eve" }),
    ("the note", { $0.notes = "x" }), ("the tags", { $0.tags = ["sci-fi"] }),
  ]

  @Test(arguments: edits.indices)
  func aFieldThatAnotherInstallationChangedIsNamed(index: Int) async throws {
    let machines = try await makeMachines()
    let (what, edit) = Self.edits[index]
    try await self.edit(machines.second, "edit", after: 2, edit)
    try await machines.exchange()
    try await expectRefusal(machines.first, of: "all", what)
  }

  @Test(arguments: edits.indices)
  func withForceTheOldValuesAreWrittenAsAStepThatCanBeUndone(index: Int) async throws {
    let machines = try await makeMachines()
    try await edit(machines.second, "edit", after: 2, Self.edits[index].1)
    try await machines.exchange()
    let before = try await machines.first.dump()
    try await undo(machines.first, force: true)
    let entry = try #require(try await machines.first.entry())
    let full = CollectionEntry.full()
    #expect(entry.rating == full.rating && entry.audience == full.audience)
    #expect(entry.notes == full.notes && Set(entry.tags) == Set(full.tags))
    let log = try await machines.first.log(limit: nil)
    #expect(log.map(\.command) == ["undo --yes", "all", "add"])
    #expect(log.allSatisfy { !$0.isUndone })
    try await machines.exchange()
    #expect(try await undo(machines.first).map(\.step.command) == ["undo --yes"])
    #expect(try await machines.first.dump() == before)
    try await machines.exchange()
  }

  @Test func whatTheStepDidNotTouchMayBeOtherwise() async throws {
    let machines = try await Machines()
    try await machines.first.insert([.sample()])
    try await edit(machines.first, "rate 9", after: 1) { $0.rating = Rating(tenths: 90) }
    try await machines.exchange()
    try await edit(machines.second, "note", after: 2) { $0.notes = "elsewhere" }
    try await machines.second.apply(nil, at: .sample + 3) { transaction in
      try transaction.update(.matrix) { $0.caption = Caption(title: "Matrix", year: 1999) }
    }
    try await machines.exchange()
    try await undo(machines.first)
    #expect(
      try await machines.first.entry()
        == .sample("tt0133093", "Matrix", year: 1999) {
          $0.notes = "elsewhere"
        })
    try await machines.exchange()
  }

  @Test func anotherTagIsNotInTheWay() async throws {
    let machines = try await Machines()
    try await machines.first.insert([.sample()])
    try await edit(machines.first, "tag a", after: 1) { $0.tags = ["a"] }
    try await machines.exchange()
    try await edit(machines.second, "tag b", after: 2) { $0.tags.append("b") }
    try await machines.exchange()
    try await undo(machines.first)
    #expect(try await machines.first.entry()?.tags == ["b"])
    try await machines.exchange()
  }

  @Test func withForceAndNothingInTheWayItIsUndoAndNothingElse() async throws {
    let machines = try await makeMachines()
    try await undo(machines.first, force: true)
    #expect(try await machines.first.log(limit: nil).map(\.isUndone) == [true, false])
    #expect(try await machines.first.journal().last?.kind == "undo")
  }

  @Test func theValueIsThenWhatTheOthersMadeOfIt() async throws {
    let machines = try await Machines()
    try await machines.first.insert([.sample { $0.rating = Rating(tenths: 50) }])
    try await machines.exchange()
    try await edit(machines.second, "rate 8", after: 1) { $0.rating = Rating(tenths: 80) }
    try await edit(machines.first, "rate 9", after: 2) { $0.rating = Rating(tenths: 90) }
    try await machines.exchange()
    let undone = try await undo(machines.first)
    #expect(try await machines.first.entry()?.rating == Rating(tenths: 80))
    #expect(
      undone.first?.changes.first?.change.fields
        == ["rating": .init(old: .integer(90), new: .integer(80))])
  }

  // MARK: - What came or went

  @Test func aFilmThatWasSeenSinceElsewhereIsNotTakenOutWithItsViewing() async throws {
    let machines = try await Machines()
    try await machines.first.insert([.sample()])
    try await machines.exchange()
    try await machines.second.watch(on: "2024", at: .sample + 1)
    try await machines.exchange()
    try await expectRefusal(machines.first, of: "add", "a viewing")
    try await undo(machines.first, force: true)
    #expect(try await machines.first.entry() == nil)
    try await machines.exchange()
    #expect(try await machines.second.entry() == nil)
    try await undo(machines.first)
    #expect(try await machines.first.entry()?.viewings.map(\.date?.text) == ["2024"])
    try await machines.exchange()
  }

  @Test func aFilmThatCameBackElsewhereIsOverwrittenOnlyByForce() async throws {
    let machines = try await Machines()
    let full = CollectionEntry.full()
    try await machines.first.insert([full])
    try await machines.first.apply("rm", at: .sample + 1) { try $0.delete(.matrix) }
    try await machines.exchange()
    try await machines.second.insert([.sample { $0.audience = .me }], at: .sample + 2)
    try await machines.exchange()
    try await expectRefusal(machines.first, of: "rm", "the entry")
    try await undo(machines.first, force: true)
    let entry = try #require(try await machines.first.entry())
    #expect(entry.audience == .partner && entry.rating == full.rating && entry.notes == full.notes)
    #expect(entry.viewings.map(\.date) == full.viewings.map(\.date))
    try await machines.exchange()
  }

  @Test func aViewingThatWasChangedElsewhereIsNotTakenAway() async throws {
    let machines = try await Machines()
    try await machines.first.insert([.sample()])
    try await machines.first.watch(on: "2024", at: .sample + 1)
    try await machines.exchange()
    let viewing = try #require(try await machines.second.entry()?.viewings.first)
    try await machines.second.apply("viewings edit", at: .sample + 2) { transaction in
      try transaction.put(.init(.viewing, viewing.id.uuidString), ["note": .text("x")])
    }
    try await machines.exchange()
    try await expectRefusal(machines.first, of: "watched", "a viewing")
    try await undo(machines.first, force: true)
    #expect(try await machines.first.entry()?.viewings.isEmpty == true)
    try await machines.exchange()
  }

  @Test func ofSeveralStepsNoneIsUndoneIfOneCannotBe() async throws {
    let machines = try await makeMachines()
    try await edit(machines.second, "audience me", after: 2) { $0.audience = .me }
    try await machines.exchange()
    try await edit(machines.first, "rate 5", after: 3) { $0.rating = Rating(tenths: 50) }
    try await expectRefusal(machines.first, of: "all", "the audience", .newest(3))
  }

  @Test func withForceSeveralStepsAreUndoneEachOnce() async throws {
    let machines = try await makeMachines()
    try await edit(machines.first, "note", after: 3) { $0.notes = "mine" }
    try await machines.exchange()
    try await edit(machines.second, "note", after: 4) { $0.notes = "elsewhere" }
    try await machines.exchange()
    let undone = try await machines.first.reverse(
      .undo, .newest(9), command: "undo 9 --yes", at: .sample + 99, force: true)
    #expect(undone.map(\.step.command) == ["note", "all", "add"])
    #expect(try await machines.first.entry() == nil)
    try await machines.exchange()
  }

  @Test func whatElseIsSaidOfTheFilmIsNotInTheWay() async throws {
    let machines = try await Machines()
    try await machines.first.insert([.sample()])
    try await machines.first.apply("rate", at: .sample + 1) { try $0.skipRating(.matrix) }
    try await machines.first.apply("skip", at: .sample + 2) { transaction in
      try transaction.put(.init(.skip, "tt0133093"), ["skippedAt": .integer(1)])
    }
    try await edit(machines.first, "rate 9", after: 3) { $0.rating = Rating(tenths: 90) }
    try await machines.exchange()
    try await machines.second.apply("rate", at: .sample + 4) { try $0.skipRating(.matrix) }
    try await machines.second.watch(on: "2024", at: .sample + 5)
    try await machines.exchange()
    let undone = try await machines.first.reverse(
      .undo, .newest(2), command: "undo 2", at: .sample + 99, force: false)
    #expect(undone.map(\.step.command) == ["rate 9", "skip"])
    try await machines.exchange()
  }

  @Test func undoAndTheLogAreOfTheOwnStepsOnly() async throws {
    let machines = try await Machines()
    try await machines.first.insert([.sample()])
    try await machines.exchange()
    #expect(try await machines.second.log(limit: nil).isEmpty)
    await #expect(throws: StoreError.nothingToReverse(.undo)) { try await undo(machines.second) }
    let step = try #require(try await machines.first.log(limit: nil).first)
    await #expect(throws: StoreError.nothingToReverse(.undo)) {
      try await undo(machines.second, .step(step.id))
    }
  }

  @Test func whatArrivesDoesNotEndWhatCanBeRedone() async throws {
    let machines = try await Machines()
    try await machines.first.insert([.sample()])
    try await undo(machines.first)
    try await machines.second.insert([.sample("tt2", "Beta")], at: .sample + 500)
    try await machines.exchange()
    try await machines.first.reverse(
      .redo, .newest(1), command: "redo", at: .sample + 501, force: false)
    #expect(try await machines.first.entry() == .sample())
    try await machines.exchange()
  }

  @Test func undoIsKnownToOthersBeforeAndAfterTheStepItself() async throws {
    let machines = try await Machines()
    try await machines.first.insert([.sample { $0.rating = Rating(tenths: 50) }])
    try await edit(machines.first, "rate 9", after: 1) { $0.rating = Rating(tenths: 90) }
    try await undo(machines.first)
    let journal = try await machines.first.recordedJournal()
    for change in journal.changes.reversed() {
      try await machines.second.receive([change], of: journal.steps)
      #expect(try await machines.second.differencesFromJournal().isEmpty)
    }
    #expect(try await machines.second.entry()?.rating == Rating(tenths: 50))
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
