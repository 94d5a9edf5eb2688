import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// The numbers of films in smart collections.
struct SmartCollectionCountsTests {
  private static let now = Date.sample + 86_400 * 100

  /// After random additions, the counts are those of the films that each collection's filter matches.
  @Test(arguments: Seeds.of(1...6))
  func countsAreThoseOfTheFilters(seed: UInt64) async throws {
    let stores = try await Stores.inMemory()
    var random = SplitMix(seed)
    let films = (1...60).map { Self.film($0, &random) }
    try await stores.collection.insert(films.map { Self.entry($0, &random) })
    try await stores.cache.store(films, at: .sample)
    let collections = try await stores.collection.smartCollections(at: Self.now)
    let counts = Dictionary(uniqueKeysWithValues: collections.map { ($0.name, $0.filmCount) })
    #expect(counts.count > 12)
    for name in Self.names {
      let filter = try #require(name.builtInFilter)
      let expected = try await stores.collection.count(CollectionQuery(filter, now: Self.now))
      let minimum = name.family == .genre ? 2 : 1
      #expect(counts[name, default: 0] == (expected < minimum ? 0 : expected), "\(name.text)")
    }
    #expect(Set(counts.keys).isSubset(of: Self.names))
  }

  private static let names =
    BuiltInCollection.allCases.map(\.name)
    + ["Crime", "Drama", "Sci-Fi", "War"].map(CollectionFamily.genre.name)
    + ["1970s", "1980s", "1990s", "2000s"].map(CollectionFamily.decade.name)
    + ["Netflix", "Prime Video"].map(CollectionFamily.platform.name)

  private static func film(_ number: Int, _ random: inout SplitMix) -> Film {
    var film = Film(
      id: FilmID(unchecked: "tt\(1000 + number)"), title: "Film \(number)",
      year: random.chance(oneIn: 8) ? nil : Int.random(in: 1970...2005, using: &random),
      type: random.element(of: [.movie, .tvMovie, .short, .series, .episode, .game, nil]),
      origin: .omdb, isComplete: true)
    film.genres = random.element(of: [[], ["Crime"], ["Sci-Fi", "Drama"], ["War", "Crime"]])
    return film
  }

  private static func entry(_ film: Film, _ random: inout SplitMix) -> CollectionEntry {
    .sample(film.id.rawValue, film.title, year: film.year) { entry in
      entry.rating = random.element(of: [nil, Rating(tenths: 79), Rating(tenths: 80)])
      entry.platform = random.element(of: [nil, "Netflix", "Prime Video"])
      entry.addedAt = random.chance(oneIn: 3) ? now - 86_400 * 29 : now - 86_400 * 31
      let count = Int.random(in: 0...2, using: &random)
      entry.viewings = (0..<count).map { _ in
        .sample(film: entry.id, date: random.chance(oneIn: 3) ? nil : "2024-05-01")
      }
    }
  }

  @Test func moviesAndSeriesAreCountedOnlyIfThereAreBoth() async throws {
    let stores = try await Stores.inMemory()
    var film = Film(id: .matrix, title: "The Matrix", origin: .omdb)
    film.type = .movie
    try await stores.cache.store([film], at: .sample)
    try await stores.collection.insert([.sample { $0.viewings = [.sample()] }])
    let names = try await stores.collection.smartCollections(at: Self.now).map(\.name.text)
    #expect(names.contains("@seen") && !names.contains("@movies"))
  }

  @Test func emptyCollectionHasNoSmartCollections() async throws {
    let stores = try await Stores.inMemory()
    #expect(try await stores.collection.smartCollections(at: Self.now).isEmpty)
  }
}
