import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

struct SearchTests {
  @Test(arguments: ["?!", "--", "%%%", "🎬"])
  func aSearchWithoutALetterFindsNothingAndAsksNobody(text: String) async throws {
    try await HomeBench.with { bench in
      _ = try await find(text, bench)
      #expect(await bench.state.resultSet?.total == 0)
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test(arguments: ["", "  ", "*"])
  func aSearchWithoutATextIsRefused(text: String) async throws {
    try await HomeBench.with { bench in
      await #expect(throws: ViewModelError.nothingToSearch) {
        try await find(text, bench)
      }
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func aSearchThatFailsLeavesTheResultSet() async throws {
    let outage = Switch()
    let answer: LoopbackServer.Handler = {
      outage.isOn ? .text("", status: 503) : OMDbReplay().answer($0)
    }
    try await HomeBench.with(answer) { bench in
      try await bench.searchLanterns(page: 2)
      outage.turn(on: true)
      await #expect(throws: ServiceError.self) {
        try await bench.search.search(
          SearchQuery(text: "quince"), from: .omdb, page: 1, pageSize: 10, in: .online)
      }
      let kept = try await bench.results()
      #expect(kept.page == 2)
      #expect(kept.total == 24)
    }
  }

  @Test func aSearchWhoseWantedPageFailsLeavesTheResultSet() async throws {
    let answer: LoopbackServer.Handler = {
      $0.query["page"] == "3" ? .close : OMDbReplay().answer($0)
    }
    try await HomeBench.with(answer) { bench in
      let before = try await find("quince", bench)
      await #expect(throws: ServiceError.self) { try await bench.searchLanterns(page: 3) }
      #expect(try await bench.results().ids == before.ids)
    }
  }

  @Test func aSearchThatFindsNothingIsAnEmptyResultSet() async throws {
    try await HomeBench.with { bench in
      try await bench.searchLanterns()
      let nothing = try await find("zzyzx", bench)
      #expect(nothing.items.isEmpty)
      #expect(nothing.total == 0)
      #expect(nothing.pageCount == 1)
      #expect(nothing.edge == .none)
      #expect(try await bench.results().items.isEmpty)
      #expect(try await bench.nextPage().edge == .pastEnd)
    }
  }

  @Test func resultsHaveFreshMarks() async throws {
    try await HomeBench.with { bench in
      let page = try await bench.searchLanterns()
      #expect(page.items.allSatisfy { $0.entry == nil })
      try await bench.add([page.items[2]])
      let again = try await bench.results()
      #expect(again.ids == page.ids)
      #expect(again.items.map { $0.entry != nil } == (0..<10).map { $0 == 2 })
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func aHitIsCompletedByWhatThisMachineKnows() async throws {
    try await HomeBench.with { bench in
      _ = try await bench.service.lookup.film(FilmID(canonical: "tt9000001"), in: .online)
      let page = try await bench.searchLanterns()
      let lantern = try #require(page.items.first { $0.id.rawValue == "tt9000001" })
      #expect(lantern.film?.imdbRating?.tenths == 79)
      #expect(lantern.film?.genres == ["Drama", "Mystery"])
      #expect(page.items.filter { $0.film?.imdbRating != nil }.count == 1)
    }
  }

  @Test(arguments: ["tt9000026", "TT9000026", "https://www.imdb.com/title/tt9000026/"])
  func anIDIsASearchForThatFilm(text: String) async throws {
    try await HomeBench.with { bench in
      let page = try await find(text, bench)
      #expect(page.items.map(\.caption) == ["Quince (2021)"])
      #expect(page.numbers == [1])
      #expect(try await bench.nextPage().edge == .pastEnd)
    }
  }

  @Test func aWarningOfTheServiceIsHandedOn() async throws {
    try await HomeBench.with { bench in
      let answer = try await bench.search.search(
        SearchQuery(text: "the godfather"), from: .auto, page: 1, pageSize: 10, in: .online)
      #expect(answer.value.ids.first == "tt0068646")
      #expect(
        answer.warnings.texts == ["OMDb found nothing; from the starter catalog (as of 2024)"])
    }
  }

  @Test(arguments: [("ab", true), ("abc", false), ("a*", false)])
  func aShortSearchAsksNobody(text: String, isShort: Bool) async throws {
    try await HomeBench.with { bench in
      _ = try await find(text, bench)
      #expect(bench.server.requests.isEmpty == isShort)
    }
  }

  @Test func theStarterCatalogIsPagedWithoutAKey() async throws {
    try await HomeBench.with(key: nil) { bench in
      var page = try await find("the", bench)
      #expect(page.pageCount > 2)
      var numbers: [Int] = []
      while page.edge == .none {
        numbers += page.numbers
        page = try await bench.nextPage()
      }
      #expect(numbers == Array(1...page.total))
      #expect(bench.server.requests.isEmpty)
    }
  }

  private func find(_ text: String, _ bench: HomeBench) async throws -> ResultPage {
    try await bench.search.search(
      SearchQuery(text: text), from: .auto, page: 1, pageSize: 10, in: .online
    ).value
  }
}
