import FilmzDomain
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Testing

/// Films by title: 12 Angry Men, Heat, The Godfather, The Matrix.
struct RatingSessionTests {
  private static let eight = Rating(tenths: 80)
  private static let ids = ["tt0050083", "tt0113277", "tt0068646", "tt0133093"]

  // MARK: - Which films

  @Test func watchedFilmsWithoutARatingComeInTheOrderThatIsAskedFor() async throws {
    try await bench { bench in
      _ = try await bench.collection.rate(
        try await bench.items(Self.ids[1]), Rating(tenths: 70), in: bench.context("rate"))
      try await bench.add(try await bench.items("tt0071562"))
      #expect(try await cards(of: bench.beginRating()) == [Self.ids[0], Self.ids[2], Self.ids[3]])
      let turned = try await bench.beginRating { $0.order = .init(.name, descending: true) }
      #expect(try await cards(of: turned) == [Self.ids[3], Self.ids[2], Self.ids[0]])
      let unwatched = try await bench.beginRating { $0.filter.isWatched = false }
      #expect(try await cards(of: unwatched) == ["tt0071562"])
      let rated = try await bench.beginRating { $0.filter.isRated = true }
      #expect(try await cards(of: rated) == [Self.ids[1]])
    }
  }

  @Test func aCardTellsItsPlace() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      _ = try await films.perform(.rate(try #require(Self.eight)))
      let card = try #require(try await films.card())
      #expect(card.number == 2 && card.total == 4)
      #expect(card.item.name == "Heat")
      #expect(card.item.film?.runtimeMinutes == 170)
      #expect(card.item.entry?.isWatched == true)
    }
  }

  @Test func aFilmThatWasRemovedMeanwhileIsLeftOut() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      _ = try await bench.collection.remove(
        try await bench.items(Self.ids[0], Self.ids[1]), in: bench.context("rm"))
      let card = try #require(try await films.card())
      #expect(card.item.name == "The Godfather")
      #expect(card.number == 1 && card.total == 2)
    }
  }

  @Test func nothingIsLeftAtTheEnd() async throws {
    try await bench { bench in
      let films = try await bench.beginRating { $0.filter.grep = "heat" }
      _ = try await films.perform(.rate(try #require(Self.eight)))
      let card = try await films.card()
      #expect(card == nil)
      let more = try await films.perform(.rate(try #require(Self.eight)))
      #expect(more == nil)
      try await films.perform(.skip)
      #expect(await films.summary == RatingSummary(rated: 1, skipped: 0, left: 0))
      let none = try await bench.beginRating { $0.filter.grep = "heat" }
      #expect(await none.isEmpty)
    }
  }

  // MARK: - What is done

  /// Keys as in the session: digits rate, `-` skips, `+` adds a half, `u` takes back.
  @Test(arguments: [
    ("8", [80], 1, 0, 3), ("8+", [85], 1, 0, 3), ("8++++", [100], 1, 0, 3),
    ("8+++++", [100], 1, 0, 3), ("87", [80, 70], 2, 0, 2), ("8-+", [85], 1, 1, 2),
    ("-", [], 0, 1, 3), ("--u", [], 0, 1, 3), ("8u", [], 0, 0, 4), ("8u7", [70], 1, 0, 3),
    ("8+u", [80], 1, 0, 3), ("8+uu", [], 0, 0, 4), ("u", [], 0, 0, 4), ("+", [], 0, 0, 4),
    ("87uu", [], 0, 0, 4), ("87uuu9", [90], 1, 0, 3), ("-u8", [80], 1, 0, 3),
    ("8765", [80, 70, 60, 50], 4, 0, 0), ("8765u9", [80, 70, 60, 90], 4, 0, 0),
    ("87u+", [85], 1, 0, 3), ("8-7-", [80, nil, 70], 2, 2, 0),
  ])
  func keysLeaveRatingsAndATally(
    keys: String, ratings: [Int?], rated: Int, skipped: Int, left: Int
  ) async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      try await press(keys, films)
      #expect(await films.summary == RatingSummary(rated: rated, skipped: skipped, left: left))
      let stored = try await stored(bench)
      #expect(stored == ratings + Array(repeating: nil, count: 4 - ratings.count))
      #expect(await films.ratedFilms.map(\.entry?.rating?.tenths) == ratings.filter { $0 != nil })
    }
  }

  @Test func aRatingIsStoredAtOnceAsAStepWithItsCommand() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      let item = try await films.perform(.rate(try #require(Self.eight)))
      #expect(item?.entry?.rating == Self.eight)
      #expect(try await bench.reopened().entry(Self.ids[0])?.rating == Self.eight)
      _ = try await films.addHalf()
      #expect(try bench.isJournaled("rate tt0050083 8.5"))
      #expect(try !bench.isJournaled("rate tt0050083 9"))
    }
  }

  @Test func everyActionIsAStepWithItsOwnMoment() async throws {
    try await bench { bench in
      let start = bench.clock.now
      let films = try await bench.beginRating()
      for key in ["8", "-", "+"] {
        bench.clock.advance(days: 1)
        try await press(key, films)
      }
      let moments = try await bench.journal.log(limit: 3).map(\.step.madeAt)
      #expect(moments == [3, 2, 1].map { start + $0 * 86_400 })
    }
  }

  @Test func aHalfThatIsTooMuchChangesNothingAndSaysSo() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      guard case .nothingRated = try await films.addHalf() else {
        Issue.record("nothing was rated yet")
        return
      }
      _ = try await films.perform(.rate(try #require(Rating(tenths: 96))))
      guard case .tooHigh(let item) = try await films.addHalf() else {
        Issue.record("10.1 is too much")
        return
      }
      #expect(item.name == "12 Angry Men")
      #expect(try await stored(bench)[0] == 96)
    }
  }

  @Test func takingBackTellsWhatAndShowsTheCardAgain() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      try await press("8-", films)
      let skip = try #require(try await films.undo())
      #expect(skip.entry.action == .skip && skip.item.name == "Heat")
      let rating = try #require(try await films.undo())
      #expect(
        rating.entry.action == .rate(try #require(Self.eight)) && rating.item.name == "12 Angry Men"
      )
      let card = try #require(try await films.card())
      #expect(card.item.name == "12 Angry Men" && card.number == 1)
      #expect(card.item.entry?.rating == nil)
      let nothing = try await films.undo()
      #expect(nothing == nil)
    }
  }

  @Test func aFilmThatIsRatedAgainGetsItsFormerRatingBack() async throws {
    try await bench { bench in
      _ = try await bench.collection.rate(
        try await bench.items(Self.ids[1]), Rating(tenths: 65), in: bench.context("rate"))
      let films = try await bench.beginRating { $0.filter.isRated = true }
      try await press("8+uu", films)
      #expect(try await stored(bench)[1] == 65)
      #expect(try await films.card()?.item.entry?.rating?.tenths == 65)
    }
  }

  // MARK: - What others do meanwhile

  @Test func aFilmThatWasRemovedElsewhereIsNotRatedAndNotAddedAgain() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      _ = try await films.card()
      try await remove(Self.ids[0], elsewhere: bench)
      await #expect(throws: ViewModelError.filmGone(title: "12 Angry Men")) {
        try await films.perform(.rate(try #require(Self.eight)))
      }
      #expect(try await bench.entry(Self.ids[0]) == nil)
      #expect(try await films.card()?.item.name == "Heat")
      _ = try await films.perform(.rate(try #require(Self.eight)))
      #expect(try await stored(bench) == [nil, 80, nil, nil])
      #expect(await films.summary == RatingSummary(rated: 1, skipped: 0, left: 2))
    }
  }

  @Test func aHalfIsNotAddedToAFilmThatWasRemovedElsewhere() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      try await press("8", films)
      try await remove(Self.ids[0], elsewhere: bench)
      await #expect(throws: ViewModelError.filmGone(title: "12 Angry Men")) {
        try await films.addHalf()
      }
      #expect(try await bench.entry(Self.ids[0]) == nil)
      #expect(try await films.card()?.item.name == "Heat")
    }
  }

  @Test func whatWasUndoneElsewhereIsPassedOver() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      try await press("87", films)
      let other = bench.reopened().journal
      #expect(try await other.undo(1, force: false, in: bench.context("undo")).steps.count == 1)
      #expect(try await films.undo()?.item.name == "Heat")
      #expect(try await films.card()?.item.name == "Heat")
      let first = try #require(try await films.undo())
      #expect(first.item.name == "12 Angry Men" && first.item.entry?.rating == nil)
      let nothing = try await films.undo()
      #expect(nothing == nil)
      try await press("95", films)
      #expect(try await stored(bench) == [90, 50, nil, nil])
    }
  }

  private func remove(_ id: String, elsewhere bench: HomeBench) async throws {
    let other = bench.reopened()
    _ = try await other.collection.remove(try await other.items(id), in: bench.context("rm"))
  }

  // MARK: - Facts

  @Test func factsThatAreMissingAreFetchedBehindTheCardsBefore() async throws {
    try await HomeBench.with { bench in
      try await bench.addFourWatched()
      var watched = NewEntry()
      watched.isWatched = true
      try await bench.add(try await bench.items("tt9000001"), watched)
      let films = try await bench.beginRating(offline: false) {
        $0.order = .init(.name)
      }
      try await press("--", films)
      _ = try await films.card()
      try await bench.server.waitForRequests(1)
      #expect(bench.server.requests.compactMap { $0.query["i"] } == ["tt9000001"])
      await films.close()
    }
  }

  @Test func offlineNobodyIsAsked() async throws {
    try await HomeBench.with { bench in
      var watched = NewEntry()
      watched.isWatched = true
      try await bench.add(try await bench.items("tt9000001"), watched)
      let films = try await bench.beginRating()
      _ = try await films.card()
      _ = try await films.perform(.rate(try #require(Self.eight)))
      #expect(bench.server.requests.isEmpty)
    }
  }

  // MARK: - Helpers

  private func bench(_ body: (HomeBench) async throws -> Void) async throws {
    try await HomeBench.with(key: nil) { bench in
      try await bench.addFourWatched()
      try await body(bench)
    }
  }

  private func press(_ keys: String, _ films: RatingDeck) async throws {
    for key in keys {
      switch key {
      case "-": try await films.perform(.skip)
      case "+": _ = try await films.addHalf()
      case "u": _ = try await films.undo()
      default: _ = try await films.perform(.rate(try Rating(parsing: String(key))))
      }
    }
  }

  /// The cards' films in their order; they are skipped on the way, and that is taken back.
  private func cards(of films: RatingDeck) async throws -> [String] {
    var ids: [String] = []
    while let card = try await films.card() {
      ids.append(card.item.id.rawValue)
      try await films.perform(.skip)
    }
    while try await films.undo() != nil {}
    return ids
  }

  private func stored(_ bench: HomeBench) async throws -> [Int?] {
    var ratings: [Int?] = []
    for id in Self.ids { ratings.append(try await bench.entry(id)?.rating?.tenths) }
    return ratings
  }
}

extension HomeBench {
  /// Whether a command stands in the journal, whose texts SQLite keeps as they are.
  fileprivate func isJournaled(_ command: String) throws -> Bool {
    try home.files().filter { $0.contains("collection.sqlite") }
      .contains { try home.read($0).contains(command) }
  }
}
