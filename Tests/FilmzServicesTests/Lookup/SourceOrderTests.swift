import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

/// Which sources are searched, with an imported catalog and without.
struct SourceOrderTests {
  /// A search, the available sources, and the expected result.
  struct Case: Sendable, CustomTestStringConvertible {
    var hasImport = true
    var hasKey = true
    var isOffline = false
    var choice = SourceChoice.auto
    let text: String
    var years: ClosedRange<Int>?
    var type: MediaType?
    var genres: [String] = []
    var order: FilmOrder?
    /// The source of the results.
    let origin: Film.Origin
    var requests = 0
    var warnings: [String] = []

    var testDescription: String {
      "\(text) \(choice) import \(hasImport) key \(hasKey) offline \(isOffline)"
    }

    var query: SearchQuery {
      var query = SearchQuery(text: text, years: years, type: type)
      query.filter.genres = genres.map { [$0] }
      query.order = order
      return query
    }
  }

  /// OMDb has films titled `Lantern`, but no lighthouse; the imported catalog has a lighthouse and a
  /// moth; the starter catalog has a lighthouse, and a lantern of 1957.
  static let cases = [
    Case(text: "lighthouse", origin: .catalog),
    Case(hasKey: false, text: "lighthouse", origin: .catalog),
    Case(isOffline: true, text: "lighthouse", origin: .catalog),
    Case(choice: .catalog, text: "lighthouse", origin: .catalog),
    Case(hasImport: false, hasKey: false, text: "lighthouse", origin: .starter),
    Case(hasImport: false, choice: .catalog, text: "lighthouse", origin: .starter),
    Case(
      hasImport: false, text: "lighthouse", origin: .starter, requests: 1,
      warnings: ["OMDb found nothing; these results are from the starter catalog"]),
    Case(
      text: "lantern", origin: .omdb, requests: 1,
      warnings: ["the catalog found nothing; these results are from OMDb"]),
    Case(
      text: "lantern", years: 1957...1957, type: .movie, origin: .omdb, requests: 1,
      warnings: ["the catalog found nothing; these results are from OMDb"]),
    Case(hasImport: false, text: "lantern", origin: .omdb, requests: 1),
    Case(choice: .omdb, text: "lantern", origin: .omdb, requests: 1),
    Case(hasKey: false, text: "lantern", origin: .catalog),
    Case(isOffline: true, text: "lantern", origin: .catalog),
    Case(choice: .catalog, text: "lantern", origin: .catalog),
    Case(text: "la", origin: .catalog),
    Case(choice: .omdb, text: "io", origin: .catalog),
    Case(
      text: "la*", origin: .omdb, requests: 1,
      warnings: ["the catalog found nothing; these results are from OMDb"]),
    // Each of the ten years is searched.
    Case(
      text: "lantern", years: 1950...1959, origin: .omdb, requests: 10,
      warnings: ["the catalog found nothing; these results are from OMDb"]),
    Case(hasImport: false, text: "lantern", years: 1950...1959, origin: .omdb, requests: 10),
    Case(choice: .omdb, text: "lantern", years: 1950...1959, origin: .omdb, requests: 10),
    Case(
      hasImport: false, hasKey: false, text: "lantern", years: 1950...1959, origin: .starter),
    Case(
      hasImport: false, isOffline: true, text: "lantern", years: 1950...1959, origin: .starter),
    Case(text: "lantern", type: .miniSeries, origin: .catalog),
    Case(
      hasImport: false, text: "lantern", type: .tvMovie, origin: .starter,
      warnings: [unsupportedFilters]),
    Case(text: "lantern", genres: ["Drama"], origin: .catalog),
    Case(
      hasImport: false, text: "lantern", genres: ["Drama"], origin: .starter,
      warnings: [unsupportedFilters]),
    Case(text: "", genres: ["Drama"], origin: .catalog),
    Case(text: "lantern", order: FilmOrder(.year), origin: .catalog),
    Case(
      hasImport: false, text: "lantern", order: FilmOrder(.year), origin: .starter,
      warnings: [unsupportedFilters]),
  ]

  private static let unsupportedFilters =
    "OMDb can filter only by year and type (movie, series or episode); these results are from the starter catalog"

  @Test("sources are searched in order of preference", arguments: cases)
  func order(of example: Case) async throws {
    try await ServiceBench.with { bench in
      let imported = InMemoryCatalog([
        InMemoryCatalog.film("tt8000001", "Lighthouse", 1999),
        InMemoryCatalog.film("tt8000009", "Moth"),
      ])
      let catalogs = AvailableCatalogs(builtIn: FixedCatalog()) {
        example.hasImport ? imported as any FilmCatalog : FixedCatalog()
      }
      let service = bench.service(
        catalogs: catalogs, key: example.hasKey ? ServiceBench.key : nil)
      let result = try await service.search.search(
        example.query, from: example.choice, in: .context(isOffline: example.isOffline))
      #expect(result.value.origin == example.origin)
      #expect(result.warnings.messages == example.warnings)
      #expect(bench.server.requests.count == example.requests)
    }
  }

  @Test(
    "a search of OMDb alone with unsupported filters is an error",
    arguments: [
      (MediaType.short, []), (.miniSeries, []), (nil, ["Drama"]), (.movie, ["Drama"]),
    ] as [(MediaType?, [String])])
  func unsupportedQuery(type: MediaType?, genres: [String]) async throws {
    try await ServiceBench.with { bench in
      var query = SearchQuery(text: "lantern", type: type)
      query.filter.genres = genres.map { [$0] }
      await #expect(throws: ServiceError.filtersUnsupported) {
        try await bench.service(catalog: UnqueriedCatalog()).search.search(
          query, from: .omdb, in: .online)
      }
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test("if the imported catalog finds nothing and OMDb fails, the error is thrown")
  func failure() async throws {
    try await ServiceBench.with(response: .text("oops", status: 500)) { bench in
      let service = bench.service(catalog: InMemoryCatalog([]))
      await #expect(throws: ServiceError.invalidResponse(detail: "HTTP status 500")) {
        try await service.search.search(SearchQuery(text: "lantern"), from: .auto, in: .online)
      }
    }
  }

  @Test("a search without results is an empty page without a warning") func nothing() async throws {
    try await ServiceBench.with { bench in
      let result = try await bench.service(catalog: InMemoryCatalog([])).search.search(
        SearchQuery(text: "zzyzx"), from: .auto, in: .online)
      #expect(result.value.page == .empty)
      #expect(result.warnings.messages == [])
      #expect(bench.server.requests.count == 1)
    }
  }
}
