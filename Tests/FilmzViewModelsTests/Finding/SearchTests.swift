import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

struct SearchTests {
  @Test(arguments: ["", "  ", "*", "?!", "--", "%%%", "🎬"])
  func searchWithoutLettersIsRefused(text: String) async throws {
    try await ViewModelBench.with { bench in
      await #expect(throws: ViewModelError.nothingToSearch) {
        try await find(text, bench)
      }
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func failedSearchKeepsTheResultSet() async throws {
    let outage = Switch()
    let handler: LoopbackServer.Handler = {
      outage.isOn ? .text("", status: 503) : FakeOMDb().respond(to: $0)
    }
    try await ViewModelBench.with(handler) { bench in
      try await bench.searchLanterns(page: 2)
      outage.turn(on: true)
      await #expect(throws: ServiceError.self) {
        try await bench.search.search(
          SearchQuery(text: "quince"), from: .omdb, page: 1, pageSize: 10, in: .online)
      }
      let results = try await bench.results()
      #expect(results.page == 2)
      #expect(results.total == 24)
    }
  }

  @Test func searchWithFailingPageKeepsTheResultSet() async throws {
    let handler: LoopbackServer.Handler = {
      $0.query["page"] == "3" ? .close : FakeOMDb().respond(to: $0)
    }
    try await ViewModelBench.with(handler) { bench in
      let previousResults = try await find("quince", bench)
      await #expect(throws: ServiceError.self) { try await bench.searchLanterns(page: 3) }
      #expect(try await bench.results().ids == previousResults.ids)
    }
  }

  @Test func searchWithoutHitsIsAnEmptyResultSet() async throws {
    try await ViewModelBench.with { bench in
      try await bench.searchLanterns()
      let page = try await find("zzyzx", bench)
      #expect(page.items.isEmpty)
      #expect(page.total == 0)
      #expect(page.pageCount == 1)
      #expect(page.outOfRange == .none)
      #expect(try await bench.results().items.isEmpty)
      #expect(try await bench.nextPage().outOfRange == .pastEnd)
    }
  }

  @Test func resultsHaveCurrentEntries() async throws {
    try await ViewModelBench.with { bench in
      let page = try await bench.searchLanterns()
      #expect(page.items.allSatisfy { $0.entry == nil })
      try await bench.add([page.items[2]])
      let results = try await bench.results()
      #expect(results.ids == page.ids)
      #expect(results.items.map { $0.entry != nil } == (0..<10).map { $0 == 2 })
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func resultsIncludeLocalFacts() async throws {
    try await ViewModelBench.with { bench in
      _ = try await bench.services.lookup.film(FilmID(unchecked: "tt9000001"), in: .online)
      let page = try await bench.searchLanterns()
      let lantern = try #require(page.items.first { $0.id.rawValue == "tt9000001" })
      #expect(lantern.film?.imdbRating?.tenths == 79)
      #expect(lantern.film?.genres == ["Drama", "Mystery"])
      #expect(page.items.filter { $0.film?.imdbRating != nil }.count == 1)
    }
  }

  @Test(arguments: ["tt9000026", "TT9000026", "https://www.imdb.com/title/tt9000026/"])
  func searchForIDFindsItsFilm(text: String) async throws {
    try await ViewModelBench.with { bench in
      let page = try await find(text, bench)
      #expect(page.items.map(\.caption) == ["Quince (2021)"])
      #expect(page.numbers == [1])
      #expect(try await bench.nextPage().outOfRange == .pastEnd)
    }
  }

  @Test func warningOfTheServiceIsReturned() async throws {
    try await ViewModelBench.with { bench in
      let result = try await bench.search.search(
        SearchQuery(text: "the godfather"), from: .auto, page: 1, pageSize: 10, in: .online)
      #expect(result.value.ids.first == "tt0068646")
      #expect(
        result.warnings.messages == [
          "OMDb found nothing; these results are from the starter catalog (as of 2024)"
        ])
    }
  }

  @Test(arguments: [("ab", true), ("abc", false), ("a*", false)])
  func shortSearchRequestsNothing(text: String, isShort: Bool) async throws {
    try await ViewModelBench.with { bench in
      _ = try await find(text, bench)
      #expect(bench.server.requests.isEmpty == isShort)
    }
  }

  @Test func starterCatalogIsPagedWithoutKey() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      var page = try await find("the", bench)
      #expect(page.pageCount > 2)
      var numbers: [Int] = []
      while page.outOfRange == .none {
        numbers += page.numbers
        page = try await bench.nextPage()
      }
      #expect(numbers == Array(1...page.total))
      #expect(bench.server.requests.isEmpty)
    }
  }

  private func find(_ text: String, _ bench: ViewModelBench) async throws -> ResultPage {
    try await bench.search.search(
      SearchQuery(text: text), from: .auto, page: 1, pageSize: 10, in: .online
    ).value
  }
}
