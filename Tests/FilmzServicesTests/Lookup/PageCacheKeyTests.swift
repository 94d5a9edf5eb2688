import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

/// Which searches and title lookups share a cached page.
struct PageCacheKeyTests {
  private static let searches: [(SearchQuery, page: Int)] = [
    (SearchQuery(text: "lantern"), 1),
    (SearchQuery(text: "lantern"), 2),
    (SearchQuery(text: "lanter"), 1),
    (SearchQuery(text: "lantern", isExact: true), 1),
    (SearchQuery(text: "lantern", type: .movie), 1),
    (SearchQuery(text: "lantern", type: .series), 1),
    (SearchQuery(text: "lantern", type: .movie), 2),
    (SearchQuery(text: "lantern", years: 1974...1974), 1),
    (SearchQuery(text: "lantern", years: 2016...2016), 1),
    (SearchQuery(text: "lantern", years: 1974...1974, type: .movie), 1),
    (SearchQuery(text: "lantern", type: .movie, isExact: true), 1),
    (SearchQuery(text: "1 lantern"), 1),
    (SearchQuery(text: "movie lantern"), 1),
  ]

  @Test func differentSearchesHaveDifferentPages() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      var pages: [SearchPage] = []
      for (query, page) in Self.searches {
        pages.append(
          try await service.search.page(page, of: query, from: .omdb, in: .online).value)
      }
      #expect(bench.server.requests.count == Self.searches.count)
      for service in [service, bench.service()] {
        for (search, page) in zip(Self.searches, pages) {
          let cachedPage = try await service.search.page(
            search.page, of: search.0, from: .omdb, in: .online)
          #expect(cachedPage.value == page)
        }
      }
      #expect(bench.server.requests.count == Self.searches.count)
    }
  }

  @Test(arguments: ["lantern", "LANTERN", "Lantern", "  lantern  "])
  func searchesIgnoreCaseAndSurroundingSpaces(text: String) async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.service().search.search(
        SearchQuery(text: "lantern"), from: .omdb, in: .online)
      let repeatedSearch = try await bench.service().search.search(
        SearchQuery(text: text), from: .omdb, in: .online)
      #expect(repeatedSearch.value.page.films.count == 10)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test(arguments: [("quince", nil), ("QUINCE", nil), ("quince", 2021)])
  func titleLookupsAreCachedLikePages(title: String, year: Int?) async throws {
    try await ServiceBench.with { bench in
      for (days, requests) in [(0, 1), (0, 1), (29, 1), (30, 2)] {
        let service = bench.service(daysLater: days)
        let films = try await service.search.films(
          titled: days == 0 ? "Quince" : title, year: year, in: .online)
        #expect(films.map(\.title) == ["Quince"])
        #expect(bench.server.requests.count == requests)
      }
    }
  }

  @Test func titleLookupsWithDifferentYearsAreSeparate() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      for year in [nil, 1974, 2016, nil, 1974, 2016] {
        let films = try await service.search.films(
          titled: "The Lantern", year: year, in: .online)
        #expect(films.map(\.year) == [year ?? 1974])
      }
      #expect(bench.server.requests.map { $0.query["y"] } == [nil, "1974", "2016"])
    }
  }

  @Test func unknownTitleIsCachedForADay() async throws {
    try await ServiceBench.with { bench in
      for (days, requests) in [(0, 1), (0, 1), (1, 2)] {
        let service = bench.service(daysLater: days)
        let films = try await service.search.films(titled: "Zzyzx", year: nil, in: .online)
        #expect(films == [])
        #expect(bench.server.requests.count == requests)
      }
    }
  }

  @Test func staleTitleLookupIsUsedIfOMDbFails() async throws {
    try await ServiceBench.with { bench in
      let old = try await bench.service().search.films(
        titled: "Quince", year: nil, in: .online)
      bench.server.stop()
      let later = bench.service(daysLater: 31)
      let films = try await later.search.films(titled: "Quince", year: nil, in: .online)
      #expect(films == old)
      #expect(films.count == 1)
      await #expect(throws: ServiceError.networkError(cause: "127.0.0.1 could not be reached")) {
        try await later.search.films(titled: "Lantern", year: nil, in: .online)
      }
    }
  }

  @Test func titleLookupAndSearchOfTheSameTextAreSeparate() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      let films = try await service.search.films(titled: "Lantern", year: nil, in: .online)
      let result = try await service.search.search(
        SearchQuery(text: "Lantern"), from: .omdb, in: .online)
      #expect(films.count == 1)
      #expect(result.value.page.films.count == 10)
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test func filmFoundByTitleIsNotRequestedAgain() async throws {
    try await ServiceBench.with { bench in
      let films = try await bench.service().search.films(
        titled: "Quince", year: nil, in: .online)
      let film = try await bench.service().lookup.film(
        FilmID(unchecked: "tt9000026"), in: .online)
      #expect(films == [film.value])
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func trailingAsteriskDoesNotChangeTheSearch() async throws {
    try await ServiceBench.with { bench in
      for text in ["lanter*", "LANTER", "Lanter*"] {
        let result = try await bench.service().search.search(
          SearchQuery(text: text), from: .omdb, in: .online)
        #expect(result.value.page.films.count == 10)
        #expect(bench.server.requests.count == 1)
      }
    }
  }

  @Test func titleLookupsDistinguishAccentsButNotCase() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      for title in ["Amélie", "AMÉLIE", "Amelie", "amelie", "amélie"] {
        _ = try await service.search.films(titled: title, year: nil, in: .online)
      }
      #expect(bench.server.requests.map { $0.query["t"] } == ["Amélie", "Amelie"])
    }
  }
}
