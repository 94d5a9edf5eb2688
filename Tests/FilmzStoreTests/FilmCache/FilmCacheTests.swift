import FilmzDomain
import FilmzStore
import Foundation
import Testing

/// Storing and replacing the facts of films.
struct FilmCacheTests {
  /// Facts of different detail levels.
  enum Facts: CaseIterable {
    case searchResult
    case catalog
    case fetched

    func film(_ title: String) -> Film {
      Film(
        id: .matrix, title: title, origin: self == .catalog ? .catalog : .omdb,
        fetchedAt: self == .catalog ? nil : .sample, isComplete: self != .searchResult)
    }
  }

  private static func fullFilm() throws -> Film {
    var film = Film(
      id: .matrix, title: "The Matrix", year: 1999, endYear: 2003, type: .series, origin: .omdb,
      fetchedAt: Date(timeIntervalSince1970: 1_700_000_000.123456), isComplete: true)
    film.originalTitle = "Matrix „Original“"
    film.rated = "R"
    film.released = PartialDate("1999-03-31")
    film.runtimeMinutes = 136
    film.genres = ["Action", "Sci-Fi"]
    film.directors = ["Lana Wachowski", "Lilly Wachowski"]
    film.writers = ["One"]
    film.actors = ["Keanu Reeves", "Zoë 千"]
    film.plot = "A \"plot\"\nwith \u{1B} and 🎬."
    film.languages = ["English"]
    film.countries = ["United States"]
    film.awards = "Won 4 Oscars"
    film.poster = "https://example.com/a.jpg"
    film.ratings = [.init(source: "Metacritic", value: "73/100")]
    film.metascore = 73
    film.imdbRating = try Rating(parsing: "8.7")
    film.imdbVotes = 2_012_345
    film.ratingsAsOf = "2024-05"
    film.episode = Episode(
      series: FilmID(imdbNumber: 903_747), seriesTitle: "Series", season: 5, number: 14)
    film.otherIDs = [FilmID(tmdb: .movie, 603)]
    film.watch = [WatchOffer(name: "Netflix", kind: .stream)]
    film.region = "DE"
    film.tmdbLanguage = "de-DE"
    return film
  }

  @Test func allFactsAreReturnedUnchanged() async throws {
    let film = try Self.fullFilm()
    // Only films with facts of several services have contributing origins; own fields are not cached.
    let others = ["contributingOrigins", "ownFields", "fullPlot"]
    for (name, value) in Mirror(reflecting: film).children where !others.contains(name ?? "") {
      let isMissing = ["nil", "[]"].contains("\(value)")
      #expect(!isMissing, "the sample lacks \(name ?? "")")
    }
    let cache = try await Stores.inMemory().cache
    try await cache.store([film], at: Date())
    #expect(try await cache.films([.matrix]) == [.matrix: film])
  }

  @Test func filmsWithOnlyATitleAreReturnedUnchanged() async throws {
    let cache = try await Stores.inMemory().cache
    let film = Film(id: .matrix, title: "The Matrix", origin: .starter)
    try await cache.store([film], at: Date())
    #expect(try await cache.films([.matrix]) == [.matrix: film])
  }

  @Test func onlyRequestedFilmsAreReturned() async throws {
    let cache = try await Stores.inMemory().cache
    let ids = (1...3).map { FilmID(unchecked: "tt\($0)") }
    try await cache.store(ids.map { Film(id: $0, title: "Film \($0)", origin: .omdb) }, at: Date())
    try await cache.store([], at: Date())
    #expect(try await Set(cache.films([ids[0], ids[2], .matrix]).keys) == [ids[0], ids[2]])
    #expect(try await cache.films([]).isEmpty)
  }

  @Test(arguments: Facts.allCases, Facts.allCases)
  func lessDetailedFactsDoNotReplaceMoreDetailedOnes(old: Facts, new: Facts) async throws {
    let cache = try await Stores.inMemory().cache
    try await cache.store([old.film("old")], at: Date())
    try await cache.store([new.film("new")], at: Date())
    let ascendingDetail: [Facts] = [.searchResult, .catalog, .fetched]
    let isLessDetailed =
      try #require(ascendingDetail.firstIndex(of: new))
      < #require(ascendingDetail.firstIndex(of: old))
    let storedFilm = try await cache.films([.matrix])[.matrix]
    #expect(storedFilm == (isLessDetailed ? old.film("old") : new.film("new")))
  }

  @Test(arguments: [
    (Film.Origin.starter, Film.Origin.catalog, "new"), (.catalog, .catalog, "new"),
    (.starter, .starter, "new"), (.catalog, .starter, "old"),
  ])
  func starterFactsDoNotReplaceThoseOfAnImportedCatalog(
    old: Film.Origin, new: Film.Origin, title: String
  ) async throws {
    let cache = try await Stores.inMemory().cache
    for (title, origin) in [("old", old), ("new", new)] {
      let film = Film(id: .matrix, title: title, origin: origin, isComplete: true)
      try await cache.store([film], at: Date())
    }
    #expect(try await cache.films([.matrix])[.matrix]?.title == title)
  }

  @Test func listsShowTheNewestFacts() async throws {
    let stores = try await FilledCollection.make()
    let id = FilmID(unchecked: "tt1")
    let film = Film(
      id: id, title: "Zeta", year: 2020, origin: .omdb, fetchedAt: .sample, isComplete: true)
    try await stores.cache.store([film], at: Date())
    var query = CollectionQuery()
    query.filter.grep = "zeta"
    #expect(try await stores.collection.ids(matching: query) == [id])
    query.filter.grep = "alpha"
    #expect(try await stores.collection.ids(matching: query).isEmpty)
    #expect(try await stores.collection.listedFilms([id]).map(\.film?.title) == ["Zeta"])
  }
}
