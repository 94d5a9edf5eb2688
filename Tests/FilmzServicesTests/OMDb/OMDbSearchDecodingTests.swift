import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

struct OMDbSearchDecodingTests {
  @Test func pageHasTenFilmsAndTheTotalOfAllPages() async throws {
    try await ServiceBench.with { bench in
      let query = SearchQuery(text: "lantern", isExact: true)
      let first = try await bench.source().search(query, page: 1)
      let last = try await bench.source().search(query, page: 3)
      #expect(first.films.count == 10)
      #expect(first.total == FakeOMDb.lanternCount)
      #expect(last.films.count == FakeOMDb.lanternCount - 20)
      #expect(Set(first.films.map(\.id)).isDisjoint(with: last.films.map(\.id)))
    }
  }

  @Test func hitHasIDTitleYearsTypeAndPoster() async throws {
    let body = """
      {"Search":[{"Title":"Dusk","Year":"2011–2014","imdbID":"tt9100001","Type":"series",
      "Poster":"https://example.invalid/1.jpg"}],"totalResults":"1","Response":"True"}
      """
    let film = try #require(try await films(of: body).first)
    #expect(film.id.rawValue == "tt9100001")
    #expect(film.title == "Dusk")
    #expect(film.year == 2011)
    #expect(film.endYear == 2014)
    #expect(film.type == .series)
    #expect(film.poster == "https://example.invalid/1.jpg")
    #expect(film.origin == .omdb)
    #expect(!film.isComplete)
    #expect(film.fetchedAt == nil)
  }

  @Test(
    arguments: [
      (#""Type":"game""#, MediaType.game), (#""Type":"movie""#, .movie),
      (#""Type":"podcast""#, nil),
      (#""Type":"N/A""#, nil), (#""Poster":"N/A""#, nil),
    ] as [(String, MediaType?)])
  func unknownTypeAndPosterAreNil(member: String, type: MediaType?) async throws {
    let body = """
      {"Search":[{"Title":"Dusk","Year":"N/A","imdbID":"tt9100001",\(member)}],
      "totalResults":"1","Response":"True"}
      """
    let film = try #require(try await films(of: body).first)
    #expect(film.type == type)
    #expect(film.poster == nil)
    #expect(film.year == nil)
  }

  @Test func hitWithoutValidIDOrTitleIsOmitted() async throws {
    let body = """
      {"Search":[{"Title":"Dusk","imdbID":"N/A"},{"Title":"N/A","imdbID":"tt9100003"},{"Title":"Dawn","imdbID":"tt9100002"}],
      "totalResults":"2","Response":"True"}
      """
    #expect(try await films(of: body).map(\.title) == ["Dawn"])
  }

  @Test(arguments: ["", #","totalResults":"many""#])
  func invalidTotalIsReplacedByTheCountOfHits(member: String) async throws {
    let body = #"{"Search":[{"Title":"Dawn","imdbID":"tt9100002"}]\#(member)}"#
    try await ServiceBench.with(response: .json(body)) { bench in
      let page = try await bench.source().search(SearchQuery(text: "dawn"), page: 1)
      #expect(page.total == 1)
    }
  }

  @Test(arguments: [("0", 1), ("-3", 1), ("1,000", 1000), ("4711", 1000)])
  func totalIsBetweenTheCountOfHitsAndAHundredPages(text: String, total: Int) async throws {
    let hit = #"{"Title":"Dawn","imdbID":"tt9100002"}"#
    let body = #"{"Search":[\#(hit)],"totalResults":"\#(text)"}"#
    try await ServiceBench.with(response: .json(body)) { bench in
      let page = try await bench.source().search(SearchQuery(text: "dawn"), page: 1)
      #expect(page.total == total)
    }
  }

  @Test(arguments: ["Movie not found!", "Series not found!", "Too many results."])
  func searchWithoutResultsIsAnEmptyPage(text: String) async throws {
    let body = #"{"Response":"False","Error":"\#(text)"}"#
    try await ServiceBench.with(response: .json(body)) { bench in
      let page = try await bench.source().search(SearchQuery(text: "nothing"), page: 1)
      #expect(page == .empty)
    }
  }

  @Test(arguments: [
    #"{"Response":"True"}"#, #"{"Response":"False"}"#, #"{"Search":"text"}"#, #"{"Search":[5]}"#,
    #"{"Search":{"Title":"Dawn"}}"#, #"[1,2]"#, #"{"Search":[{"imdbID":"tt9100002"}]}"#,
    #"{"Search":[{"Title":"Dawn"}]}"#, #"{"Search":[{"Title":7,"imdbID":"tt9100002"}]}"#,
    #"{"Search":[{"Title":null,"imdbID":"tt9100002"}]}"#,
  ])
  func malformedListIsADecodingError(body: String) async throws {
    let error = try await #require(throws: ServiceError.self) { try await films(of: body) }
    guard case .decodingError = error.cause else {
      Issue.record("\(error)")
      return
    }
  }

  private func films(of body: String) async throws -> [Film] {
    var films: [Film] = []
    try await ServiceBench.with(response: .json(body)) { bench in
      films = try await bench.source().search(SearchQuery(text: "dusk"), page: 1).films
    }
    return films
  }
}
