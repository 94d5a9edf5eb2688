import FilmzDomain
import FilmzStore
import Foundation
import Testing

/// The statistics of the collection.
struct CollectionStatisticsTests {
  private func text(_ counts: [ValueCount]) -> [String] {
    counts.map { "\($0.value) \($0.count)" }
  }

  @Test func statisticsOfAnEmptyCollectionAreEmpty() async throws {
    let statistics = try await Stores.inMemory().collection.statistics()
    #expect(statistics.counts == CollectionCounts(total: 0, watched: 0, rated: 0))
    #expect(statistics.userRatings == nil && statistics.imdbRatings == nil)
    #expect(
      statistics.time == (viewings: 0, viewingsWithoutRuntime: 0, minutes: 0))
    #expect(statistics.filmsWithoutDetails == 0)
    #expect(statistics.genres.isEmpty && statistics.ratings.isEmpty && statistics.months.isEmpty)
    #expect(statistics.decades.isEmpty && statistics.directors.isEmpty)
  }

  @Test func watchedFilmsAreCountedOnceRegardlessOfViewings() async throws {
    let counts = try await FilledCollection.make().collection.counts()
    #expect(counts == CollectionCounts(total: 5, watched: 2, rated: 2))
    #expect(counts.unwatched == 3)
  }

  @Test func statisticsCoverTheFilmsOfTheCollection() async throws {
    let statistics = try await FilledCollection.make().collection.statistics()
    #expect(statistics.counts == CollectionCounts(total: 5, watched: 2, rated: 2))
    #expect(statistics.userRatings?.mean == 6.75)
    #expect(statistics.userRatings?.deviation == 2.25)
    #expect(
      statistics.time == (viewings: 3, viewingsWithoutRuntime: 0, minutes: 290))
    #expect(statistics.filmsWithoutDetails == 2)
    #expect(text(statistics.ratings) == ["4.5 1", "9.0 1"])
    #expect(text(statistics.decades) == ["1980s 1", "1990s 1", "2000s 1", "2010s 1"])
    #expect(text(statistics.genres) == ["Crime 2", "Comedy 1", "Drama 1"])
    #expect(text(statistics.months) == ["2024-05 2"])
    #expect(text(statistics.directors) == ["Jane Doe 2"])
    #expect(text(statistics.actors) == ["Al Pha 1", "Zoë Ray 1"])
  }

  @Test func datesWithoutAMonthAreNotCountedByMonth() async throws {
    let store = try await Stores.inMemory().collection
    let dates = ["2024", "2024-05", "2023-12-31", nil]
    try await store.insert([.sample { $0.viewings = dates.map { .sample(date: $0) } }])
    #expect(text(try await store.statistics().months) == ["2023-12 1", "2024-05 1"])
  }

  @Test func onlyTheTenMostFrequentPeopleAreListed() async throws {
    let stores = try await Stores.inMemory()
    var film = Film(id: .matrix, title: "X", origin: .omdb, fetchedAt: .sample, isComplete: true)
    film.actors = (10...21).map { "Actor \($0)" }
    try await stores.cache.store([film], at: Date())
    try await stores.collection.insert([.sample { $0.viewings = [.sample()] }])
    let actors = try await stores.collection.statistics().actors
    #expect(text(actors) == (10...19).map { "Actor \($0) 1" })
  }

  @Test func ratingsOfZeroAreCounted() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([
      .sample("tt1", "A") { $0.rating = Rating(tenths: 0) },
      .sample("tt2", "B") { $0.rating = Rating(tenths: 100) },
    ])
    let statistics = try await store.statistics()
    #expect(statistics.userRatings?.mean == 5)
    #expect(statistics.userRatings?.deviation == 5)
    #expect(text(statistics.ratings) == ["0.0 1", "10.0 1"])
    #expect(statistics.counts.rated == 2)
  }

  @Test func imdbRatingsAreThoseOfFilmsThatTheUserRated() async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([
      .sample("tt1", "A") { $0.rating = Rating(tenths: 50) },
      .sample("tt2", "B") { $0.rating = Rating(tenths: 50) },
      .sample("tt3", "C") { $0.rating = Rating(tenths: 90) }, .sample("tt4", "D"),
    ])
    try await stores.cache.store(
      [
        film("tt1", imdb: 70), film("tt2", imdb: 90), film("tt3", imdb: nil), film("tt4", imdb: 10),
      ],
      at: Date())
    let statistics = try await stores.collection.statistics()
    #expect(statistics.userRatings?.count == 3)
    #expect(statistics.imdbRatings?.count == 2)
    #expect(statistics.imdbRatings?.mean == 8)
    #expect(statistics.imdbRatings?.deviation == 1)
  }

  @Test func viewingsWithoutRuntimeAreCountedSeparately() async throws {
    let stores = try await Stores.inMemory()
    let ids = ["tt1", "tt1", "tt2", "tt3"].map { FilmID(unchecked: $0) }
    try await stores.collection.insert(
      Set(ids).map { id in
        .sample(id.rawValue, "X") { entry in
          entry.viewings = ids.filter { $0 == id }.map { .sample(film: $0) }
        }
      })
    var filmWithRuntime = film("tt1", imdb: nil)
    filmWithRuntime.runtimeMinutes = 100
    try await stores.cache.store([filmWithRuntime, film("tt2", imdb: nil)], at: Date())
    #expect(
      try await stores.collection.statistics().time
        == (viewings: 4, viewingsWithoutRuntime: 2, minutes: 200))
  }

  @Test func peopleAreCountedOncePerWatchedFilm() async throws {
    let stores = try await Stores.inMemory()
    let entries = ["tt1", "tt2"].map { id in
      CollectionEntry.sample(id, "X") {
        $0.viewings = [.sample(film: $0.id), .sample(film: $0.id)]
      }
    }
    try await stores.collection.insert(entries + [.sample("tt3", "Not seen")])
    var films = ["tt1", "tt2", "tt3"].map { film($0, imdb: nil) }
    films[0].directors = ["B", "A"]
    films[1].directors = ["C"]
    films[1].actors = ["C", "B"]
    films[2].actors = ["B", "D"]
    try await stores.cache.store(films, at: Date())
    let statistics = try await stores.collection.statistics()
    #expect(text(statistics.directors) == ["A 1", "B 1", "C 1"])
    #expect(text(statistics.actors) == ["B 1", "C 1"])
  }

  @Test func genresAreSortedIgnoringCase() async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert(["tt1", "tt2", "tt3", "tt4"].map { .sample($0, "X") })
    var films = ["tt1", "tt2", "tt3"].map { film($0, imdb: nil) }
    films[0].genres = ["Éclair", "film-noir", "Drama"]
    films[1].genres = ["Sci-Fi", "Drama", "adventure"]
    films[2].isComplete = false
    films[2].fetchedAt = nil
    try await stores.cache.store(films, at: Date())
    let genres = try await stores.collection.genres()
    #expect(
      text(genres.genres) == ["adventure 1", "Drama 2", "Éclair 1", "film-noir 1", "Sci-Fi 1"])
    #expect(genres.films == 4)
    #expect(genres.filmsWithoutDetails == 2)
    #expect(
      text(try await stores.collection.statistics().genres)
        == ["Drama 2", "Sci-Fi 1", "adventure 1", "film-noir 1", "Éclair 1"])
  }

  private func film(_ id: String, imdb tenths: Int?) -> Film {
    var film = Film(
      id: FilmID(unchecked: id), title: "X", origin: .omdb, fetchedAt: .sample, isComplete: true)
    film.imdbRating = tenths.flatMap { Rating(tenths: $0) }
    return film
  }
}
