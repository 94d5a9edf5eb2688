import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

/// An imported catalog that is damaged, removed or replaced while the program runs.
struct ChangingCatalogTests {
  private static let moths = (1...120).map {
    GivenCatalog.film("tt800\(1000 + $0)", "Moth \($0)", votes: 1000 - $0)
  }
  private let file = CatalogFile(GivenCatalog(moths))
  private let moth = SearchQuery(text: "moth")
  private let lighthouse = SearchQuery(text: "lighthouse")

  private var catalogs: GivenCatalogs {
    GivenCatalogs(builtIn: FixedCatalog()) { [file] in try file.source() }
  }

  @Test("a search has pages of 50, each asked for when it is wanted") func pages() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalogs: catalogs)
      let first = try await service.search.search(moth, from: .auto, in: .online)
      #expect(first.value.pageSize == 50)
      #expect(first.value.page.total == 120)
      let third = try await service.search.page(3, of: moth, from: .catalog, in: .online)
      #expect(third.value.films.map(\.title) == (101...120).map { "Moth \($0)" })
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test("where the catalog was removed there are no further pages of it") func removed()
    async throws
  {
    try await ServiceBench.with { bench in
      let service = bench.service(catalogs: catalogs)
      _ = try await service.search.search(moth, from: .auto, in: .online)
      file.replace(with: FixedCatalog())
      let page = try await service.search.page(2, of: moth, from: .catalog, in: .online)
      #expect(page.value == .empty)
      #expect(page.warnings.texts == [])
    }
  }

  @Test("where it was imported anew there are no further pages of the search, and that is said")
  func replaced() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalogs: catalogs)
      let revision = try await service.search.search(moth, from: .auto, in: .online).value.revision
      let same = try await service.search.page(
        2, of: moth, from: .catalog, revision: revision, in: .online)
      #expect(same.value.films.count == 50 && same.warnings.texts == [])
      file.replace(
        with: GivenCatalog(Array(Self.moths.prefix(60)), ratingsAsOf: "2026-11-22 08:00"))
      let page = try await service.search.page(
        2, of: moth, from: .catalog, revision: revision, in: .online)
      #expect(page.value == .empty)
      #expect(page.warnings.texts == ["the catalog was replaced; search again"])
      // An earlier filmz did not note the revision.
      let unknown = try await service.search.page(2, of: moth, from: .catalog, in: .online)
      #expect(unknown.value.films.count == 10 && unknown.warnings.texts == [])
    }
  }

  @Test("where it is damaged the starter catalog answers a search, and that is said once")
  func damagedSearch() async throws {
    try await ServiceBench.with { bench in
      file.damage()
      for (choice, key) in [(SourceChoice.catalog, ServiceBench.key), (.auto, nil)] {
        let answer = try await bench.service(catalogs: catalogs, key: key).search.search(
          lighthouse, from: choice, in: .online)
        #expect(answer.value.origin == .starter)
        #expect(answer.value.page.films == [FixedCatalog.lighthouse])
        #expect(answer.warnings.texts == [DamagedCatalog().message])
      }
    }
  }

  @Test("where it is damaged OMDb goes before the starter catalog") func damagedOrder()
    async throws
  {
    try await ServiceBench.with { bench in
      file.damage()
      let service = bench.service(catalogs: catalogs)
      let answer = try await service.search.search(
        SearchQuery(text: "lantern"), from: .auto, in: .online)
      #expect(answer.value.origin == .omdb)
      #expect(answer.warnings.texts == [DamagedCatalog().message])
    }
  }

  @Test("damage that only a search meets is said the same way") func damageInside() async throws {
    try await ServiceBench.with { bench in
      let catalogs = GivenCatalogs(builtIn: FixedCatalog()) { BrokenCatalog() }
      let answer = try await bench.service(catalogs: catalogs, key: nil).search.search(
        lighthouse, from: .auto, in: .online)
      #expect(answer.value.origin == .starter)
      #expect(answer.value.page.films == [FixedCatalog.lighthouse])
      #expect(answer.warnings.texts == [DamagedCatalog().message])
    }
  }

  @Test("a further page of a damaged catalog is none, and the damage is said") func damagedPage()
    async throws
  {
    try await ServiceBench.with { bench in
      file.damage()
      let page = try await bench.service(catalogs: catalogs).search.page(
        2, of: moth, from: .catalog, in: .online)
      #expect(page.value == .empty)
      #expect(page.warnings.texts == [DamagedCatalog().message])
    }
  }

  @Test("where it is damaged a film, titles and facts come from the starter catalog")
  func damagedFacts() async throws {
    try await ServiceBench.with { bench in
      file.damage()
      let service = bench.service(catalogs: catalogs, key: nil)
      let id = FixedCatalog.lighthouse.id
      let film = try await service.lookup.film(id, in: .online)
      #expect(film.value == FixedCatalog.lighthouse)
      #expect(film.warnings.texts == [DamagedCatalog().message])
      #expect(await service.lookup.localFilms([id]) == [id: FixedCatalog.lighthouse])
      #expect(
        try await service.sources.askCatalog {
          try await $0.films(titled: "Lighthouse", year: nil)
        }.value == [FixedCatalog.lighthouse])
      #expect(await service.sources.catalogTrouble() == Warning(DamagedCatalog()))
      try await service.cache.refill()
    }
  }

  @Test("a failure that is not the file's is thrown, and nobody else is asked") func otherFailure()
    async throws
  {
    try await ServiceBench.with { bench in
      let catalogs = GivenCatalogs(builtIn: UnaskedCatalog()) {
        BrokenCatalog(failure: ServiceError.yearRangeUnsupported)
      }
      await #expect(throws: ServiceError.yearRangeUnsupported) {
        try await bench.service(catalogs: catalogs, key: nil).search.search(
          lighthouse, from: .auto, in: .online)
      }
    }
  }
}

/// An imported catalog that opens, and fails when it is asked.
private struct BrokenCatalog: FilmCatalog {
  let origin = Film.Origin.catalog
  let name = "the catalog"
  let pageSize: Int? = 50
  var failure: any UserFacingError = DamagedCatalog()

  func search(_ query: SearchQuery, page: Int) async throws -> SearchPage { throw failure }

  func film(id: FilmID) async throws -> Film? { throw failure }

  func films(titled title: String, year: Int?) async throws -> [Film] { throw failure }
}
