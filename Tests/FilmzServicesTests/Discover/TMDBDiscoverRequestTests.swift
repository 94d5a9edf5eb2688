import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

/// The requests for lists of films to discover.
///
/// Source: FlickSwiper (features, 7.2).
struct TMDBDiscoverRequestTests {
  /// A query, and the requests for its first batch, on the day of the bench, 2027-01-15.
  ///
  /// The requests are paths and parameters without those that most requests have.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let query: DiscoverQuery
    let targets: [String]

    init(
      _ method: DiscoverMethod, only type: MediaType? = nil, genre: String? = nil,
      years: ClosedRange<Int>? = nil, sort: DiscoverSort? = nil, _ targets: String...
    ) {
      var query = DiscoverQuery(method)
      (query.type, query.genre, query.years, query.sort) = (type, genre, years, sort)
      self.query = query
      self.targets = targets.sorted()
      testDescription =
        "\(method.rawValue) \(type?.rawValue ?? "all") \(genre ?? "") \(years?.description ?? "")"
        + " \(sort?.rawValue ?? "")"
    }
  }

  private static let plain: [Case] = [
    Case(.popular, "/movie/popular", "/tv/popular"),
    Case(.popular, only: .movie, "/movie/popular"), Case(.popular, only: .series, "/tv/popular"),
    Case(.topRated, "/movie/top_rated", "/tv/top_rated"),
    Case(.topRated, only: .series, "/tv/top_rated"), Case(.trending, "/trending/all/day"),
    Case(.trending, only: .movie, "/trending/movie/day"),
    Case(.trending, only: .series, "/trending/tv/day"),
    Case(.nowPlaying, "/movie/now_playing", "/tv/on_the_air"),
    Case(.nowPlaying, only: .movie, "/movie/now_playing"),
    Case(.nowPlaying, only: .series, "/tv/on_the_air"),
    Case(
      .upcoming,
      "/discover/movie primary_release_date.gte=2027-01-15 sort_by=primary_release_date.asc"
        + " vote_count.gte=0 with_release_type=2|3",
      "/discover/tv first_air_date.gte=2027-01-15 sort_by=first_air_date.asc"),
  ]

  private static let years: [Case] = [
    Case(
      .popular, years: 1990...1999,
      "/discover/movie primary_release_date.gte=1990-01-01 primary_release_date.lte=1999-12-31"
        + " sort_by=popularity.desc",
      "/discover/tv first_air_date.gte=1990-01-01 first_air_date.lte=1999-12-31"
        + " sort_by=popularity.desc"),
    Case(
      .trending, only: .movie, years: 1990...1990,
      "/discover/movie primary_release_date.gte=1990-01-01 primary_release_date.lte=1990-12-31"
        + " sort_by=popularity.desc"),
    Case(
      .topRated, only: .series, years: 1990...1999,
      "/discover/tv first_air_date.gte=1990-01-01 first_air_date.lte=1999-12-31"
        + " sort_by=vote_average.desc vote_count.gte=50"),
    Case(
      .nowPlaying, only: .series, years: 2026...2027,
      "/discover/tv air_date.gte=2027-01-15 air_date.lte=2027-01-22"
        + " first_air_date.gte=2026-01-01 first_air_date.lte=2027-01-15"
        + " sort_by=first_air_date.desc"),
    Case(
      .nowPlaying, only: .movie, years: 2026...2027,
      "/discover/movie primary_release_date.gte=2026-01-01 primary_release_date.lte=2027-01-15"
        + " sort_by=primary_release_date.desc"),
    Case(
      .nowPlaying, only: .movie, years: 2026...2026,
      "/discover/movie primary_release_date.gte=2026-01-01 primary_release_date.lte=2026-12-31"
        + " sort_by=primary_release_date.desc"),
    Case(
      .upcoming, years: 2026...2028,
      "/discover/movie primary_release_date.gte=2027-01-15 primary_release_date.lte=2028-12-31"
        + " sort_by=primary_release_date.asc",
      "/discover/tv first_air_date.gte=2027-01-15 first_air_date.lte=2028-12-31"
        + " sort_by=first_air_date.asc"),
    Case(
      .upcoming, only: .movie, years: 2028...2028,
      "/discover/movie primary_release_date.gte=2028-01-01 primary_release_date.lte=2028-12-31"
        + " sort_by=primary_release_date.asc"),
    Case(
      .netflix, only: .movie, years: 1990...1999,
      "/discover/movie primary_release_date.gte=1990-01-01 primary_release_date.lte=1999-12-31"
        + " sort_by=popularity.desc watch_region=US with_watch_providers=8"),
  ]

  private static let genres: [Case] = [
    Case(
      .popular, genre: "Action",
      "/discover/movie sort_by=popularity.desc vote_count.gte=50 with_genres=28",
      "/discover/tv sort_by=popularity.desc vote_count.gte=50 with_genres=10759"),
    Case(
      .topRated, genre: "Sci-Fi",
      "/discover/movie sort_by=vote_average.desc vote_count.gte=50 with_genres=878",
      "/discover/tv sort_by=vote_average.desc vote_count.gte=50 with_genres=10765"),
    Case(
      .popular, genre: "Horror",
      "/discover/movie sort_by=popularity.desc vote_count.gte=50 with_genres=27"),
    Case(
      .trending, genre: "News",
      "/discover/tv sort_by=popularity.desc vote_count.gte=50 with_genres=10763"),
    Case(
      .nowPlaying, genre: "War",
      "/discover/movie primary_release_date.gte=2026-12-04 primary_release_date.lte=2027-01-15"
        + " sort_by=primary_release_date.desc vote_count.gte=50 with_genres=10752",
      "/discover/tv air_date.gte=2027-01-15 air_date.lte=2027-01-22"
        + " first_air_date.lte=2027-01-15 sort_by=first_air_date.desc"
        + " vote_count.gte=50 with_genres=10768"),
    Case(
      .upcoming, only: .movie, genre: "drama",
      "/discover/movie primary_release_date.gte=2027-01-15 sort_by=primary_release_date.asc"
        + " with_genres=18"),
    Case(
      .popular, only: .movie, genre: "drama", years: 2027...2028,
      "/discover/movie primary_release_date.gte=2027-01-01 primary_release_date.lte=2028-12-31"
        + " sort_by=popularity.desc with_genres=18"),
    Case(
      .popular, only: .movie, genre: "drama", years: 2026...2027,
      "/discover/movie primary_release_date.gte=2026-01-01 primary_release_date.lte=2027-12-31"
        + " sort_by=popularity.desc vote_count.gte=50 with_genres=18"),
    Case(
      .topRated, only: .movie, years: 2028...2028,
      "/discover/movie primary_release_date.gte=2028-01-01 primary_release_date.lte=2028-12-31"
        + " sort_by=vote_average.desc"),
    Case(
      .topRated, only: .movie, years: 2027...2027,
      "/discover/movie primary_release_date.gte=2027-01-01 primary_release_date.lte=2027-12-31"
        + " sort_by=vote_average.desc vote_count.gte=50"),
    Case(
      .popular, genre: "action & adventure",
      "/discover/movie sort_by=popularity.desc vote_count.gte=50 with_genres=28|12",
      "/discover/tv sort_by=popularity.desc vote_count.gte=50 with_genres=10759"),
    Case(
      .popular, only: .series, genre: "Kids",
      "/discover/tv sort_by=popularity.desc vote_count.gte=50 with_genres=10751|10762"),
    Case(
      .hulu, genre: "Family", years: 1990...1999, sort: .oldest,
      "/discover/movie primary_release_date.gte=1990-01-01 primary_release_date.lte=1999-12-31"
        + " sort_by=primary_release_date.asc vote_count.gte=50 watch_region=US"
        + " with_genres=10751 with_watch_providers=15",
      "/discover/tv first_air_date.gte=1990-01-01 first_air_date.lte=1999-12-31"
        + " sort_by=first_air_date.asc vote_count.gte=50 watch_region=US"
        + " with_genres=10751|10762 with_watch_providers=15"),
  ]

  private static let sorts: [Case] =
    [
      (DiscoverSort.popular, "popularity.desc", "popularity.desc", ""),
      (.rated, "vote_average.desc", "vote_average.desc", " vote_count.gte=50"),
      (.newest, "primary_release_date.desc", "first_air_date.desc", ""),
      (.oldest, "primary_release_date.asc", "first_air_date.asc", ""),
      (.az, "title.asc", "name.asc", ""), (.za, "title.desc", "name.desc", ""),
    ].flatMap { sort, filmKey, seriesKey, votes in
      let service = " watch_region=US with_watch_providers=283"
      return [
        Case(
          .popular, sort: sort, "/discover/movie sort_by=\(filmKey)\(votes)",
          "/discover/tv sort_by=\(seriesKey)\(votes)"),
        Case(
          .crunchyroll, sort: sort, "/discover/movie sort_by=\(filmKey)\(votes)\(service)",
          "/discover/tv sort_by=\(seriesKey)\(votes)\(service)"),
      ]
    } + [
      Case(
        .upcoming, only: .movie, sort: .za,
        "/discover/movie primary_release_date.gte=2027-01-15 sort_by=title.desc vote_count.gte=0"
          + " with_release_type=2|3"),
      Case(
        .upcoming, only: .series, sort: .rated,
        "/discover/tv first_air_date.gte=2027-01-15 sort_by=vote_average.desc"),
      Case(
        .topRated, only: .movie, sort: .newest,
        "/discover/movie sort_by=primary_release_date.desc vote_count.gte=50"),
      Case(
        .nowPlaying, sort: .az,
        "/discover/movie primary_release_date.gte=2026-12-04 primary_release_date.lte=2027-01-15"
          + " sort_by=title.asc",
        "/discover/tv air_date.gte=2027-01-15 air_date.lte=2027-01-22"
          + " first_air_date.lte=2027-01-15 sort_by=name.asc"),
    ]

  private static let services: [Case] = DiscoverMethod.allCases.compactMap { method in
    method.provider.map {
      let parameters = "sort_by=popularity.desc watch_region=US with_watch_providers=\($0)"
      return Case(method, "/discover/movie \(parameters)", "/discover/tv \(parameters)")
    }
  }

  @Test(arguments: plain + years + genres + sorts + services)
  func queryIsOneRequestPerList(example: Case) async throws {
    try await ServiceBench.withTMDB { bench in
      _ = try await bench.tmdb(language: "de-DE").discover(
        example.query, at: DiscoverCursor(.tmdb))
      #expect(bench.server.targets == example.targets)
      for request in bench.server.requests {
        let isFiltered = request.path.hasPrefix("/discover")
        #expect(request.query["page"] == "1" && request.query["language"] == "de-DE")
        #expect(request.query["include_adult"] == (isFiltered ? "false" : nil))
        #expect(request.headers["authorization"] == "Bearer \(ServiceBench.token)")
        #expect(!request.query.values.contains { $0.contains(ServiceBench.token) })
      }
    }
  }

  @Test(
    arguments: [
      ("Film-Noir", nil), ("Horror", .series), ("News", .movie), ("Talk-Show", .movie),
      ("nothing", nil),
    ] as [(String, MediaType?)])
  func genreThatTMDBDoesNotHaveIsAnErrorWithoutARequest(
    genre: String, type: MediaType?
  ) async throws {
    try await ServiceBench.withTMDB { bench in
      var query = DiscoverQuery(.popular)
      (query.genre, query.type) = (genre, type)
      let error = DiscoverError.unknownGenre(genre, type, service: "TMDB")
      await #expect(throws: error) {
        try await bench.tmdb().discover(query, at: DiscoverCursor(.tmdb))
      }
      #expect(bench.server.requests.isEmpty)
    }
  }

  /// The Netflix of DE has the number of the US, Prime Video has another one, and Hulu does not exist there.
  @Test(
    arguments: [
      (.netflix, "DE", 8, 8), (.primeVideo, "DE", 119, 119), (.disneyPlus, "de", 337, 337),
      (.crunchyroll, "XC", nil, 283), (.max, "XC", 384, nil), (.appleTVPlus, "XC", 350, 350),
      (.appleTVPlus, "XD", 2, nil), (.hulu, "DE", nil, nil), (.netflix, "FR", nil, nil),
    ] as [(DiscoverMethod, String, Int?, Int?)])
  func serviceIsFoundByItsNameInOtherRegions(
    method: DiscoverMethod, region: String, film: Int?, series: Int?
  ) async throws {
    try await ServiceBench.with(Self.respondWithProviders) { bench in
      let source = bench.tmdb(region: region)
      let code = region.uppercased()
      do {
        _ = try await source.discover(DiscoverQuery(method), at: DiscoverCursor(.tmdb))
        #expect(film != nil || series != nil)
      } catch let error as DiscoverError {
        #expect(film == nil && series == nil)
        #expect(error == .unavailableService(method, region: code))
        #expect(error.remedy == .setRegion && error.exitCategory == .unavailable)
      }
      let lists = [("movie", film), ("tv", series)].compactMap { kind, number in
        number.map {
          "/discover/\(kind) sort_by=popularity.desc watch_region=\(code) with_watch_providers=\($0)"
        }
      }
      let providers = ["movie", "tv"].map { "/watch/providers/\($0) watch_region=\(code)" }
      #expect(bench.server.targets == lists + providers)
    }
  }

  /// Responds like TMDB, with two further regions that have services of one kind and under other names.
  private static func respondWithProviders(
    to request: LoopbackServer.Request
  ) -> LoopbackServer.Response {
    let services: [String: String] = [
      "XC movie": #"[2,"Apple TV"],[350,"Apple TV Plus"],[384,"HBO  max"],[1,"Netflix Kids"]"#,
      "XC tv": #"[350,"Apple TV"],[283,"Crunchyroll"],[7,"Crunchyroll Amazon Channel"]"#,
      "XD movie": #"[2,"Apple TV"],null,["x","Hulu"],[15,7]"#,
    ]
    let kind = request.path.split(separator: "/").last ?? ""
    guard request.path.hasPrefix("/watch/providers"),
      let list = services["\(request.query["watch_region"] ?? "") \(kind)"]
    else { return FakeTMDB(token: ServiceBench.token).respond(to: request) }
    let results = list.replacing(#/\[([^,\]]*),([^\]]*)\]/#) { match in
      #"{"provider_id":\#(match.1),"provider_name":\#(match.2)}"#
    }
    return .json(#"{"results":[\#(results)]}"#)
  }
}

extension LoopbackServer {
  /// The paths of the requests with their parameters, apart from those that most requests have.
  var targets: [String] {
    requests.map { request in
      let common = ["page", "include_adult", "language"]
      let parameters = request.query.filter { !common.contains($0.key) }.sorted { $0.key < $1.key }
      return ([request.path] + parameters.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
    }.sorted()
  }
}
