import FilmzDomain
import FilmzStore
import Foundation
import Testing

/// Counts over the collection.
struct CollectionStatisticsTests {
  private func text(_ counts: [ValueCount]) -> [String] {
    counts.map { "\($0.value) \($0.count)" }
  }

  @Test func anEmptyCollectionCountsNothing() async throws {
    let statistics = try await Stores.inMemory().collection.statistics()
    #expect(statistics.counts == CollectionCounts(total: 0, watched: 0, rated: 0))
    #expect(statistics.meanRating == nil)
    #expect(statistics.minutesWatched == 0)
    #expect(statistics.genres.isEmpty && statistics.ratings.isEmpty && statistics.months.isEmpty)
    #expect(statistics.decades.isEmpty && statistics.directors.isEmpty)
  }

  @Test func filmsAreCountedNotViewings() async throws {
    let counts = try await FilledCollection.make().collection.counts()
    #expect(counts == CollectionCounts(total: 5, watched: 2, rated: 2))
    #expect(counts.unwatched == 3)
  }

  @Test func everyCountIsOfTheFilmsOfTheCollection() async throws {
    let statistics = try await FilledCollection.make().collection.statistics()
    #expect(statistics.counts == CollectionCounts(total: 5, watched: 2, rated: 2))
    #expect(statistics.meanRating == 6.75)
    #expect(statistics.minutesWatched == 290)
    #expect(text(statistics.ratings) == ["4.5 1", "9.0 1"])
    #expect(text(statistics.decades) == ["1980s 1", "1990s 1", "2000s 1", "2010s 1"])
    #expect(text(statistics.genres) == ["Crime 2", "Comedy 1", "Drama 1"])
    #expect(text(statistics.months) == ["2024-05 2"])
    #expect(text(statistics.directors) == ["Jane Doe 2"])
    #expect(text(statistics.actors) == ["Al Pha 1", "Zoë Ray 1"])
  }

  @Test func aYearAloneIsNoMonth() async throws {
    let store = try await Stores.inMemory().collection
    let dates = ["2024", "2024-05", "2023-12-31", nil]
    try await store.insert([.sample { $0.viewings = dates.map { .sample(date: $0) } }])
    #expect(text(try await store.statistics().months) == ["2023-12 1", "2024-05 1"])
  }

  @Test func theTenMostFrequentPeopleAreCounted() async throws {
    let stores = try await Stores.inMemory()
    var film = Film(id: .matrix, title: "X", origin: .omdb, fetchedAt: .sample, isComplete: true)
    film.actors = (10...21).map { "Actor \($0)" }
    try await stores.cache.store([film], at: Date())
    try await stores.collection.insert([.sample { $0.viewings = [.sample()] }])
    let actors = try await stores.collection.statistics().actors
    #expect(text(actors) == (10...19).map { "Actor \($0) 1" })
  }

  @Test func aRatingOfNothingCounts() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([
      .sample("tt1", "A") { $0.rating = Rating(tenths: 0) },
      .sample("tt2", "B") { $0.rating = Rating(tenths: 100) },
    ])
    let statistics = try await store.statistics()
    #expect(statistics.meanRating == 5)
    #expect(text(statistics.ratings) == ["0.0 1", "10.0 1"])
    #expect(statistics.counts.rated == 2)
  }
}
