import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

/// An imported catalog that is damaged, removed or replaced while the program is running.
struct ChangingCatalogTests {
  private static let moths = (1...120).map {
    InMemoryCatalog.film("tt800\(1000 + $0)", "Moth \($0)", votes: 1000 - $0)
  }
  private let importedCatalog = ReplaceableCatalog(InMemoryCatalog(moths))
  private let moth = SearchQuery(text: "moth")
  private let lighthouse = SearchQuery(text: "lighthouse")

  private var catalogs: AvailableCatalogs {
    AvailableCatalogs(builtIn: FixedCatalog()) { [importedCatalog] in try importedCatalog.source() }
  }

  @Test("a search has pages of 50 films, which are loaded on demand") func pages() async throws {
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

  @Test("a removed catalog has no further pages") func removed()
    async throws
  {
    try await ServiceBench.with { bench in
      let service = bench.service(catalogs: catalogs)
      _ = try await service.search.search(moth, from: .auto, in: .online)
      importedCatalog.replace(with: FixedCatalog())
      let page = try await service.search.page(2, of: moth, from: .catalog, in: .online)
      #expect(page.value == .empty)
      #expect(page.warnings.messages == [])
    }
  }

  @Test("an earlier search has no further pages in a new catalog, with a warning")
  func replaced() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalogs: catalogs)
      let revision = try await service.search.search(moth, from: .auto, in: .online).value.revision
      let samePage = try await service.search.page(
        2, of: moth, from: .catalog, revision: revision, in: .online)
      #expect(samePage.value.films.count == 50 && samePage.warnings.messages == [])
      importedCatalog.replace(
        with: InMemoryCatalog(Array(Self.moths.prefix(60)), ratingsAsOf: "2026-11-22 08:00"))
      let page = try await service.search.page(
        2, of: moth, from: .catalog, revision: revision, in: .online)
      #expect(page.value == .empty)
      #expect(page.warnings.messages == ["the catalog was replaced; search again"])
      // Earlier versions of filmz did not record the revision.
      let pageWithoutRevision = try await service.search.page(
        2, of: moth, from: .catalog, in: .online)
      #expect(pageWithoutRevision.value.films.count == 10)
      #expect(pageWithoutRevision.warnings.messages == [])
    }
  }

  @Test("the starter catalog is searched instead of a damaged catalog, with one warning")
  func damagedSearch() async throws {
    try await ServiceBench.with { bench in
      importedCatalog.damage()
      for (choice, key) in [(SourceChoice.catalog, ServiceBench.key), (.auto, nil)] {
        let result = try await bench.service(catalogs: catalogs, key: key).search.search(
          lighthouse, from: choice, in: .online)
        #expect(result.value.origin == .starter)
        #expect(result.value.page.films == [FixedCatalog.lighthouse])
        #expect(result.warnings.messages == [DamagedCatalogError().message])
      }
    }
  }

  @Test("OMDb precedes the starter catalog if the catalog is damaged") func damagedOrder()
    async throws
  {
    try await ServiceBench.with { bench in
      importedCatalog.damage()
      let service = bench.service(catalogs: catalogs)
      let result = try await service.search.search(
        SearchQuery(text: "lantern"), from: .auto, in: .online)
      #expect(result.value.origin == .omdb)
      #expect(result.warnings.messages == [DamagedCatalogError().message])
    }
  }

  @Test("damage detected only by a search is reported in the same way") func damageFoundBySearch()
    async throws
  {
    try await ServiceBench.with { bench in
      let catalogs = AvailableCatalogs(builtIn: FixedCatalog()) { BrokenCatalog() }
      let result = try await bench.service(catalogs: catalogs, key: nil).search.search(
        lighthouse, from: .auto, in: .online)
      #expect(result.value.origin == .starter)
      #expect(result.value.page.films == [FixedCatalog.lighthouse])
      #expect(result.warnings.messages == [DamagedCatalogError().message])
    }
  }

  @Test("a further page of a damaged catalog is empty, with a warning") func damagedPage()
    async throws
  {
    try await ServiceBench.with { bench in
      importedCatalog.damage()
      let page = try await bench.service(catalogs: catalogs).search.page(
        2, of: moth, from: .catalog, in: .online)
      #expect(page.value == .empty)
      #expect(page.warnings.messages == [DamagedCatalogError().message])
    }
  }

  @Test("films and titles are looked up in the starter catalog instead of a damaged catalog")
  func damagedLookup() async throws {
    try await ServiceBench.with { bench in
      importedCatalog.damage()
      let service = bench.service(catalogs: catalogs, key: nil)
      let id = FixedCatalog.lighthouse.id
      let film = try await service.lookup.film(id, in: .online)
      #expect(film.value == FixedCatalog.lighthouse)
      #expect(film.warnings.messages == [DamagedCatalogError().message])
      #expect(await service.lookup.localFilms([id]) == [id: FixedCatalog.lighthouse])
      #expect(
        try await service.sources.withCatalog {
          try await $0.films(titled: "Lighthouse", year: nil)
        }.value == [FixedCatalog.lighthouse])
      #expect(await service.sources.importedCatalogWarning() == Warning(DamagedCatalogError()))
      try await service.lookup.refillCache()
    }
  }

  @Test("an error other than damage is thrown, and no other source is searched") func otherFailure()
    async throws
  {
    try await ServiceBench.with { bench in
      let catalogs = AvailableCatalogs(builtIn: UnqueriedCatalog()) {
        BrokenCatalog(failure: ServiceError.filtersUnsupported)
      }
      await #expect(throws: ServiceError.filtersUnsupported) {
        try await bench.service(catalogs: catalogs, key: nil).search.search(
          lighthouse, from: .auto, in: .online)
      }
    }
  }
}

/// An imported catalog that can be opened, but fails when it is queried.
private struct BrokenCatalog: FilmCatalog {
  let origin = Film.Origin.catalog
  let name = "the catalog"
  let pageSize: Int? = 50
  var failure: any UserFacingError = DamagedCatalogError()

  func search(_ query: SearchQuery, page: Int) async throws -> SearchPage { throw failure }

  func film(id: FilmID) async throws -> Film? { throw failure }

  func films(titled title: String, year: Int?) async throws -> [Film] { throw failure }
}
