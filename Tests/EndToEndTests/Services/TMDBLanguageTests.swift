import FilmzTestSupport
import Testing

/// The cache of TMDB's pages and details: what a request depends on is part of the key.
@Suite(.timeLimit(.minutes(10)))
struct TMDBLanguageTests {
  /// Responds with one film, whose title is in the language of the request.
  private static let handler: LoopbackServer.Handler = { request in
    let title = request.query["language"] == "de" ? "Der Hafen" : "The Harbor"
    let film = #"{"id":7,"title":"\#(title)","media_type":"movie","release_date":"1987-09-18"}"#
    return request.path.hasPrefix("/search/")
      ? .json(#"{"page":1,"results":[\#(film)],"total_pages":1,"total_results":1}"#) : .json(film)
  }

  /// Returns the requests as path and language.
  private static func targets(_ server: LoopbackServer) -> [String] {
    server.requests.map { "\($0.path) \($0.query["language"] ?? "")" }
  }

  @Test func pagesAndDetailsAreFetchedInTheLanguageOfTheSettings() async throws {
    try await FilmzProcess.withTMDB(Self.handler) {
      filmz, server async throws in
      func titles() async throws -> [JSON?] {
        let calls = [["search", "harbor", "--source", "tmdb"], ["show", "tmdb:movie:7"]]
        let page = try await filmz.run(["--format", "json"] + calls[0]).json
        let film = try await filmz.run(["--format", "json"] + calls[1]).json
        return [page[0]?["title"], film["title"]]
      }
      let english = ["/search/multi en-US", "/movie/7 en-US"]
      for _ in 1...2 { #expect(try await titles() == ["The Harbor", "The Harbor"]) }
      #expect(Self.targets(server) == english)
      #expect(try await filmz.run("config", "set", "tmdb.language", "de").status == 0)
      for _ in 1...2 { #expect(try await titles() == ["Der Hafen", "Der Hafen"]) }
      #expect(Self.targets(server) == english + ["/search/multi de", "/movie/7 de"])
      #expect(try await filmz.run("config", "unset", "tmdb.language").status == 0)
      // The page in the first language is still cached; of the details, only the newest are.
      for _ in 1...2 { #expect(try await titles() == ["The Harbor", "The Harbor"]) }
      #expect(
        Self.targets(server)
          == english + ["/search/multi de", "/movie/7 de"] + ["/movie/7 en-US"])
    }
  }

  @Test func languageIsChangedWithinASession() async throws {
    try await FilmzProcess.withTMDB(Self.handler) {
      filmz, server async throws in
      let look = "search harbor --source tmdb; show tmdb:movie:7"
      let result = try await filmz.run(
        "-c", "\(look); config set tmdb.language de; \(look); config unset tmdb.language; \(look)")
      #expect(result.status == 0, "\(result.stderr)")
      #expect(
        Self.targets(server) == [
          "/search/multi en-US", "/movie/7 en-US", "/search/multi de", "/movie/7 de",
          "/movie/7 en-US",
        ])
    }
  }

  @Test func titlesAreLookedUpInTheLanguageOfTheSettings() async throws {
    try await FilmzProcess.withTMDB(Self.handler) {
      filmz, server async throws in
      for (language, title) in [("en-US", "The Harbor"), ("de", "Der Hafen")] {
        #expect(try await filmz.run("config", "set", "tmdb.language", language).status == 0)
        let result = try await filmz.run("show", title)
        #expect(result.status == 0 && result.stdout.hasPrefix(title), "\(result.stderr)")
      }
      // The same title again, in another language: TMDB is asked again.
      _ = try await filmz.run("show", "The Harbor")
      let searches = Self.targets(server).filter { $0.hasPrefix("/search/multi") }
      #expect(searches == ["/search/multi en-US", "/search/multi de", "/search/multi de"])
    }
  }

  /// TMDB searches in the same way with `--exact`.
  @Test func exactSearchUsesTheSamePage() async throws {
    try await FilmzProcess.withTMDB(Self.handler) {
      filmz, server async throws in
      for options in [[], ["--exact"]] {
        let result = try await filmz.run(["search", "harbor", "--source", "tmdb"] + options)
        #expect(result.status == 0 && result.stdout.contains("The Harbor"))
      }
      #expect(server.requests.count == 1)
    }
  }
}
