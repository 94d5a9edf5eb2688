import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

struct TMDBSearchTests {
  /// People may be on any page of a list of both kinds, so its total is an estimate.
  @Test(
    arguments: [
      (nil, 3, FakeTMDB.beaconCount, true), (.movie, 2, 30, nil), (.series, 1, 15, nil),
    ] as [(MediaType?, Int, Int, Bool?)])
  func pagesHaveTwentyTitles(
    type: MediaType?, pageCount: Int, total: Int, isEstimate: Bool?
  ) async throws {
    try await ServiceBench.withTMDB { bench in
      var films: [Film] = []
      for number in 1...pageCount {
        let page = try await bench.tmdb().search(
          SearchQuery(text: "beacon", type: type), page: number)
        #expect(page.total == total)
        #expect(page.isTotalEstimated == isEstimate && page.pageCount == pageCount)
        films += page.films
      }
      #expect(films.count == total)
      #expect(Set(films.map(\.id)).count == films.count)
      #expect(films.allSatisfy { $0.origin == .tmdb && !$0.isComplete && $0.fetchedAt == nil })
    }
  }

  @Test func peopleAreDroppedAndTheTotalIsAnEstimate() async throws {
    try await ServiceBench.withTMDB { bench in
      let first = try await bench.tmdb().search(SearchQuery(text: "harbor"), page: 1)
      let second = try await bench.tmdb().search(SearchQuery(text: "harbor"), page: 2)
      #expect(first.films.count == 20 - FakeTMDB.harborCounts.people)
      #expect(first.films.count + second.films.count == FakeTMDB.harborCounts.titles)
      #expect(first.isTotalEstimated == true && first.pageCount == 2)
      #expect(first.total == FakeTMDB.harborCounts.titles + FakeTMDB.harborCounts.people)
    }
  }

  @Test func listsOfAYearAreMergedByVotes() async throws {
    try await ServiceBench.withTMDB { bench in
      let query = SearchQuery(text: "beacon", years: 1953...1953)
      let page = try await bench.tmdb().search(query, page: 1)
      #expect(page.films.map(\.id.rawValue) == ["tmdb:movie:1004", "tmdb:tv:1004"])
      #expect(page.total == 2 && page.isTotalEstimated == nil)
    }
  }

  @Test func listThatHasEndedIsNotRequestedAgain() async throws {
    let handler: LoopbackServer.Handler = { request in
      let item = #"{"id":\#(request.query["page"] ?? ""),"title":"A"}"#
      let isMovie = request.path == "/search/movie"
      return Self.list([item], total: isMovie ? 45 : 5, pages: isMovie ? 3 : 1)
    }
    try await ServiceBench.with(handler) { bench in
      func requested() -> [String] {
        bench.server.requests.map { "\($0.path) \($0.query["page"] ?? "")" }.sorted()
      }
      let source = bench.tmdb()
      let query = SearchQuery(text: "beacon", years: 1953...1953)
      for number in 1...4 {
        let page = try await source.search(query, page: number)
        #expect(page.total == 50 && page.pageCount == 3 && page.isTotalEstimated == true)
        #expect(page.films.count == [2, 1, 1, 0][number - 1])
      }
      let pages = ["/search/movie 1", "/search/movie 2", "/search/movie 3", "/search/tv 1"]
      #expect(requested() == pages)
      // Another year, language, or process: the ends of its lists are not known.
      _ = try await source.search(SearchQuery(text: "beacon", years: 1954...1954), page: 2)
      #expect(requested() == (pages + ["/search/movie 2", "/search/tv 2"]).sorted())
      _ = try await bench.tmdb().search(query, page: 2)
      #expect(bench.server.requests.count == 8)
    }
  }

  /// Each title is written as its kind and its votes.
  @Test(arguments: [
    ([9, 3], [5, 4], "m9 t5 t4 m3"), ([5], [5, 6], "m5 t5 t6"), ([1, 9], [5], "t5 m1 m9"),
    ([], [2, 1], "t2 t1"), ([2], [], "m2"), ([], [], ""),
  ])
  func mergedListsKeepTheirOrder(films: [Int], series: [Int], merged: String) async throws {
    let handler: LoopbackServer.Handler = { request in
      let votes = request.path == "/search/movie" ? films : series
      let items = votes.map { #"{"id":\#($0),"title":"A","vote_count":\#($0)}"# }
      return Self.list(items, total: votes.count, pages: 1)
    }
    try await ServiceBench.with(handler) { bench in
      let query = SearchQuery(text: "beacon", years: 1953...1953)
      let page = try await bench.tmdb().search(query, page: 1)
      let text = page.films.map { "\($0.type == .movie ? "m" : "t")\($0.id.tmdb?.number ?? 0)" }
      #expect(text.joined(separator: " ") == merged)
    }
  }

  @Test(
    arguments: [
      ("null", []), ("{}", []), ("7", []), ("[]", []), (#"{"title":"A","media_type":"movie"}"#, []),
      (#"{"id":1,"media_type":"movie"}"#, []), (#"{"id":1,"title":"A"}"#, []),
      (#"{"id":1,"title":null,"name":null,"media_type":"movie"}"#, []),
      (#"{"id":1,"title":" ","name":"","media_type":"tv"}"#, []),
      (#"{"id":-1,"title":"A","media_type":"movie"}"#, []),
      (#"{"id":"1","title":"A","media_type":"movie"}"#, []),
      (#"{"id":1.5,"title":"A","media_type":"movie"}"#, []),
      (#"{"id":9223372036854775808,"title":"A","media_type":"movie"}"#, []),
      (#"{"id":1,"name":"A","media_type":"person"}"#, []),
      (#"{"id":1,"title":"A","media_type":"collection"}"#, []),
      (#"{"id":1,"title":"A","adult":true,"media_type":"movie"}"#, []),
      (#"{"id":99,"title":"Good again","media_type":"movie"}"#, []),
      (#"{"id":99,"name":"Same number","media_type":"tv"}"#, ["tmdb:tv:99"]),
      (
        #"{"id":1,"title":"A","media_type":"movie","genre_ids":null,"vote_count":"x"}"#,
        ["tmdb:movie:1"]
      ),
      (#"{"id":1,"title":"A","media_type":"movie","release_date":"1999-13-45"}"#, ["tmdb:movie:1"]),
    ] as [(String, [String])])
  func junkIsDroppedAndTheRestStays(item: String, ids: [String]) async throws {
    let good = #"{"id":99,"title":"Good","media_type":"movie"}"#
    try await ServiceBench.withTMDB(response: Self.list([good, item], total: 30, pages: 2)) {
      bench in
      let page = try await bench.tmdb().search(SearchQuery(text: "beacon"), page: 1)
      #expect(page.films.map(\.id.rawValue) == ["tmdb:movie:99"] + ids)
      #expect(page.isTotalEstimated == true && page.total == 30)
    }
  }

  @Test(arguments: [(58_322, 500), (500, 500), (0, 1), (-3, 1)])
  func atMostFiveHundredPagesAreReported(reported: Int, pages: Int) async throws {
    let items = (1...20).map { #"{"id":\#($0),"title":"A","media_type":"movie"}"# }
    let response = Self.list(items, total: 1_166_422, pages: reported)
    try await ServiceBench.withTMDB(response: response) { bench in
      let page = try await bench.tmdb().search(SearchQuery(text: "beacon"), page: 1)
      #expect(page.pageCount == pages)
      #expect(page.total == (pages == 500 ? 10_000 : 20))
    }
  }

  @Test func emptyFirstPageHasNoResultsWhateverItsTotals() async throws {
    try await ServiceBench.withTMDB(response: Self.list([], total: 45, pages: 3)) { bench in
      let page = try await bench.tmdb().search(SearchQuery(text: "beacon"), page: 1)
      #expect(page.films.isEmpty && page.total == 0 && page.isTotalEstimated == nil)
    }
  }

  @Test func pageOfPeopleOnlyIsNotTheEnd() async throws {
    let person = #"{"id":1,"name":"A","media_type":"person"}"#
    try await ServiceBench.withTMDB(response: Self.list([person], total: 45, pages: 3)) { bench in
      let page = try await bench.tmdb().search(SearchQuery(text: "beacon"), page: 1)
      #expect(page.films.isEmpty && page.total == 45 && page.isTotalEstimated == true)
    }
  }

  @Test(
    arguments: [
      ("glass harbor", nil, ["tmdb:movie:101"]), ("The Glass Harbor", 1987, ["tmdb:movie:101"]),
      ("de glazen haven", nil, ["tmdb:movie:101"]), ("HARBOR LIGHTS", nil, ["tmdb:tv:101"]),
      ("glass harbor", 1990, []), ("harbor", nil, []),
    ] as [(String, Int?, [String])])
  func filmsHaveTheTitleOrOriginalTitle(title: String, year: Int?, ids: [String]) async throws {
    try await ServiceBench.withTMDB { bench in
      let films = try await bench.tmdb().films(titled: title, year: year)
      #expect(films.map(\.id.rawValue) == ids)
      #expect(bench.server.requests.map(\.path) == ["/search/multi"])
    }
  }

  /// Only if the first page of all years has no film of the year, TMDB is asked for those of the year.
  @Test func filmsOfAYearAreSearchedByKindOnlyIfThereAreFurtherPages() async throws {
    let handler: LoopbackServer.Handler = { request in
      let date = request.path == "/search/multi" ? "1980-01-01" : "1999-01-01"
      // Only results of a search of both kinds name theirs.
      let kind = request.path == "/search/multi" ? #""media_type":"movie","# : ""
      let item =
        #"{"id":1,"title":"Same","name":"Same",\#(kind)"release_date":"\#(date)","first_air_date":"1999-01-01"}"#
      return Self.list([item], total: 21, pages: 2)
    }
    try await ServiceBench.with(handler) { bench in
      let film = try await bench.tmdb().films(titled: "same", year: 1980)
      #expect(film.count == 1)
      #expect(bench.server.requests.map(\.path) == ["/search/multi"])
      let films = try await bench.tmdb().films(titled: "same", year: 1999)
      #expect(films.count == 2)
      #expect(
        bench.server.requests.map(\.path).sorted() == [
          "/search/movie", "/search/multi", "/search/multi", "/search/tv",
        ])
    }
  }

  @Test func filmsOfATitleAreSortedByVotes() async throws {
    let items = [3, 9, 5].map {
      #"{"id":\#($0),"title":"The Same","media_type":"movie","vote_count":\#($0)}"#
    }
    try await ServiceBench.withTMDB(response: Self.list(items, total: 3, pages: 1)) { bench in
      let films = try await bench.tmdb().films(titled: "same", year: nil)
      #expect(films.map(\.id.tmdb?.number) == [9, 5, 3])
    }
  }

  private static func list(_ items: [String], total: Int, pages: Int) -> LoopbackServer.Response {
    .json(
      """
      {"page":1,"results":[\(items.joined(separator: ","))],"total_results":\(total),
      "total_pages":\(pages)}
      """)
  }
}
