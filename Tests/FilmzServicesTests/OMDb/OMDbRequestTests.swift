import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

struct OMDbRequestTests {
  @Test(arguments: [
    (SearchQuery(text: "lantern"), 1, ["s": "lantern*", "page": "1"]),
    (SearchQuery(text: "lantern"), 3, ["s": "lantern*", "page": "3"]),
    (SearchQuery(text: "lan*"), 1, ["s": "lan*", "page": "1"]),
    (SearchQuery(text: "lantern", isExact: true), 1, ["s": "lantern", "page": "1"]),
    (
      SearchQuery(text: "lantern", years: 1974...1974, type: .movie), 2,
      ["s": "lantern*", "page": "2", "y": "1974", "type": "movie"]
    ),
    (
      SearchQuery(text: "lantern", type: .series), 1,
      ["s": "lantern*", "page": "1", "type": "series"]
    ),
  ])
  func searchSendsTextPageYearAndType(
    query: SearchQuery, page: Int, parameters: [String: String]
  ) async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.source().search(query, page: page)
      let expected = parameters.merging(["apikey": ServiceBench.key, "r": "json"]) { $1 }
      let request = try #require(bench.server.requests.first)
      #expect(bench.server.requests.count == 1)
      #expect(request.query == expected)
      #expect(request.method == "GET")
      #expect(request.path == "/")
      #expect(request.headers["accept"] == "application/json")
    }
  }

  @Test(arguments: [
    "Lantern & Sons", "1+1=2", "#alive", "Amélie", "mission:", "100% wolf", "who? me/you",
    "千と千尋", "a;b,c", "\"quoted\" 'title'", "🎬",
  ])
  func titleIsSentAsTyped(title: String) async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.source().search(SearchQuery(text: title), page: 1)
      _ = try await bench.source().films(titled: title, year: nil)
      #expect(bench.server.requests.map { $0.query["s"] ?? $0.query["t"] } == [title + "*", title])
      #expect(bench.server.requests.map(\.query.count) == [4, 4])
    }
  }

  @Test func keyWithReservedCharactersIsEncoded() async throws {
    let key = "a&b=c+d#e%f/g"
    try await ServiceBench.with(FakeOMDb(key: key).respond) { bench in
      let film = try await bench.source(key: key).film(id: FilmID(unchecked: "tt9000026"))
      #expect(film?.title == "Quince")
    }
  }

  @Test func filmIsRequestedByID() async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.source().film(id: FilmID(unchecked: "tt9000026"))
      #expect(
        bench.server.requests.map(\.query)
          == [["apikey": ServiceBench.key, "i": "tt9000026", "plot": "full", "r": "json"]])
    }
  }

  @Test func filmIsRequestedByTitleAndYear() async throws {
    try await ServiceBench.with { bench in
      let films = try await bench.source().films(titled: "The Lantern", year: 2016)
      #expect(films.map(\.id.rawValue) == ["tt9000003"])
      #expect(
        bench.server.requests.map(\.query)
          == [
            [
              "apikey": ServiceBench.key, "t": "The Lantern", "y": "2016", "plot": "full",
              "r": "json",
            ]
          ])
    }
  }

  @Test(arguments: ["tmdb:movie:603", "own:6A0B0C36-2F5B-4F0B-9B6E-0123456789AB"])
  func onlyIMDbIDsAreRequested(id: String) async throws {
    try await ServiceBench.with { bench in
      let film = try await bench.source().film(id: FilmID(unchecked: id))
      #expect(film == nil)
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func baseURLMayHaveParameters() async throws {
    try await ServiceBench.with { bench in
      let source = bench.source(baseURL: bench.server.baseURL + "mirror?tenant=7")
      _ = try await source.film(id: FilmID(unchecked: "tt9000026"))
      let request = try #require(bench.server.requests.first)
      #expect(request.path == "/mirror")
      #expect(request.query["tenant"] == "7")
      #expect(request.query["i"] == "tt9000026")
    }
  }
}
