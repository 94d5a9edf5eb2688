import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Two installations change the same apart, exchange their changes, and have the same data then
/// (contract, "What is synced").
struct ExchangeTests {
  private func edit(
    _ store: CollectionStore, at seconds: Double,
    _ body: @escaping @Sendable (inout CollectionEntry) -> Void
  ) async throws {
    try await store.apply("edit", at: .sample + seconds) { try $0.update(.matrix, body) }
  }

  private func remove(_ store: CollectionStore, at seconds: Double) async throws {
    try await store.apply("rm", at: .sample + seconds) { try $0.delete(.matrix) }
  }

  /// Both have the film, rated 5, seen in 2020.
  private func makeMachines() async throws -> Machines {
    let machines = try await Machines()
    try await machines.first.insert([.sample { $0.rating = Rating(tenths: 50) }])
    try await machines.first.watch(on: "2020", at: .sample)
    try await machines.exchange()
    return machines
  }

  @Test func theNewestValueOfEachFieldHolds() async throws {
    let machines = try await makeMachines()
    try await edit(machines.first, at: 1) {
      $0.rating = Rating(tenths: 60)
      $0.notes = "first"
    }
    try await edit(machines.second, at: 2) { $0.rating = Rating(tenths: 70) }
    try await machines.exchange()
    let entry = try #require(try await machines.first.entry())
    #expect(entry.rating == Rating(tenths: 70) && entry.notes == "first")
  }

  @Test func aFilmThatWasRatedAfterItsRemovalElsewhereComesBackAsItWas() async throws {
    let machines = try await makeMachines()
    try await remove(machines.first, at: 1)
    try await edit(machines.second, at: 2) { $0.notes = "seen again" }
    try await machines.exchange()
    let entry = try #require(try await machines.first.entry())
    #expect(entry.rating == Rating(tenths: 50) && entry.notes == "seen again")
    #expect(entry.viewings.map(\.date?.text) == ["2020"])
  }

  @Test func aFilmThatWasSeenAfterItsRemovalElsewhereComesBackAsItWas() async throws {
    let machines = try await makeMachines()
    try await remove(machines.first, at: 1)
    try await machines.second.watch(on: "2024", at: .sample + 2)
    try await machines.exchange()
    #expect(try await machines.first.entry()?.viewings.map(\.date?.text) == ["2020", "2024"])
  }

  @Test func aFilmThatWasRatedBeforeItsRemovalElsewhereIsGone() async throws {
    let machines = try await makeMachines()
    try await edit(machines.second, at: 1) { $0.rating = Rating(tenths: 90) }
    try await remove(machines.first, at: 2)
    try await machines.exchange()
    #expect(try await machines.first.entry() == nil)
  }

  @Test func aCaptionThatWasFoundAfterARemovalBringsNothingBack() async throws {
    let machines = try await makeMachines()
    try await remove(machines.first, at: 1)
    try await machines.second.apply(nil, at: .sample + 2) { transaction in
      try transaction.update(.matrix) { $0.caption = Caption(title: "Matrix", year: 1999) }
    }
    try await machines.exchange()
    #expect(try await machines.second.entry() == nil)
  }

  @Test func aFilmThatIsAddedAfterItsRemovalStartsAnew() async throws {
    let machines = try await makeMachines()
    try await remove(machines.first, at: 1)
    try await machines.first.insert([.sample()], at: .sample + 2)
    try await machines.exchange()
    #expect(try await machines.second.entry() == .sample())
    try await edit(machines.second, at: 3) { $0.notes = "x" }
    try await machines.exchange()
    #expect(try await machines.first.entry() == .sample { $0.notes = "x" })
  }

  @Test func aRemovalThatIsUndoneBeforeAnExchangeNeverWas() async throws {
    let machines = try await makeMachines()
    try await remove(machines.first, at: 1)
    try await edit(machines.second, at: 2) { $0.notes = "x" }
    try await machines.first.reverse(
      .undo, .newest(1), command: "undo", at: .sample + 3, force: false)
    try await machines.exchange()
    let entry = try #require(try await machines.second.entry())
    #expect(entry.rating == Rating(tenths: 50) && entry.notes == "x")
    #expect(entry.viewings.count == 1)
  }

  @Test func aStepThatIsRedoneCountsFromThenOn() async throws {
    let machines = try await makeMachines()
    try await edit(machines.first, at: 1) { $0.rating = Rating(tenths: 60) }
    try await machines.first.reverse(
      .undo, .newest(1), command: "undo", at: .sample + 2, force: false)
    try await edit(machines.second, at: 3) { $0.rating = Rating(tenths: 70) }
    try await machines.exchange()
    #expect(try await machines.first.entry()?.rating == Rating(tenths: 70))
    try await machines.first.reverse(
      .redo, .newest(1), command: "redo", at: .sample + 4, force: false)
    try await machines.exchange()
    #expect(try await machines.second.entry()?.rating == Rating(tenths: 60))
  }

  // MARK: - Sameness

  @Test func aFilmThatBothAddIsOne() async throws {
    let machines = try await Machines()
    try await machines.first.insert([.sample { $0.rating = Rating(tenths: 80) }], at: .sample)
    try await machines.second.insert([.sample { $0.notes = "both" }], at: .sample + 1)
    try await machines.exchange()
    #expect(
      try await machines.first.entry()
        == .sample {
          $0.rating = Rating(tenths: 80)
          $0.notes = "both"
        })
  }

  @Test func aFilmThatBothSkipIsSkippedOnce() async throws {
    let machines = try await Machines()
    for (store, seconds) in [(machines.first, 1), (machines.second, 2)] {
      try await store.apply("skip", at: .sample + Double(seconds)) { transaction in
        try transaction.put(
          .init(.skip, "tt0133093"),
          ["title": .text("The Matrix"), "skippedAt": .integer(Int64(seconds))])
      }
    }
    try await machines.exchange()
    #expect(try await machines.first.rows(of: "skip") == 1)
    #expect(try await machines.first.counts().total == 0)
    try await machines.first.apply("unskip", at: .sample + 3) { transaction in
      try transaction.delete(.init(.skip, "tt0133093"))
    }
    try await machines.exchange()
    #expect(try await machines.second.rows(of: "skip") == 0)
    try await machines.first.reverse(
      .undo, .newest(1), command: "undo", at: .sample + 4, force: false)
    try await machines.exchange()
    #expect(try await machines.second.rows(of: "skip") == 1)
  }

  @Test func aViewingOfOneDayThatBothNoteIsOneAndASecondOneIsNot() async throws {
    let machines = try await makeMachines()
    try await machines.first.watch(on: "2024-05-01", at: .sample + 1)
    try await machines.second.watch(on: "2024-05-01", at: .sample + 2)
    try await machines.second.watch(on: "2024-05-01", at: .sample + 3)
    try await machines.exchange()
    let dates = try await machines.first.entry()?.viewings.map(\.date?.text)
    #expect(dates == ["2020", "2024-05-01", "2024-05-01"])
  }

  @Test func theIDOfAViewingIsThatOfFilmDateAndNumber() throws {
    let day = PartialDate("2024-05-01")
    let id = Viewing.id(film: .matrix, date: day, number: 1)
    #expect(id.uuidString == "56698217-C983-572F-8FBE-2A6F40432E4B")
    let others = [
      Viewing.id(film: .matrix, date: day, number: 2),
      Viewing.id(film: .matrix, date: nil, number: 1),
      Viewing.id(film: FilmID(canonical: "tt1"), date: day, number: 1),
    ]
    #expect(Set(others + [id]).count == 4)
    #expect(others.allSatisfy { Array($0.uuidString)[14] == "5" })
  }

  @Test func tagsCountOneByOne() async throws {
    let machines = try await makeMachines()
    try await edit(machines.first, at: 1) { $0.tags = ["a", "b"] }
    try await machines.exchange()
    try await edit(machines.first, at: 2) { $0.tags = ["b", "c"] }
    try await edit(machines.second, at: 3) { $0.tags = ["a", "d"] }
    try await machines.exchange()
    #expect(try await machines.first.entry()?.tags == ["c", "d"])
  }

  // MARK: - Clocks and versions

  @Test func aChangeFromAfterTheYear2200IsKeptAndDoesNotCount() async throws {
    let machines = try await makeMachines()
    try await edit(machines.first, at: 1) { $0.rating = Rating(tenths: 90) }
    var journal = try await machines.first.recordedJournal()
    let last = try #require(journal.changes.last)
    journal.changes[journal.changes.count - 1] = RecordedChange(
      id: last.id, step: last.step, installation: last.installation,
      clock: HybridTimestamp(rawValue: HybridTimestamp.limit.rawValue + 7), change: last.change)
    try await machines.second.receive(journal.changes, of: journal.steps)
    #expect(try await machines.second.entry()?.rating == Rating(tenths: 50))
    #expect(try await machines.second.differencesFromJournal().isEmpty)
    try await edit(machines.second, at: 2) { $0.rating = Rating(tenths: 70) }
    let clocks = try await machines.second.journal().map(\.clock)
    #expect(try #require(clocks.last) < HybridTimestamp.limit.rawValue)
    #expect(try await machines.second.entry()?.rating == Rating(tenths: 70))
  }

  private static let notUnderstood = [
    Change(kind: .init(rawValue: "merge"), subject: .init(.entry, "tt0133093")),
    Change(
      kind: .insert, subject: .init(.init(rawValue: "poster"), "x"),
      fields: ["film": .init(old: .null, new: .text("tt0133093"))]),
    Change(
      kind: .update, subject: .init(.entry, "tt0133093"),
      fields: ["mood": .init(old: .null, new: .text("x"))]),
    Change(
      kind: .update, subject: .init(.entry, "tt0133093"),
      fields: ["rating": .init(old: .null, new: .integer(101))]),
    Change(
      kind: .update, subject: .init(.entry, "tt0133093"),
      fields: ["audience": .init(old: .null, new: .text("neighbours"))]),
    Change(
      kind: .insert, subject: .init(.alias, "tt0133093"),
      fields: ["film": .init(old: .null, new: .text("tmdb:movie:603"))]),
    Change(
      kind: .insert, subject: .init(.viewing, "x"),
      fields: ["film": .init(old: .null, new: .text("tt0133093"))]),
  ]

  @Test(arguments: notUnderstood)
  func whatIsNotUnderstoodIsKeptAndPassedOn(change: Change) async throws {
    let machines = try await makeMachines()
    let before = try await machines.second.dump()
    let step = RecordedStep(id: "s", installation: "i", madeAt: .sample, command: "new")
    let record = RecordedChange(
      id: "c", step: "s", installation: "i",
      clock: HybridTimestamp(after: nil, now: .sample + 60), change: change)
    try await machines.second.receive([record], of: [step])
    #expect(try await machines.second.dump() == before)
    try await machines.exchange()
    #expect(try await machines.first.recordedJournal().changes.contains(record))
  }
}
