import FilmzDomain
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Testing

/// Skipping in rating sessions with four films; by title: 12 Angry Men, Heat, The Godfather, The
/// Matrix.
struct RatingSkipTests {
  private static let ids = ["tt0050083", "tt0113277", "tt0068646", "tt0133093"]

  @Test func skippedFilmsComeLastInTheNextSession() async throws {
    try await withFourWatchedFilms { bench in
      let firstDeck = try await bench.beginRating()
      for _ in 1...2 { try await firstDeck.perform(.skip) }
      #expect(try await order(bench.reopened()) == [2, 3, 0, 1])
      let secondDeck = try await bench.beginRating()
      try await secondDeck.perform(.skip)
      #expect(try await order(bench.reopened()) == [3, 0, 1, 2])
    }
  }

  @Test func filmSkippedAgainComesAfterTheOtherSkippedFilms() async throws {
    try await withFourWatchedFilms { bench in
      let deck = try await bench.beginRating()
      for _ in 1...4 { try await deck.perform(.skip) }
      let nextDeck = try await bench.beginRating()
      try await nextDeck.perform(.skip)
      #expect(try await order(bench.reopened()) == [1, 2, 3, 0])
    }
  }

  @Test func undoneSkipHasNoEffect() async throws {
    try await withFourWatchedFilms { bench in
      let deck = try await bench.beginRating()
      for _ in 1...2 { try await deck.perform(.skip) }
      _ = try await deck.undo()
      #expect(try await order(bench.reopened()) == [1, 2, 3, 0])
      let nextDeck = try await bench.beginRating()
      for _ in 1...4 { try await nextDeck.perform(.skip) }
      _ = try await nextDeck.undo()
      #expect(try await order(bench.reopened()) == [0, 1, 2, 3])
    }
  }

  @Test func ratedFilmIsNoLongerSkipped() async throws {
    try await withFourWatchedFilms { bench in
      let deck = try await bench.beginRating()
      for _ in 1...2 { try await deck.perform(.skip) }
      let nextDeck = try await bench.beginRating { $0.filter.grep = "12 angry" }
      _ = try await nextDeck.perform(.rate(try Rating(parsing: "8")))
      #expect(try await skippedIDs(bench) == [Self.ids[1]])
      _ = try await nextDeck.undo()
      #expect(try await order(bench.reopened()) == [2, 3, 0, 1])
    }
  }

  @Test func filmRatedOutsideTheSessionIsNoLongerSkipped() async throws {
    try await withFourWatchedFilms { bench in
      let deck = try await bench.beginRating()
      try await deck.perform(.skip)
      let items = try await bench.items(Self.ids[0])
      _ = try await bench.collection.rate(
        items, Rating(tenths: 80), in: bench.context("rate"))
      let nextDeck = try await bench.beginRating()
      try await nextDeck.perform(.skip)
      #expect(try await skippedIDs(bench) == [Self.ids[1]])
    }
  }

  @Test func skipIsALoggedStepThatCanBeUndone() async throws {
    try await withFourWatchedFilms { bench in
      let deck = try await bench.beginRating()
      try await deck.perform(.skip)
      let log = try await bench.journal.log(limit: 1)
      #expect(log.map(\.step.command) == ["rate"] && log.map(\.filmNames) == [["12 Angry Men"]])
      _ = try await bench.journal.undo(1, force: false, in: bench.context("undo"))
      #expect(try await order(bench.reopened()) == [0, 1, 2, 3])
      _ = try await bench.journal.redo(1, force: false, in: bench.context("redo"))
      #expect(try await order(bench.reopened()) == [1, 2, 3, 0])
    }
  }

  @Test func skipDoesNotChangeEntries() async throws {
    try await withFourWatchedFilms { bench in
      let store = try await bench.database.openForReading().collection
      let ids = Self.ids.map(FilmID.init(unchecked:))
      let before = try await store.entries(ids)
      try await bench.beginRating().perform(.skip)
      #expect(try await bench.database.openForReading().collection.entries(ids) == before)
    }
  }

  @Test func removedFilmIsNotSkipped() async throws {
    try await withFourWatchedFilms { bench in
      let deck = try await bench.beginRating()
      _ = try await deck.card()
      let other = bench.reopened()
      _ = try await other.collection.remove(
        try await other.items(Self.ids[0]), in: bench.context("rm"))
      await #expect(throws: ViewModelError.filmGone(title: "12 Angry Men")) {
        try await deck.perform(.skip)
      }
      #expect(try await order(bench.reopened()) == [1, 2, 3])
    }
  }

  private func withFourWatchedFilms(_ body: (ViewModelBench) async throws -> Void) async throws {
    try await ViewModelBench.with(key: nil) { bench in
      try await bench.addFourWatchedFilms()
      try await body(bench)
    }
  }

  private func skippedIDs(_ bench: ViewModelBench) async throws -> [String] {
    try await bench.database.openForReading().collection.ratingSkips().map(\.rawValue)
  }

  /// Returns the order of the films in a new session as indices in `Self.ids`; its skips are undone.
  private func order(_ bench: ViewModelBench) async throws -> [Int?] {
    let deck = try await bench.beginRating()
    var ids: [String] = []
    while let card = try await deck.card() {
      ids.append(card.item.id.rawValue)
      try await deck.perform(.skip)
    }
    while try await deck.undo() != nil {}
    return ids.map(Self.ids.firstIndex)
  }
}
