import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Merging the facts of several sources.
struct FactLayerTests {
  private func film(
    _ origin: Film.Origin, _ title: String, fetchedAt: Date? = nil, isComplete: Bool = true,
    _ edit: (inout Film) -> Void = { _ in }
  ) -> Film {
    var film = Film(
      id: .matrix, title: title, origin: origin, fetchedAt: fetchedAt, isComplete: isComplete)
    edit(&film)
    return film
  }

  @Test func missingFactsAreFilledInFromOtherSources() async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([.sample()])
    let films = [
      film(.starter, "Starter") { $0.plot = "of the starter" },
      film(.catalog, "Catalog") { film in
        film.runtimeMinutes = 136
        film.genres = ["Action", "Sci-Fi"]
        film.imdbRating = Rating(tenths: 87)
        film.ratingsAsOf = "2024-05"
      },
      film(.tmdb, "TMDB", fetchedAt: .sample) { film in
        film.runtimeMinutes = 137
        film.directors = ["Lana Wachowski"]
      },
      film(.omdb, "OMDb", fetchedAt: .sample + 9) { $0.year = 1999 },
    ]
    var random = SplitMix(7)
    try await stores.cache.store(films.shuffled(using: &random), at: .sample)
    let merged = try #require(try await stores.cache.films([.matrix])[.matrix])
    #expect(merged.title == "OMDb" && merged.year == 1999 && merged.runtimeMinutes == 137)
    #expect(merged.directors == ["Lana Wachowski"] && merged.genres == ["Action", "Sci-Fi"])
    #expect(merged.plot == "of the starter" && merged.imdbRating == Rating(tenths: 87))
    #expect(merged.ratingsAsOf == "2024-05")
    #expect(merged.origin == .omdb && merged.fetchedAt == .sample + 9 && merged.level == .full)
    let row = try #require(try await stores.collection.listedFilms([.matrix]).first?.film)
    #expect(row.title == "OMDb" && row.runtimeMinutes == 137 && row.origin == .omdb)
    #expect(row.genres == ["Action", "Sci-Fi"])
    #expect(try await stores.collection.find(textQuery("lana")).ids == [.matrix])
  }

  @Test func factsOfImportedFilesFillGapsOnly() async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([.sample()])
    var facts = ImportedFacts()
    facts.runtimeMinutes = 1
    facts.directors = ["Lana Wachowski"]
    facts.imdbRating = Rating(tenths: 86)
    facts.imdbVotes = 9
    try await stores.cache.storeImported(
      [Film(id: .matrix, title: "Of a File", year: 1998, type: .movie, imported: facts)], at: .sample)
    let only = try #require(try await stores.collection.listedFilms([.matrix]).first?.film)
    #expect(only.title == "Of a File" && only.runtimeMinutes == 1 && only.origin == .imported)
    #expect(try await stores.collection.find(textQuery("lana")).ids == [.matrix])
    // Sources are still asked about the film, and the cache has nothing that could be fetched again.
    #expect(try await stores.collection.idsWithoutFacts(limit: 9) == [.matrix])
    #expect(try await stores.collection.idsToLookUp(in: "x")?.contains(.matrix) == true)
    #expect(try await stores.cache.list().isEmpty)

    try await stores.cache.store([film(.catalog, "Catalog") { $0.runtimeMinutes = 136 }], at: .sample)
    let merged = try #require(try await stores.cache.films([.matrix])[.matrix])
    #expect(merged.title == "Catalog" && merged.runtimeMinutes == 136 && merged.origin == .catalog)
    #expect(merged.year == 1998 && merged.directors == ["Lana Wachowski"] && merged.imdbRating == Rating(tenths: 86))
    _ = try await stores.cache.clear()
    let kept = try #require(try await stores.cache.films([.matrix])[.matrix])
    #expect(kept.title == "Of a File" && kept.imdbVotes == 9)

    // A newer file replaces the facts of an older one.
    facts.runtimeMinutes = nil
    try await stores.cache.storeImported(
      [Film(id: .matrix, title: "Of a File", year: 1998, type: .movie, imported: facts)], at: .sample)
    #expect(try await stores.cache.films([.matrix])[.matrix]?.runtimeMinutes == nil)
  }

  @Test func factsOfServicesAreMergedFieldByField() async throws {
    let cache = try await Stores.inMemory().cache
    let ofOMDb = film(.omdb, "OMDb", fetchedAt: .sample) { film in
      film.rated = "R"
      film.ratings = [.init(source: "Metacritic", value: "73/100")]
      film.imdbRating = Rating(tenths: 87)
    }
    let ofTMDB = film(.tmdb, "TMDB", fetchedAt: .sample + 1) { film in
      film.otherIDs = [FilmID(tmdb: .movie, 603)]
      film.rated = "16"
      film.originalTitle = "Original"
      film.ratings = [.init(source: Film.PublishedRating.tmdb, value: "8.2/10")]
      film.watch = [WatchOffer(name: "Netflix", kind: .stream)]
      film.region = "DE"
      film.tmdbLanguage = "de-DE"
    }
    try await cache.store([ofTMDB, film(.catalog, "Catalog")], at: .sample)
    let single = try #require(try await cache.film(.matrix)?.film)
    #expect(single == ofTMDB && single.contributingOrigins.isEmpty)
    try await cache.store([ofOMDb], at: .sample)
    let merged = try #require(try await cache.film(.matrix)?.film)
    #expect(merged.title == "OMDb" && merged.origin == .omdb && merged.fetchedAt == .sample)
    #expect(merged.contributingOrigins == [.omdb, .tmdb])
    #expect(merged.rated == "R" && merged.originalTitle == "Original")
    #expect(merged.ratings == ofOMDb.ratings + ofTMDB.ratings)
    #expect(merged.imdbRating == Rating(tenths: 87) && merged.otherIDs == ofTMDB.otherIDs)
    #expect(merged.watch == ofTMDB.watch && merged.region == "DE")
    #expect(merged.tmdbLanguage == "de-DE")
  }

  private func textQuery(_ text: String) -> CollectionQuery {
    var query = CollectionQuery()
    query.filter.grep = text
    return query
  }

  @Test func searchResultsHaveTheLowestPriorityAndAreReplacedByFactsOfTheirSource() async throws {
    let cache = try await Stores.inMemory().cache
    let searchResult = film(.omdb, "Hit", fetchedAt: .sample, isComplete: false) {
      $0.poster = "https://p"
    }
    try await cache.store([searchResult, film(.starter, "Starter")], at: .sample)
    let merged = try #require(try await cache.films([.matrix])[.matrix])
    #expect(merged.title == "Starter" && merged.origin == .starter && merged.fetchedAt == nil)
    #expect(merged.poster == "https://p")
    try await cache.store([film(.omdb, "Whole", fetchedAt: .sample)], at: .sample)
    let fetchedFilm = try #require(try await cache.films([.matrix])[.matrix])
    #expect(fetchedFilm.title == "Whole" && fetchedFilm.poster == nil)
    try await cache.store([searchResult], at: .sample)
    #expect(try await cache.films([.matrix])[.matrix] == fetchedFilm)
  }

  @Test func ratingDatesAreNotTakenFromOtherSources() async throws {
    let cache = try await Stores.inMemory().cache
    let films = [
      film(.catalog, "Catalog") { film in
        film.imdbRating = Rating(tenths: 80)
        film.ratingsAsOf = "2024-05"
      },
      film(.omdb, "OMDb", fetchedAt: .sample) { $0.imdbRating = Rating(tenths: 90) },
    ]
    try await cache.store(films, at: .sample)
    let merged = try #require(try await cache.films([.matrix])[.matrix])
    #expect(merged.imdbRating == Rating(tenths: 90) && merged.ratingsAsOf == nil)
  }

  @Test func damagedFactsDoNotHideOtherFilms() async throws {
    let stores = try await Stores.inMemory()
    let other = Film(id: FilmID(unchecked: "tt2"), title: "Heat", origin: .starter)
    try await stores.cache.store([film(.starter, "Starter"), other], at: .sample)
    try await stores.collection.runSQL("UPDATE cache.film SET facts = '{' WHERE id = 'tt0133093'")
    #expect(try await stores.cache.films([.matrix, other.id]) == [other.id: other])
  }

  @Test func captionsAreUsedForFilmsWithoutFacts() async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([.sample(year: 1999)])
    let titles = try await stores.collection.films(beginningWith: ["the m"], limit: 9)
    #expect(titles.map(\.caption) == ["The Matrix (1999)"])
    #expect(try await stores.collection.listedFilms([.matrix]).first?.film == nil)
  }
}
