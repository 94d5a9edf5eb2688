import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Two installations that change the same film separately and have the same data after exchanging
/// their changes (contract, "What is synced").
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

  /// Returns two installations with the same film, rated 5 and watched in 2020.
  private func makePair() async throws -> InstallationPair {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample { $0.rating = Rating(tenths: 50) }])
    try await pair.first.watch(on: "2020", at: .sample)
    try await pair.exchange()
    return pair
  }

  @Test func newestValueOfEachFieldTakesEffect() async throws {
    let pair = try await makePair()
    try await edit(pair.first, at: 1) {
      $0.rating = Rating(tenths: 60)
      $0.notes = "first"
    }
    try await edit(pair.second, at: 2) { $0.rating = Rating(tenths: 70) }
    try await pair.exchange()
    let entry = try #require(try await pair.first.entry())
    #expect(entry.rating == Rating(tenths: 70) && entry.notes == "first")
  }

  @Test func filmEditedAfterItsRemovalElsewhereIsRestored() async throws {
    let pair = try await makePair()
    try await remove(pair.first, at: 1)
    try await edit(pair.second, at: 2) { $0.notes = "seen again" }
    try await pair.exchange()
    let entry = try #require(try await pair.first.entry())
    #expect(entry.rating == Rating(tenths: 50) && entry.notes == "seen again")
    #expect(entry.viewings.map(\.date?.text) == ["2020"])
  }

  @Test func filmWatchedAfterItsRemovalElsewhereIsRestored() async throws {
    let pair = try await makePair()
    try await remove(pair.first, at: 1)
    try await pair.second.watch(on: "2024", at: .sample + 2)
    try await pair.exchange()
    #expect(try await pair.first.entry()?.viewings.map(\.date?.text) == ["2020", "2024"])
  }

  @Test func filmRatedBeforeItsRemovalElsewhereIsRemoved() async throws {
    let pair = try await makePair()
    try await edit(pair.second, at: 1) { $0.rating = Rating(tenths: 90) }
    try await remove(pair.first, at: 2)
    try await pair.exchange()
    #expect(try await pair.first.entry() == nil)
  }

  @Test func captionFetchedAfterARemovalDoesNotRestoreTheFilm() async throws {
    let pair = try await makePair()
    try await remove(pair.first, at: 1)
    try await pair.second.apply(nil, at: .sample + 2) { transaction in
      try transaction.update(.matrix) { $0.caption = Caption(title: "Matrix", year: 1999) }
    }
    try await pair.exchange()
    #expect(try await pair.second.entry() == nil)
  }

  @Test func filmAddedAfterItsRemovalHasNoEarlierData() async throws {
    let pair = try await makePair()
    try await remove(pair.first, at: 1)
    try await pair.first.insert([.sample()], at: .sample + 2)
    try await pair.exchange()
    #expect(try await pair.second.entry() == .sample())
    try await edit(pair.second, at: 3) { $0.notes = "x" }
    try await pair.exchange()
    #expect(try await pair.first.entry() == .sample { $0.notes = "x" })
  }

  @Test func removalUndoneBeforeAnExchangeHasNoEffect() async throws {
    let pair = try await makePair()
    try await remove(pair.first, at: 1)
    try await edit(pair.second, at: 2) { $0.notes = "x" }
    try await pair.first.reverse(
      .undo, .newest(1), command: "undo", at: .sample + 3, force: false)
    try await pair.exchange()
    let entry = try #require(try await pair.second.entry())
    #expect(entry.rating == Rating(tenths: 50) && entry.notes == "x")
    #expect(entry.viewings.count == 1)
  }

  @Test func redoneStepTakesEffectFromTheTimeOfTheRedo() async throws {
    let pair = try await makePair()
    try await edit(pair.first, at: 1) { $0.rating = Rating(tenths: 60) }
    try await pair.first.reverse(
      .undo, .newest(1), command: "undo", at: .sample + 2, force: false)
    try await edit(pair.second, at: 3) { $0.rating = Rating(tenths: 70) }
    try await pair.exchange()
    #expect(try await pair.first.entry()?.rating == Rating(tenths: 70))
    try await pair.first.reverse(
      .redo, .newest(1), command: "redo", at: .sample + 4, force: false)
    try await pair.exchange()
    #expect(try await pair.second.entry()?.rating == Rating(tenths: 60))
  }

  // MARK: - Equal subjects

  @Test func filmAddedByBothIsOneFilm() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample { $0.rating = Rating(tenths: 80) }], at: .sample)
    try await pair.second.insert([.sample { $0.notes = "both" }], at: .sample + 1)
    try await pair.exchange()
    #expect(
      try await pair.first.entry()
        == .sample {
          $0.rating = Rating(tenths: 80)
          $0.notes = "both"
        })
  }

  @Test func filmSkippedByBothIsSkippedOnce() async throws {
    let pair = try await InstallationPair()
    for (store, seconds) in [(pair.first, 1), (pair.second, 2)] {
      try await store.apply("skip", at: .sample + Double(seconds)) { transaction in
        try transaction.upsert(
          .init(.skip, "tt0133093"),
          ["title": .text("The Matrix"), "skippedAt": .integer(Int64(seconds))])
      }
    }
    try await pair.exchange()
    #expect(try await pair.first.rowCount(of: "skip") == 1)
    #expect(try await pair.first.counts().total == 0)
    try await pair.first.apply("unskip", at: .sample + 3) { transaction in
      try transaction.delete(.init(.skip, "tt0133093"))
    }
    try await pair.exchange()
    #expect(try await pair.second.rowCount(of: "skip") == 0)
    try await pair.first.reverse(
      .undo, .newest(1), command: "undo", at: .sample + 4, force: false)
    try await pair.exchange()
    #expect(try await pair.second.rowCount(of: "skip") == 1)
  }

  @Test func firstViewingsOfTheSameDayAreMergedAndSecondOnesAreNot() async throws {
    let pair = try await makePair()
    try await pair.first.watch(on: "2024-05-01", at: .sample + 1)
    try await pair.second.watch(on: "2024-05-01", at: .sample + 2)
    try await pair.second.watch(on: "2024-05-01", at: .sample + 3)
    try await pair.exchange()
    let dates = try await pair.first.entry()?.viewings.map(\.date?.text)
    #expect(dates == ["2020", "2024-05-01", "2024-05-01"])
  }

  @Test func viewingIDsDependOnFilmDateAndNumber() throws {
    let day = PartialDate("2024-05-01")
    let id = Viewing.id(film: .matrix, date: day, number: 1)
    #expect(id.uuidString == "56698217-C983-572F-8FBE-2A6F40432E4B")
    let otherIDs = [
      Viewing.id(film: .matrix, date: day, number: 2),
      Viewing.id(film: .matrix, date: nil, number: 1),
      Viewing.id(film: FilmID(unchecked: "tt1"), date: day, number: 1),
    ]
    #expect(Set(otherIDs + [id]).count == 4)
    #expect(otherIDs.allSatisfy { Array($0.uuidString)[14] == "5" })
  }

  @Test func tagsAreMergedIndividually() async throws {
    let pair = try await makePair()
    try await edit(pair.first, at: 1) { $0.tags = ["a", "b"] }
    try await pair.exchange()
    try await edit(pair.first, at: 2) { $0.tags = ["b", "c"] }
    try await edit(pair.second, at: 3) { $0.tags = ["a", "d"] }
    try await pair.exchange()
    #expect(try await pair.first.entry()?.tags == ["c", "d"])
  }

  // MARK: - Clocks and versions

  @Test func changesDatedAfter2200AreStoredWithoutEffect() async throws {
    let pair = try await makePair()
    try await edit(pair.first, at: 1) { $0.rating = Rating(tenths: 90) }
    var journal = try await pair.first.recordedJournal()
    let newestChange = try #require(journal.changes.last)
    journal.changes[journal.changes.count - 1] = RecordedChange(
      id: newestChange.id, step: newestChange.step, installation: newestChange.installation,
      clock: HybridTimestamp(rawValue: HybridTimestamp.limit.rawValue + 7),
      change: newestChange.change)
    try await pair.second.receive(journal.changes, of: journal.steps)
    #expect(try await pair.second.entry()?.rating == Rating(tenths: 50))
    #expect(try await pair.second.differencesFromJournal().isEmpty)
    let installation = newestChange.installation
    let valid = journal.changes.dropLast().last { $0.installation == installation }
    let newestChanges = try await pair.second.newestChanges()
    #expect(try newestChanges[installation] == #require(valid).id)
    try await edit(pair.second, at: 2) { $0.rating = Rating(tenths: 70) }
    let clocks = try await pair.second.journal().map(\.clock)
    #expect(try #require(clocks.last) < HybridTimestamp.limit.rawValue)
    #expect(try await pair.second.entry()?.rating == Rating(tenths: 70))
  }

  private static let unsupportedChanges = [
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

  @Test(arguments: unsupportedChanges)
  func unsupportedChangesAreStoredAndForwarded(change: Change) async throws {
    let pair = try await makePair()
    let before = try await pair.second.dump()
    let step = RecordedStep(id: "s", installation: "i", madeAt: .sample, command: "new")
    let record = RecordedChange(
      id: "c", step: "s", installation: "i",
      clock: HybridTimestamp(after: nil, now: .sample + 60), change: change)
    try await pair.second.receive([record], of: [step])
    #expect(try await pair.second.dump() == before)
    try await pair.exchange()
    #expect(try await pair.first.recordedJournal().changes.contains(record))
  }
}
