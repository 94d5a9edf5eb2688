import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

/// Who is asked when films are searched for, with an imported catalog and without.
struct SourceOrderTests {
  /// A search: who may be asked, what for, and who answers in the end.
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
    let answer: Film.Origin
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

  /// OMDb knows lanterns and no lighthouse, the imported catalog a lighthouse and a moth, the starter
  /// catalog the first.
  static let cases = [
    Case(text: "lighthouse", answer: .catalog),
    Case(hasKey: false, text: "lighthouse", answer: .catalog),
    Case(isOffline: true, text: "lighthouse", answer: .catalog),
    Case(choice: .catalog, text: "lighthouse", answer: .catalog),
    Case(hasImport: false, hasKey: false, text: "lighthouse", answer: .starter),
    Case(hasImport: false, choice: .catalog, text: "lighthouse", answer: .starter),
    Case(
      hasImport: false, text: "lighthouse", answer: .starter, requests: 1,
      warnings: ["OMDb found nothing; from the starter catalog"]),
    Case(
      text: "lantern", answer: .omdb, requests: 1,
      warnings: ["the catalog found nothing; from OMDb"]),
    Case(
      text: "lantern", years: 1957...1957, type: .movie, answer: .omdb, requests: 1,
      warnings: ["the catalog found nothing; from OMDb"]),
    Case(hasImport: false, text: "lantern", answer: .omdb, requests: 1),
    Case(choice: .omdb, text: "lantern", answer: .omdb, requests: 1),
    Case(hasKey: false, text: "lantern", answer: .catalog),
    Case(isOffline: true, text: "lantern", answer: .catalog),
    Case(choice: .catalog, text: "lantern", answer: .catalog),
    Case(text: "la", answer: .catalog),
    Case(choice: .omdb, text: "io", answer: .catalog),
    Case(
      text: "la*", answer: .omdb, requests: 1, warnings: ["the catalog found nothing; from OMDb"]),
    Case(text: "lantern", years: 1950...1959, answer: .catalog),
    Case(
      hasImport: false, text: "lantern", years: 1950...1959, answer: .starter,
      warnings: ["OMDb searches one year at a time; from the starter catalog"]),
    Case(
      hasImport: false, hasKey: false, text: "lantern", years: 1950...1959, answer: .starter),
    Case(
      hasImport: false, isOffline: true, text: "lantern", years: 1950...1959, answer: .starter),
    Case(text: "lantern", type: .miniSeries, answer: .catalog),
    Case(
      hasImport: false, text: "lantern", type: .tvMovie, answer: .starter,
      warnings: [narrowsLittle]),
    Case(text: "lantern", genres: ["Drama"], answer: .catalog),
    Case(
      hasImport: false, text: "lantern", genres: ["Drama"], answer: .starter,
      warnings: [narrowsLittle]),
    Case(text: "", genres: ["Drama"], answer: .catalog),
    Case(text: "lantern", order: FilmOrder(.year), answer: .catalog),
    Case(
      hasImport: false, text: "lantern", order: FilmOrder(.year), answer: .starter,
      warnings: [narrowsLittle]),
  ]

  private static let narrowsLittle =
    "OMDb narrows a search by year, movie, series and episode only; from the starter catalog"

  @Test("the sources are asked in their order", arguments: cases)
  func order(of search: Case) async throws {
    try await ServiceBench.with { bench in
      let imported = GivenCatalog([
        GivenCatalog.film("tt8000001", "Lighthouse", 1999), GivenCatalog.film("tt8000009", "Moth"),
      ])
      let catalogs = GivenCatalogs(builtIn: FixedCatalog()) {
        search.hasImport ? imported as any FilmCatalog : FixedCatalog()
      }
      let service = bench.service(
        catalogs: catalogs, key: search.hasKey ? ServiceBench.key : nil)
      let answer = try await service.search.search(
        search.query, from: search.choice, in: .context(isOffline: search.isOffline))
      #expect(answer.value.origin == search.answer)
      #expect(answer.warnings.texts == search.warnings)
      #expect(bench.server.requests.count == search.requests)
    }
  }

  @Test(
    "OMDb alone refuses what it cannot be asked",
    arguments: [
      (MediaType.short, []), (.miniSeries, []), (nil, ["Drama"]), (.movie, ["Drama"]),
    ] as [(MediaType?, [String])])
  func refusal(type: MediaType?, genres: [String]) async throws {
    try await ServiceBench.with { bench in
      var query = SearchQuery(text: "lantern", type: type)
      query.filter.genres = genres.map { [$0] }
      await #expect(throws: ServiceError.filtersUnsupported) {
        try await bench.service(catalog: UnaskedCatalog()).search.search(
          query, from: .omdb, in: .online)
      }
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test("where the imported catalog finds nothing and OMDb fails, the failure is thrown")
  func failure() async throws {
    try await ServiceBench.with(answer: .text("oops", status: 500)) { bench in
      let service = bench.service(catalog: GivenCatalog([]))
      await #expect(throws: ServiceError.invalidResponse(detail: "HTTP status 500")) {
        try await service.search.search(SearchQuery(text: "lantern"), from: .auto, in: .online)
      }
    }
  }

  @Test("what nobody has is an empty page without a warning") func nothing() async throws {
    try await ServiceBench.with { bench in
      let answer = try await bench.service(catalog: GivenCatalog([])).search.search(
        SearchQuery(text: "zzyzx"), from: .auto, in: .online)
      #expect(answer.value.page == .empty)
      #expect(answer.warnings.texts == [])
      #expect(bench.server.requests.count == 1)
    }
  }
}
