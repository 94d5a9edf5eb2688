import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

struct TMDBRequestTests {
  /// The paths of requests with their parameters, apart from those of every search.
  private static func targets(_ server: LoopbackServer) -> [String] {
    server.requests.map { request in
      let common = ["query", "page", "include_adult", "language"]
      let parameters = request.query.filter { !common.contains($0.key) }.sorted { $0.key < $1.key }
      return ([request.path] + parameters.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
    }.sorted()
  }

  @Test(
    arguments: [
      (SearchQuery(text: "beacon"), ["/search/multi"]),
      (SearchQuery(text: "beacon*"), ["/search/multi"]),
      (SearchQuery(text: "beacon", type: .movie), ["/search/movie"]),
      (SearchQuery(text: "beacon", type: .series), ["/search/tv"]),
      (
        SearchQuery(text: "beacon", years: 1974...1974, type: .movie),
        ["/search/movie primary_release_year=1974"]
      ),
      (
        SearchQuery(text: "beacon", years: 1974...1974, type: .series),
        ["/search/tv first_air_date_year=1974"]
      ),
      (
        SearchQuery(text: "beacon", years: 1974...1974),
        ["/search/movie primary_release_year=1974", "/search/tv first_air_date_year=1974"]
      ),
    ] as [(SearchQuery, [String])])
  func searchRequestsOnePagePerKind(query: SearchQuery, targets: [String]) async throws {
    try await ServiceBench.withTMDB { bench in
      _ = try await bench.tmdb(language: "de-DE").search(query, page: 3)
      #expect(Self.targets(bench.server) == targets)
      for request in bench.server.requests {
        #expect(request.query["query"] == "beacon" && request.query["page"] == "3")
        #expect(request.query["include_adult"] == "false")
        #expect(request.query["language"] == "de-DE")
        #expect(request.headers["authorization"] == "Bearer \(ServiceBench.token)")
        #expect(request.query.values.allSatisfy { !$0.contains(ServiceBench.token) })
      }
    }
  }

  @Test(arguments: ["Lantern & Sons", "1+1=2", "#alive", "Amélie", "100% wolf", "千と千尋", "a/b?c"])
  func titleIsSentAsTyped(title: String) async throws {
    try await ServiceBench.withTMDB { bench in
      _ = try await bench.tmdb().search(SearchQuery(text: title), page: 1)
      _ = try await bench.tmdb().films(titled: title, year: nil)
      #expect(bench.server.requests.map { $0.query["query"] } == [title, title])
    }
  }

  @Test(arguments: [0, 501])
  func pageThatTMDBDoesNotHaveIsEmptyWithoutARequest(page: Int) async throws {
    try await ServiceBench.withTMDB { bench in
      let result = try await bench.tmdb().search(SearchQuery(text: "beacon"), page: page)
      #expect(result.films.isEmpty)
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test(
    arguments: [
      ("tmdb:movie:101", ["/movie/101 credits,watch/providers,release_dates"]),
      ("tmdb:tv:101", ["/tv/101 credits,watch/providers,content_ratings,external_ids"]),
      ("tt9200101", ["/find/tt9200101", "/movie/101 credits,watch/providers,release_dates"]),
      (
        "tt9200201",
        ["/find/tt9200201", "/tv/101 credits,watch/providers,content_ratings,external_ids"]
      ),
      ("tt9999999", ["/find/tt9999999"]),
      ("tmdb:movie:7", ["/movie/7 credits,watch/providers,release_dates"]),
      ("own:6A0B0C36-2F5B-4F0B-9B6E-0123456789AB", []),
    ] as [(String, [String])])
  func detailsAreOneRequest(id: String, targets: [String]) async throws {
    try await ServiceBench.withTMDB { bench in
      _ = try await bench.tmdb().film(id: FilmID(unchecked: id))
      let requested = bench.server.requests.map { request in
        request.path + (request.query["append_to_response"].map { " " + $0 } ?? "")
      }
      #expect(requested == targets)
      let find = bench.server.requests.first { $0.path.hasPrefix("/find") }
      #expect(find == nil || find?.query["external_source"] == "imdb_id")
    }
  }

  @Test(arguments: [nil, "", "YOUR_TOKEN", "your_tmdb_token", "$(TMDB_API_TOKEN)"])
  func missingOrPlaceholderTokenIsNeverSent(token: String?) async throws {
    try await ServiceBench.withTMDB { bench in
      let source = bench.tmdb(token: token)
      #expect(await !source.isConfigured)
      await #expect(throws: ServiceError.tmdb(.noKey)) {
        try await source.search(SearchQuery(text: "beacon"), page: 1)
      }
      await #expect(throws: ServiceError.tmdb(.noKey)) {
        try await source.film(id: FilmID(tmdb: .movie, 101))
      }
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test(
    arguments: [
      (SearchQuery(text: "beacon", type: .episode), .leaveFiltersOut),
      (SearchQuery(text: "beacon", type: .game), .leaveFiltersOut),
      (SearchQuery(text: "beacon", type: .miniSeries), .leaveFiltersOut),
      (SearchQuery(text: "beacon", years: 1970...1979), nil),
      (SearchQuery(text: "beacon", years: 1970...1970), nil),
      (SearchQuery(text: "beacon", type: .series), nil), (SearchQuery(text: "beacon"), nil),
    ] as [(SearchQuery, Remedy?)])
  func unsupportedFiltersAreRefusedWithoutARequest(query: SearchQuery, remedy: Remedy?) async throws {
    try await ServiceBench.withTMDB { bench in
      let error = bench.tmdb().unsupportedQueryError(for: query)
      #expect(error?.remedy == remedy)
      guard let error else { return }
      await #expect(throws: error) { try await bench.tmdb().search(query, page: 1) }
      #expect(bench.server.requests.isEmpty)
    }
  }
}
