import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Testing

/// The facts of the collection's films after a catalog was imported, replaced, or removed.
struct CatalogRefillTests {
  private static let starter = InMemoryCatalog.film(
    "tt0000011", "Moth", votes: 10, rating: 50, origin: .starter)
  private static func imported(_ votes: Int) -> Film {
    InMemoryCatalog.film("tt0000011", "Moth", votes: votes, rating: 70)
  }
  private static let sand = InMemoryCatalog.film("tt0000021", "Sand", votes: 7)

  private static var builtIn: InMemoryCatalog {
    var catalog = InMemoryCatalog([starter], ratingsAsOf: "2024", pageSize: nil)
    catalog.origin = .starter
    catalog.name = "the starter catalog"
    return catalog
  }

  /// Runs `body` with a collection of two films, one of which is in the starter catalog.
  private func withTwoFilms(
    key: String? = nil, _ body: (ViewModelBench, ReplaceableCatalog) async throws -> Void
  ) async throws {
    let file = ReplaceableCatalog(Self.builtIn)
    let catalogs = AvailableCatalogs(builtIn: Self.builtIn) { try file.source() }
    try await ViewModelBench.with(key: key, catalogs: catalogs) { bench in
      try await bench.add(try await bench.items("tt0000011", "tt0000021"))
      _ = try await listedVotes(bench)
      try await body(bench, file)
    }
  }

  /// Lists the collection, and returns the votes of its films by name.
  private func listedVotes(_ bench: ViewModelBench) async throws -> [String: Int?] {
    let page = try await bench.search.list(CollectionQuery(), page: 1, pageSize: nil)
    return Dictionary(page.items.map { ($0.name, $0.film?.imdbVotes) }) { first, _ in first }
  }

  @Test("an import adds missing facts, and replaces those of the starter catalog")
  func imported()
    async throws
  {
    try await withTwoFilms { bench, file in
      let before = try await listedVotes(bench)
      #expect(before == ["Moth": 10, "tt0000021": nil])
      file.replace(with: InMemoryCatalog([Self.imported(2000), Self.sand]))
      #expect(try await listedVotes(bench) == ["Moth": 2000, "Sand": 7])
      #expect(try await bench.cachedFilm("tt0000011")?.origin == .catalog)
    }
  }

  @Test("a newer import replaces the votes, and is queried once") func importedAgain() async throws {
    try await withTwoFilms { bench, file in
      file.replace(with: InMemoryCatalog([Self.imported(2000)]))
      _ = try await listedVotes(bench)
      let newer = InMemoryCatalog([Self.imported(3000)], ratingsAsOf: "2026-12-24 18:00")
      file.replace(with: newer)
      #expect(try await listedVotes(bench) == ["Moth": 3000, "tt0000021": nil])
      #expect(newer.requests == ["films 2"])
      _ = try await listedVotes(bench)
      #expect(newer.requests == ["films 2"])
    }
  }

  @Test("facts stay when the catalog is removed") func removed() async throws {
    try await withTwoFilms { bench, file in
      file.replace(with: InMemoryCatalog([Self.imported(2000), Self.sand]))
      _ = try await listedVotes(bench)
      file.replace(with: Self.builtIn)
      #expect(try await listedVotes(bench) == ["Moth": 2000, "Sand": 7])
    }
  }

  @Test("a damaged catalog changes nothing") func damaged() async throws {
    try await withTwoFilms { bench, file in
      file.replace(with: InMemoryCatalog([Self.imported(2000)]))
      _ = try await listedVotes(bench)
      file.damage()
      #expect(try await listedVotes(bench) == ["Moth": 2000, "tt0000021": nil])
    }
  }

  @Test("facts from OMDb are not replaced") func omdb() async throws {
    try await withTwoFilms(key: "k3y") { bench, file in
      let id = FilmID(unchecked: "tt9000026")
      try await bench.add(try await bench.items("tt9000026"))
      _ = try await bench.services.lookup.film(id, in: .online)
      let fetched = try await bench.cachedFilm("tt9000026")
      let catalog = InMemoryCatalog([InMemoryCatalog.film("tt9000026", "Quince", votes: 1)])
      file.replace(with: catalog)
      _ = try await listedVotes(bench)
      #expect(try await bench.cachedFilm("tt9000026") == fetched)
      #expect(catalog.requests == ["films 2"])
    }
  }

  @Test("votes of the catalog that are newer than OMDb's facts are shown") func shown() async throws {
    try await withTwoFilms(key: "k3y") { bench, file in
      let film = InMemoryCatalog.film("tt9000026", "Quince", votes: 77, rating: 31)
      file.replace(with: InMemoryCatalog([film], ratingsDate: .distantFuture))
      let item = try await bench.items("tt9000026")[0]
      let shown = try await bench.filmDetail.show(item, refresh: false, in: .online)
      #expect(shown.value.item.film?.origin == .omdb)
      #expect(shown.value.item.film?.imdbVotes == 77)
      #expect(shown.value.item.film?.ratingsAsOf == "2026-11-20")
      #expect(try await bench.cachedFilm("tt9000026")?.imdbVotes != 77)
    }
  }

  @Test("a search in an imported catalog loads the pages after the first 50 films") func pages()
    async throws
  {
    let films = (1...120).map {
      InMemoryCatalog.film("tt\(8_000_000 + $0)", "Moth \($0)", votes: 999 - $0)
    }
    let file = ReplaceableCatalog(InMemoryCatalog(films))
    let catalogs = AvailableCatalogs(builtIn: Self.builtIn) { try file.source() }
    try await ViewModelBench.with(key: nil, catalogs: catalogs) { bench in
      _ = try await bench.search.search(
        SearchQuery(text: "moth"), from: .auto, page: 1, pageSize: 20, in: .online)
      let third = try await bench.page(3)
      #expect(third.items.map(\.title) == (41...60).map { "Moth \($0)" })
      file.replace(with: Self.builtIn)
      let sixth = try await bench.page(6)
      #expect(sixth.outOfRange == .noSuchPage(6))
      #expect(sixth.total == 100)
      #expect(try await bench.results().items.map(\.title) == third.items.map(\.title))
    }
  }
}
