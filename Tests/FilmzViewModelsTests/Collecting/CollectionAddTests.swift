import FilmzDomain
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Testing

struct CollectionAddTests {
  private let godfather = "tt0068646"
  private let matrix = "tt0133093"

  @Test func factsAreCopiedFromTheCatalogImmediately() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      let outcome = try await bench.add(try await bench.items(godfather))
      #expect(outcome.items.map(\.caption) == ["The Godfather (1972)"])
      #expect(outcome.added == [FilmID(unchecked: godfather)])
      #expect(outcome.refusals.isEmpty)
      #expect(outcome.before.isEmpty)
      let entry = try #require(try await bench.entry(godfather))
      #expect(entry.caption == Caption(title: "The Godfather", year: 1972))
      #expect(entry.addedAt == bench.clock.now)
      #expect(try await bench.cachedFilm(godfather)?.runtimeMinutes == 175)
    }
  }

  @Test func newEntryIsEmpty() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      try await bench.add(try await bench.items(godfather))
      let entry = try #require(try await bench.entry(godfather))
      #expect(!entry.isWatched)
      #expect(entry.rating == nil)
      #expect(entry.dateWatched == nil)
      #expect(entry.audience == nil)
      #expect(entry.recommendedBy == nil)
      #expect(entry.notes == nil)
      #expect(entry.tags == [])
    }
  }

  @Test func filmWithoutFactsIsAddedOffline() async throws {
    try await ViewModelBench.with { bench in
      let outcome = try await bench.add(try await bench.items("tt9000026"))
      await bench.collection.finishFetchingFacts(within: .seconds(300))
      #expect(outcome.items.map(\.caption) == ["tt9000026"])
      let entry = try #require(try await bench.entry("tt9000026"))
      #expect(entry.caption == nil)
      #expect(try await bench.cachedFilm("tt9000026") == nil)
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func existingFilmIsRefusedAndOthersAreAdded() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      var new = NewEntry()
      new.notes = "mine"
      try await bench.add(try await bench.items(godfather), new)
      let items = try await bench.items(godfather, matrix, "tt9999999")
      let outcome = try await bench.add(items)
      let refusal = StoreError.alreadyInCollection(title: "The Godfather").message
      #expect(outcome.refusals == [FilmID(unchecked: godfather): refusal])
      #expect(refusal == "The Godfather is already in your collection")
      #expect(outcome.added.map(\.rawValue).sorted() == [matrix, "tt9999999"])
      #expect(try await bench.entry(godfather)?.notes == "mine")
      #expect(try await bench.collection.counts().total == 3)
    }
  }

  @Test func refusalOfFilmWithoutTitleContainsItsID() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      try await bench.add(try await bench.items("tt9999999"))
      let outcome = try await bench.add(try await bench.items("tt9999999"))
      #expect(outcome.refusals.values.sorted() == ["tt9999999 is already in your collection"])
      #expect(outcome.added.isEmpty)
    }
  }

  @Test func userDataIsStoredWithTheFilm() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      var new = NewEntry()
      new.isWatched = true
      new.date = PartialDate("2024-05-01")
      new.rating = Rating(tenths: 85)
      new.audience = .partner
      new.recommendedBy = "Ines"
      new.notes = "great fun"
      new.tags = ["cinema", "rain"]
      try await bench.add(try await bench.items(godfather), new)
      let entry = try #require(try await bench.entry(godfather))
      #expect(entry.rating == Rating(tenths: 85))
      #expect(entry.audience == .partner)
      #expect(entry.recommendedBy == "Ines")
      #expect(entry.notes == "great fun")
      #expect(entry.tags == ["cinema", "rain"])
      #expect(entry.viewings.map(\.date?.text) == ["2024-05-01"])
      #expect(entry.viewings.map(\.rating?.tenths) == [85])
      #expect(entry.dateWatched?.text == "2024-05-01")
    }
  }

  @Test func filmCanBeAddedAsWatchedWithoutDate() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      var new = NewEntry()
      new.isWatched = true
      try await bench.add(try await bench.items(godfather), new)
      let entry = try #require(try await bench.entry(godfather))
      #expect(entry.isWatched)
      #expect(entry.dateWatched == nil)
    }
  }

  @Test func newSessionReadsTheCollection() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      var new = NewEntry()
      new.audience = .family
      new.rating = Rating(tenths: 90)
      try await bench.add(try await bench.items(godfather), new)
      let paths = Paths(home: bench.home.path, config: nil, environment: [:])
      let store = try await CollectionDatabase(paths: paths).openForReading().collection
      let id = FilmID(unchecked: godfather)
      #expect(try await store.entries([id])[id] == bench.entry(godfather))
    }
  }
}
