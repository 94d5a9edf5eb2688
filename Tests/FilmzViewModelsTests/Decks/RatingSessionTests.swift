import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzViewModels

/// Rating sessions with four films; by title: 12 Angry Men, Heat, The Godfather, The Matrix.
struct RatingSessionTests {
  private static let eight = Rating(tenths: 80)
  private static let ids = ["tt0050083", "tt0113277", "tt0068646", "tt0133093"]

  // MARK: - Films

  @Test func deckHasTheFilmsOfTheQueryInItsOrder() async throws {
    try await withFourWatchedFilms { bench in
      _ = try await bench.collection.rate(
        try await bench.items(Self.ids[1]), Rating(tenths: 70), in: bench.context("rate"))
      try await bench.add(try await bench.items("tt0071562"))
      #expect(try await films(of: bench.beginRating()) == [Self.ids[0], Self.ids[2], Self.ids[3]])
      let reversedDeck = try await bench.beginRating { $0.order = .init(.name, descending: true) }
      #expect(try await films(of: reversedDeck) == [Self.ids[3], Self.ids[2], Self.ids[0]])
      let unwatchedDeck = try await bench.beginRating { $0.filter.isWatched = false }
      #expect(try await films(of: unwatchedDeck) == ["tt0071562"])
      let ratedDeck = try await bench.beginRating { $0.filter.isRated = true }
      #expect(try await films(of: ratedDeck) == [Self.ids[1]])
    }
  }

  @Test func cardHasNumberAndTotal() async throws {
    try await withFourWatchedFilms { bench in
      let deck = try await bench.beginRating()
      _ = try await deck.perform(.rate(try #require(Self.eight)))
      let card = try #require(try await deck.card())
      #expect(card.number == 2 && card.total == 4)
      #expect(card.item.name == "Heat")
      #expect(card.item.film?.runtimeMinutes == 170)
      #expect(card.item.entry?.isWatched == true)
    }
  }

  @Test func removedFilmIsLeftOut() async throws {
    try await withFourWatchedFilms { bench in
      let deck = try await bench.beginRating()
      _ = try await bench.collection.remove(
        try await bench.items(Self.ids[0], Self.ids[1]), in: bench.context("rm"))
      let card = try #require(try await deck.card())
      #expect(card.item.name == "The Godfather")
      #expect(card.number == 1 && card.total == 2)
    }
  }

  @Test func noCardIsReturnedAtTheEnd() async throws {
    try await withFourWatchedFilms { bench in
      let deck = try await bench.beginRating { $0.filter.grep = "heat" }
      _ = try await deck.perform(.rate(try #require(Self.eight)))
      let card = try await deck.card()
      #expect(card == nil)
      let ratedFilm = try await deck.perform(.rate(try #require(Self.eight)))
      #expect(ratedFilm == nil)
      try await deck.perform(.skip)
      #expect(await deck.summary == RatingSummary(rated: 1, skipped: 0, remaining: 0))
      let nextDeck = try await bench.beginRating { $0.filter.grep = "heat" }
      #expect(await nextDeck.isEmpty)
    }
  }

  // MARK: - Actions

  /// The keys of a rating session: a digit rates, `-` skips, `+` adds half a point, `u` undoes.
  @Test(arguments: [
    ("8", [80], 1, 0, 3), ("8+", [85], 1, 0, 3), ("8++++", [100], 1, 0, 3),
    ("8+++++", [100], 1, 0, 3), ("87", [80, 70], 2, 0, 2), ("8-+", [85], 1, 1, 2),
    ("-", [], 0, 1, 3), ("--u", [], 0, 1, 3), ("8u", [], 0, 0, 4), ("8u7", [70], 1, 0, 3),
    ("8+u", [80], 1, 0, 3), ("8+uu", [], 0, 0, 4), ("u", [], 0, 0, 4), ("+", [], 0, 0, 4),
    ("87uu", [], 0, 0, 4), ("87uuu9", [90], 1, 0, 3), ("-u8", [80], 1, 0, 3),
    ("8765", [80, 70, 60, 50], 4, 0, 0), ("8765u9", [80, 70, 60, 90], 4, 0, 0),
    ("87u+", [85], 1, 0, 3), ("8-7-", [80, nil, 70], 2, 2, 0),
  ])
  func keysResultInRatingsAndSummary(
    keys: String, ratings: [Int?], rated: Int, skipped: Int, remaining: Int
  ) async throws {
    try await withFourWatchedFilms { bench in
      let deck = try await bench.beginRating()
      try await press(keys, deck)
      #expect(
        await deck.summary == RatingSummary(rated: rated, skipped: skipped, remaining: remaining))
      let storedRatings = try await storedRatings(bench)
      #expect(storedRatings == ratings + Array(repeating: nil, count: 4 - ratings.count))
      #expect(await deck.ratedFilms.map(\.entry?.rating?.tenths) == ratings.filter { $0 != nil })
    }
  }

  @Test func ratingIsStoredImmediatelyAsAStepWithItsCommand() async throws {
    try await withFourWatchedFilms { bench in
      let deck = try await bench.beginRating()
      let item = try await deck.perform(.rate(try #require(Self.eight)))
      #expect(item?.entry?.rating == Self.eight)
      #expect(try await bench.reopened().entry(Self.ids[0])?.rating == Self.eight)
      _ = try await deck.addHalfPoint()
      #expect(try bench.isJournaled("rate tt0050083 8.5"))
      #expect(try !bench.isJournaled("rate tt0050083 9"))
    }
  }

  @Test func eachActionIsAStepWithItsOwnTime() async throws {
    try await withFourWatchedFilms { bench in
      let start = bench.clock.now
      let deck = try await bench.beginRating()
      for key in ["8", "-", "+"] {
        bench.clock.advance(days: 1)
        try await press(key, deck)
      }
      let times = try await bench.journal.log(limit: 3).map(\.step.madeAt)
      #expect(times == [3, 2, 1].map { start + $0 * 86_400 })
    }
  }

  @Test func halfPointAboveTenIsRefused() async throws {
    try await withFourWatchedFilms { bench in
      let deck = try await bench.beginRating()
      guard case .nothingRated = try await deck.addHalfPoint() else {
        Issue.record("no film was rated yet")
        return
      }
      _ = try await deck.perform(.rate(try #require(Rating(tenths: 96))))
      guard case .tooHigh(let item) = try await deck.addHalfPoint() else {
        Issue.record("10.1 is too high")
        return
      }
      #expect(item.name == "12 Angry Men")
      #expect(try await storedRatings(bench)[0] == 96)
    }
  }

  @Test func undoReturnsTheActionAndItsCard() async throws {
    try await withFourWatchedFilms { bench in
      let deck = try await bench.beginRating()
      try await press("8-", deck)
      let skip = try #require(try await deck.undo())
      #expect(skip.undoEntry.action == .skip && skip.item.name == "Heat")
      let rating = try #require(try await deck.undo())
      #expect(
        rating.undoEntry.action == .rate(try #require(Self.eight))
          && rating.item.name == "12 Angry Men"
      )
      let card = try #require(try await deck.card())
      #expect(card.item.name == "12 Angry Men" && card.number == 1)
      #expect(card.item.entry?.rating == nil)
      let nextUndo = try await deck.undo()
      #expect(nextUndo == nil)
    }
  }

  @Test func undoRestoresThePreviousRating() async throws {
    try await withFourWatchedFilms { bench in
      _ = try await bench.collection.rate(
        try await bench.items(Self.ids[1]), Rating(tenths: 65), in: bench.context("rate"))
      let deck = try await bench.beginRating { $0.filter.isRated = true }
      try await press("8+uu", deck)
      #expect(try await storedRatings(bench)[1] == 65)
      #expect(try await deck.card()?.item.entry?.rating?.tenths == 65)
    }
  }

  // MARK: - Changes by other sessions

  @Test func filmRemovedByAnotherSessionIsNeitherRatedNorAdded() async throws {
    try await withFourWatchedFilms { bench in
      let deck = try await bench.beginRating()
      _ = try await deck.card()
      try await removeInAnotherSession(Self.ids[0], bench)
      await #expect(throws: ViewModelError.filmGone(title: "12 Angry Men")) {
        try await deck.perform(.rate(try #require(Self.eight)))
      }
      #expect(try await bench.entry(Self.ids[0]) == nil)
      #expect(try await deck.card()?.item.name == "Heat")
      _ = try await deck.perform(.rate(try #require(Self.eight)))
      #expect(try await storedRatings(bench) == [nil, 80, nil, nil])
      #expect(await deck.summary == RatingSummary(rated: 1, skipped: 0, remaining: 2))
    }
  }

  @Test func halfPointIsNotAddedToFilmRemovedByAnotherSession() async throws {
    try await withFourWatchedFilms { bench in
      let deck = try await bench.beginRating()
      try await press("8", deck)
      try await removeInAnotherSession(Self.ids[0], bench)
      await #expect(throws: ViewModelError.filmGone(title: "12 Angry Men")) {
        try await deck.addHalfPoint()
      }
      #expect(try await bench.entry(Self.ids[0]) == nil)
      #expect(try await deck.card()?.item.name == "Heat")
    }
  }

  @Test func undoAcceptsStepsThatAnotherSessionUndid() async throws {
    try await withFourWatchedFilms { bench in
      let deck = try await bench.beginRating()
      try await press("87", deck)
      let other = bench.reopened().journal
      #expect(try await other.undo(1, force: false, in: bench.context("undo")).steps.count == 1)
      #expect(try await deck.undo()?.item.name == "Heat")
      #expect(try await deck.card()?.item.name == "Heat")
      let undone = try #require(try await deck.undo())
      #expect(undone.item.name == "12 Angry Men" && undone.item.entry?.rating == nil)
      let nextUndo = try await deck.undo()
      #expect(nextUndo == nil)
      try await press("95", deck)
      #expect(try await storedRatings(bench) == [90, 50, nil, nil])
    }
  }

  private func removeInAnotherSession(_ id: String, _ bench: ViewModelBench) async throws {
    let other = bench.reopened()
    _ = try await other.collection.remove(try await other.items(id), in: bench.context("rm"))
  }

  // MARK: - Facts

  @Test func missingFactsAreFetchedInAdvance() async throws {
    try await ViewModelBench.with { bench in
      try await bench.addFourWatchedFilms()
      var watched = NewEntry()
      watched.isWatched = true
      try await bench.add(try await bench.items("tt9000001"), watched)
      let deck = try await bench.beginRating(offline: false) {
        $0.order = .init(.name)
      }
      try await press("--", deck)
      _ = try await deck.card()
      try await bench.server.waitForRequests(1)
      #expect(bench.server.requests.compactMap { $0.query["i"] } == ["tt9000001"])
      await deck.close()
    }
  }

  @Test func nothingIsRequestedOffline() async throws {
    try await ViewModelBench.with { bench in
      var watched = NewEntry()
      watched.isWatched = true
      try await bench.add(try await bench.items("tt9000001"), watched)
      let deck = try await bench.beginRating()
      _ = try await deck.card()
      _ = try await deck.perform(.rate(try #require(Self.eight)))
      #expect(bench.server.requests.isEmpty)
    }
  }

  // MARK: - Helpers

  private func withFourWatchedFilms(_ body: (ViewModelBench) async throws -> Void) async throws {
    try await ViewModelBench.with(key: nil) { bench in
      try await bench.addFourWatchedFilms()
      try await body(bench)
    }
  }

  private func press(_ keys: String, _ deck: RatingDeck) async throws {
    for key in keys {
      switch key {
      case "-": try await deck.perform(.skip)
      case "+": _ = try await deck.addHalfPoint()
      case "u": _ = try await deck.undo()
      default: _ = try await deck.perform(.rate(try Rating(parsing: String(key))))
      }
    }
  }

  /// Returns the films of a deck in order, by skipping each card and undoing the skips.
  private func films(of deck: RatingDeck) async throws -> [String] {
    var ids: [String] = []
    while let card = try await deck.card() {
      ids.append(card.item.id.rawValue)
      try await deck.perform(.skip)
    }
    while try await deck.undo() != nil {}
    return ids
  }

  private func storedRatings(_ bench: ViewModelBench) async throws -> [Int?] {
    var ratings: [Int?] = []
    for id in Self.ids { ratings.append(try await bench.entry(id)?.rating?.tenths) }
    return ratings
  }
}

extension ViewModelBench {
  /// Returns whether the journal contains a command, which SQLite stores as plain text.
  fileprivate func isJournaled(_ command: String) throws -> Bool {
    try home.files().filter { $0.contains("collection.sqlite") }
      .contains { try home.read($0).contains(command) }
  }
}
