import FilmzDomain
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Testing

struct CollectionChangeTests {
  private let godfather = "tt0068646"
  private let matrix = "tt0133093"

  // MARK: - Rating and notes

  @Test func ratingAddsFilmsToTheCollection() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      try await bench.add(try await bench.items(matrix))
      let outcome = try await rate(90, try await bench.items(godfather, matrix), bench)
      #expect(outcome.added == [FilmID(unchecked: godfather)])
      #expect(outcome.items.map(\.entry?.rating?.tenths) == [90, 90])
      #expect(outcome.before.keys.map(\.rawValue) == [matrix])
      #expect(try await bench.entry(godfather)?.viewings.map(\.date) == [nil])
      #expect(try await bench.entry(matrix)?.viewings.map(\.date) == [nil])
    }
  }

  @Test func ratingCanBeChangedAndRemoved() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      _ = try await rate(80, try await bench.items(godfather), bench)
      let outcome = try await rate(75, try await bench.items(godfather), bench)
      #expect(outcome.before.values.map(\.rating?.tenths) == [80])
      #expect(outcome.added.isEmpty)
      #expect(try await bench.entry(godfather)?.rating?.tenths == 75)
      _ = try await rate(nil, try await bench.items(godfather), bench)
      let entry = try #require(try await bench.entry(godfather))
      #expect(entry.rating == nil)
    }
  }

  @Test func noteCanBeSetAndRemoved() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      let outcome = try await bench.collection.note(
        try await bench.items(godfather), "offer", in: bench.context("note"))
      #expect(outcome.added.count == 1)
      #expect(try await bench.entry(godfather)?.notes == "offer")
      _ = try await bench.collection.note(
        try await bench.items(godfather), nil, in: bench.context("note"))
      let entry = try #require(try await bench.entry(godfather))
      #expect(entry.notes == nil)
    }
  }

  // MARK: - Viewings

  @Test func markingAsWatchedAddsTheFilm() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      let outcome = try await bench.collection.markWatched(
        try await bench.items(godfather), on: PartialDate("2024"), rating: nil, note: "at Ines's",
        tags: ["cinema"], in: bench.context("watched"))
      #expect(outcome.added.count == 1)
      let viewing = try #require(try await bench.entry(godfather)?.viewings.first)
      #expect(viewing.date?.text == "2024")
      #expect(viewing.note == "at Ines's")
      #expect(viewing.tags == ["cinema"])
    }
  }

  @Test(arguments: [
    ("2020-01-01", 80), ("2024-04-30", 80), ("2024-04", 80), ("2023", 80), ("2024-05-01", 30),
    ("2024-05-02", 30), ("2025", 30), ("2024-05", 30), ("2024", 30),
  ])
  func ratingOfNewestViewingBecomesTheRating(date: String, rating: Int) async throws {
    try await ViewModelBench.with(key: nil) { bench in
      try await watch(on: "2024-05-01", rating: 80, bench)
      try await watch(on: date, rating: 30, bench)
      let entry = try #require(try await bench.entry(godfather))
      #expect(entry.rating?.tenths == rating)
      #expect(entry.viewings.map(\.rating?.tenths) == [80, 30])
      #expect(entry.dateWatched?.text == max("2024-05-01", date))
    }
  }

  @Test func viewingWithoutRatingKeepsTheRating() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      _ = try await rate(60, try await bench.items(godfather), bench)
      try await watch(on: "2024-05-01", rating: nil, bench)
      #expect(try await bench.entry(godfather)?.rating?.tenths == 60)
    }
  }

  @Test func ratingOfFirstViewingReplacesTheRating() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      _ = try await rate(60, try await bench.items(godfather), bench)
      try await watch(on: "1990", rating: 70, bench)
      #expect(try await bench.entry(godfather)?.rating?.tenths == 70)
    }
  }

  @Test func removingViewingsKeepsTheRating() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      try await watch(on: "2023-05-01", rating: 70, bench)
      try await watch(on: "2024-05-01", rating: 80, bench)
      let outcome = try await bench.collection.markUnwatched(
        try await bench.items(godfather), in: bench.context("unwatched"))
      #expect(outcome.before.values.map(\.viewings.count) == [2])
      let entry = try #require(try await bench.entry(godfather))
      #expect(!entry.isWatched)
      #expect(entry.dateWatched == nil)
      #expect(entry.rating?.tenths == 80)
    }
  }

  // MARK: - Removing

  @Test func removedFilmStaysInTheCache() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      try await watch(on: "2024-05-01", rating: 80, bench)
      let outcome = try await bench.collection.remove(
        try await bench.items(godfather), in: bench.context("rm"))
      #expect(outcome.items.map(\.entry) == [nil])
      #expect(outcome.before.values.map(\.rating?.tenths) == [80])
      let entry = try await bench.entry(godfather)
      #expect(entry == nil)
      #expect(try await bench.cachedFilm(godfather)?.title == "The Godfather")
      #expect(try await bench.collection.counts() == .init(total: 0, watched: 0, rated: 0))
    }
  }

  @Test func filmsOutsideTheCollectionAreRefused() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      try await bench.add(try await bench.items(matrix))
      let both = try await bench.items(godfather, matrix)
      let refusal = [FilmID(unchecked: godfather): "The Godfather is not in your collection"]
      let unwatched = try await bench.collection.markUnwatched(both, in: bench.context("unwatched"))
      #expect(unwatched.refusals == refusal)
      let removed = try await bench.collection.remove(both, in: bench.context("rm"))
      #expect(removed.refusals == refusal)
      #expect(try await bench.collection.counts().total == 0)
    }
  }

  // MARK: - Counts

  @Test func countsDistinguishWatchedAndUnwatched() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      try await bench.add(try await bench.items(matrix, "tt0113277"))
      try await watch(on: "2024-05-01", rating: nil, bench)
      let counts = try await bench.collection.counts()
      #expect(counts == CollectionCounts(total: 3, watched: 1, rated: 0))
      #expect(counts.unwatched == 2)
      let statistics = try await bench.collection.statistics()
      #expect(statistics.counts == counts)
      #expect(statistics.time.minutes == 175)
    }
  }

  private func rate(
    _ tenths: Int?, _ items: [FilmItem], _ bench: ViewModelBench
  ) async throws -> ChangeOutcome {
    try await bench.collection.rate(
      items, tenths.flatMap(Rating.init(tenths:)), in: bench.context("rate"))
  }

  private func watch(on date: String, rating: Int?, _ bench: ViewModelBench) async throws {
    bench.clock.advance(days: 1)
    let day = try #require(PartialDate(date))
    _ = try await bench.collection.markWatched(
      try await bench.items(godfather), on: day,
      rating: rating.flatMap(Rating.init(tenths:)), note: nil, tags: [],
      in: bench.context("watched"))
  }
}
