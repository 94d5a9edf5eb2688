import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Testing

/// Facts of the collection's films after a catalog was imported, imported anew, or removed.
struct CatalogRefillTests {
  private static let starter = GivenCatalog.film(
    "tt0000011", "Moth", votes: 10, rating: 50, origin: .starter)
  private static func imported(_ votes: Int) -> Film {
    GivenCatalog.film("tt0000011", "Moth", votes: votes, rating: 70)
  }
  private static let other = GivenCatalog.film("tt0000021", "Sand", votes: 7)

  private static var builtIn: GivenCatalog {
    var catalog = GivenCatalog([starter], ratingsAsOf: "2024", pageSize: nil)
    catalog.origin = .starter
    catalog.name = "the starter catalog"
    return catalog
  }

  /// A home with two films, of which the starter catalog knows one.
  private func with(
    key: String? = nil, _ body: (HomeBench, CatalogFile) async throws -> Void
  ) async throws {
    let file = CatalogFile(Self.builtIn)
    let catalogs = GivenCatalogs(builtIn: Self.builtIn) { try file.source() }
    try await HomeBench.with(key: key, catalogs: catalogs) { bench in
      try await bench.add(try await bench.items("tt0000011", "tt0000021"))
      _ = try await list(bench)
      try await body(bench, file)
    }
  }

  /// The films of a list by name, with their votes.
  private func list(_ bench: HomeBench) async throws -> [String: Int?] {
    let page = try await bench.search.list(CollectionQuery(), page: 1, pageSize: nil)
    return Dictionary(page.items.map { ($0.name, $0.film?.imdbVotes) }) { first, _ in first }
  }

  @Test("an import brings facts that were missing, and newer ones for the starter's")
  func imported()
    async throws
  {
    try await with { bench, file in
      let before = try await list(bench)
      #expect(before == ["Moth": 10, "tt0000021": nil])
      file.replace(with: GivenCatalog([Self.imported(2000), Self.other]))
      #expect(try await list(bench) == ["Moth": 2000, "Sand": 7])
      #expect(try await bench.cached("tt0000011")?.origin == .catalog)
    }
  }

  @Test("a newer import brings newer votes, and is asked once") func importedAnew() async throws {
    try await with { bench, file in
      file.replace(with: GivenCatalog([Self.imported(2000)]))
      _ = try await list(bench)
      let newer = GivenCatalog([Self.imported(3000)], ratingsAsOf: "2026-12-24 18:00")
      file.replace(with: newer)
      #expect(try await list(bench) == ["Moth": 3000, "tt0000021": nil])
      #expect(newer.questions == ["films 2"])
      _ = try await list(bench)
      #expect(newer.questions == ["films 2"])
    }
  }

  @Test("when the catalog is removed its facts stay") func removed() async throws {
    try await with { bench, file in
      file.replace(with: GivenCatalog([Self.imported(2000), Self.other]))
      _ = try await list(bench)
      file.replace(with: Self.builtIn)
      #expect(try await list(bench) == ["Moth": 2000, "Sand": 7])
    }
  }

  @Test("a damaged catalog changes nothing") func damaged() async throws {
    try await with { bench, file in
      file.replace(with: GivenCatalog([Self.imported(2000)]))
      _ = try await list(bench)
      file.damage()
      #expect(try await list(bench) == ["Moth": 2000, "tt0000021": nil])
    }
  }

  @Test("what OMDb told stays as it is") func omdb() async throws {
    try await with(key: "key") { bench, file in
      let id = FilmID(canonical: "tt9000026")
      try await bench.add(try await bench.items("tt9000026"))
      _ = try await bench.service.lookup.film(id, in: .online)
      let fetched = try await bench.cached("tt9000026")
      let catalog = GivenCatalog([GivenCatalog.film("tt9000026", "Quince", votes: 1)])
      file.replace(with: catalog)
      _ = try await list(bench)
      #expect(try await bench.cached("tt9000026") == fetched)
      #expect(catalog.questions == ["films 2"])
    }
  }

  @Test("a film is shown with votes that are newer than OMDb's facts") func shown() async throws {
    try await with(key: "key") { bench, file in
      let film = GivenCatalog.film("tt9000026", "Quince", votes: 77, rating: 31)
      file.replace(with: GivenCatalog([film], ratingsDate: .distantFuture))
      let item = try await bench.items("tt9000026")[0]
      let shown = try await bench.detail.show(item, refresh: false, in: .online)
      #expect(shown.value.item.film?.origin == .omdb)
      #expect(shown.value.item.film?.imdbVotes == 77)
      #expect(shown.value.item.film?.ratingsAsOf == "2026-11-20")
      #expect(try await bench.cached("tt9000026")?.imdbVotes != 77)
    }
  }

  @Test("a search in an imported catalog goes on beyond its first page of 50") func pages()
    async throws
  {
    let films = (1...120).map {
      GivenCatalog.film("tt\(8_000_000 + $0)", "Moth \($0)", votes: 999 - $0)
    }
    let file = CatalogFile(GivenCatalog(films))
    let catalogs = GivenCatalogs(builtIn: Self.builtIn) { try file.source() }
    try await HomeBench.with(key: nil, catalogs: catalogs) { bench in
      _ = try await bench.search.search(
        SearchQuery(text: "moth"), from: .auto, page: 1, pageSize: 20, in: .online)
      let third = try await bench.page(3)
      #expect(third.items.map(\.title) == (41...60).map { "Moth \($0)" })
      file.replace(with: Self.builtIn)
      let sixth = try await bench.page(6)
      #expect(sixth.edge == .pastEnd)
      #expect(sixth.total == 100)
      #expect(try await bench.results().items.map(\.title) == third.items.map(\.title))
    }
  }
}
