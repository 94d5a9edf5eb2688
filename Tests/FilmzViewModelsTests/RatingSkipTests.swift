import FilmzDomain
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Testing

/// Films by title: 12 Angry Men, Heat, The Godfather, The Matrix.
struct RatingSkipTests {
  private static let ids = ["tt0050083", "tt0113277", "tt0068646", "tt0133093"]

  @Test func skippedFilmsComeLastTheNextTimeTheOldestSkipFirst() async throws {
    try await bench { bench in
      let first = try await bench.beginRating()
      for _ in 1...2 { try await first.perform(.skip) }
      #expect(try await order(bench.reopened()) == [2, 3, 0, 1])
      let second = try await bench.beginRating()
      try await second.perform(.skip)
      #expect(try await order(bench.reopened()) == [3, 0, 1, 2])
    }
  }

  @Test func aFilmThatIsSkippedOnceMoreIsTheNewestSkip() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      for _ in 1...4 { try await films.perform(.skip) }
      let again = try await bench.beginRating()
      try await again.perform(.skip)
      #expect(try await order(bench.reopened()) == [1, 2, 3, 0])
    }
  }

  @Test func aSkipThatIsTakenBackIsForgotten() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      for _ in 1...2 { try await films.perform(.skip) }
      _ = try await films.undo()
      #expect(try await order(bench.reopened()) == [1, 2, 3, 0])
      let again = try await bench.beginRating()
      for _ in 1...4 { try await again.perform(.skip) }
      _ = try await again.undo()
      #expect(try await order(bench.reopened()) == [0, 1, 2, 3])
    }
  }

  @Test func aSkippedFilmThatIsRatedIsNoLongerSkipped() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      for _ in 1...2 { try await films.perform(.skip) }
      let again = try await bench.beginRating { $0.filter.grep = "12 angry" }
      _ = try await again.perform(.rate(try Rating(parsing: "8")))
      #expect(try await skipped(bench) == [Self.ids[1]])
      _ = try await again.undo()
      #expect(try await order(bench.reopened()) == [2, 3, 0, 1])
    }
  }

  @Test func aSkippedFilmThatIsRatedElsewhereIsNoLongerSkipped() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      try await films.perform(.skip)
      let items = try await bench.items(Self.ids[0])
      _ = try await bench.collection.rate(
        items, Rating(tenths: 80), in: bench.context("rate"))
      let again = try await bench.beginRating()
      try await again.perform(.skip)
      #expect(try await skipped(bench) == [Self.ids[1]])
    }
  }

  @Test func aSkipIsAStepThatTheLogListsAndUndoTakesBack() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      try await films.perform(.skip)
      let log = try await bench.journal.log(limit: 1)
      #expect(log.map(\.step.command) == ["rate"] && log.map(\.names) == [["12 Angry Men"]])
      _ = try await bench.journal.undo(1, force: false, in: bench.context("undo"))
      #expect(try await order(bench.reopened()) == [0, 1, 2, 3])
      _ = try await bench.journal.redo(1, force: false, in: bench.context("redo"))
      #expect(try await order(bench.reopened()) == [1, 2, 3, 0])
    }
  }

  @Test func aSkipChangesNothingElse() async throws {
    try await bench { bench in
      let store = try await bench.database.openForReading().collection
      let ids = Self.ids.map(FilmID.init(canonical:))
      let before = try await store.entries(ids)
      try await bench.beginRating().perform(.skip)
      #expect(try await bench.database.openForReading().collection.entries(ids) == before)
    }
  }

  @Test func aFilmThatWasRemovedMeanwhileIsNotSkipped() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      _ = try await films.card()
      let other = bench.reopened()
      _ = try await other.collection.remove(
        try await other.items(Self.ids[0]), in: bench.context("rm"))
      try await films.perform(.skip)
      #expect(try await order(bench.reopened()) == [1, 2, 3])
    }
  }

  private func bench(_ body: (HomeBench) async throws -> Void) async throws {
    try await HomeBench.with(key: nil) { bench in
      try await bench.addFourWatched()
      try await body(bench)
    }
  }

  private func skipped(_ bench: HomeBench) async throws -> [String] {
    try await bench.database.openForReading().collection.ratingSkips().map(\.rawValue)
  }

  /// The films of a new session, as places in the order by title; it leaves no skip behind.
  private func order(_ bench: HomeBench) async throws -> [Int?] {
    let films = try await bench.beginRating()
    var ids: [String] = []
    while let card = try await films.card() {
      ids.append(card.item.id.rawValue)
      try await films.perform(.skip)
    }
    while try await films.undo() != nil {}
    return ids.map(Self.ids.firstIndex)
  }
}
