import FilmzTestSupport
import Testing

/// Results of a search at TMDB: pages of various lengths, and films of the collection that TMDB knows by other ids.
@Suite(.timeLimit(.minutes(10)))
struct TMDBResultsTests {
  private static let token = "eyJ0.dG9r.ZW4x"

  /// An element of TMDB's lists.
  private struct Element: Sendable {
    var number: Int
    var title = ""
    var date = ""
    var kind = "movie"
    var imdbID: String?

    /// The element in a list or, with the IMDb id, the details.
    func json(hasDetails: Bool = false) -> [String: String] {
      let isSeries = kind == "tv"
      var members = [
        "id": String(number), "media_type": "\"\(kind)\"", "overview": "\"\"", "genre_ids": "[]",
        isSeries ? "name" : "title": "\"\(title)\"",
        isSeries ? "first_air_date" : "release_date": "\"\(date)\"",
      ]
      if hasDetails {
        let id = imdbID.map { "\"\($0)\"" } ?? "null"
        members["imdb_id"] = id
        members["external_ids"] = "{\"imdb_id\":\(id)}"
      }
      return members
    }

    func text(hasDetails: Bool = false) -> String {
      let members = json(hasDetails: hasDetails).map { "\"\($0)\":\($1)" }
      return "{\(members.sorted().joined(separator: ","))}"
    }

    static func person(_ number: Int) -> Element {
      Element(number: number, title: "Fenella \(number)", kind: "person")
    }
  }

  /// Returns a handler for the pages of a search, and for the details of the films on them.
  private static func responding(_ pages: [[Element]]) -> LoopbackServer.Handler {
    let total = pages.joined().count
    return { request in
      let parts = request.path.split(separator: "/").map(String.init)
      guard parts.contains("search") else {
        let film = pages.joined().first {
          parts.suffix(2) == [$0.kind, String($0.number)]
        }
        return film.map { .json($0.text(hasDetails: true)) } ?? .text("none", status: 404)
      }
      let page = request.query["page"].flatMap { Int($0) } ?? 1
      let elements = pages.indices.contains(page - 1) ? pages[page - 1] : []
      let list = elements.map { $0.text() }.joined(separator: ",")
      return .json(
        "{\"page\":\(page),\"results\":[\(list)],\"total_pages\":\(pages.count)"
          + ",\"total_results\":\(total)}")
    }
  }

  private static func with(
    _ pages: [[Element]], _ body: (FilmzProcess, LoopbackServer) async throws -> Void
  ) async throws {
    try await LoopbackServer.with(responding(pages)) { server in
      try await FilmzProcess.with(
        environment: ["TMDB_BASE_URL": server.baseURL, "TMDB_API_TOKEN": token]
      ) {
        try await body($0, server)
      }
    }
  }

  /// Three pages of 20 elements, of which 12, 0, and 9 are films; one is on two pages.
  private static let pages: [[Element]] = [
    (1...12).map { Element(number: $0, title: "Fen \($0)", date: "2001-02-03") }
      + (1...8).map { Element.person($0) },
    (9...28).map { Element.person($0) },
    (12...20).map { Element(number: $0, title: "Fen \($0)", date: "2001-02-03") },
  ]

  @Test(arguments: [60, 80, 200])
  func totalIsShownAsAnEstimateUntilTheEndIsKnown(columns: Int) async throws {
    try await Self.with(Self.pages) { filmz, server in
      let terminal = try filmz.openTerminal([], rows: 40, columns: columns)
      try await terminal.expectPrompt()
      let first = try await terminal.answer(to: "search fen --source tmdb --limit 10")
      #expect(first.contains("1–10 of about 49 · page 1 · next"))
      let second = try await terminal.answer(to: "next")
      #expect(second.contains("11–20 of 20 · page 2/2\n"), "\(second)")
      let end = try await terminal.answer(to: "next")
      #expect(end.contains("No more results."))
      #expect(terminal.screen.wrappedLines == [])
      #expect(server.requests.compactMap { $0.query["page"] }.sorted() == ["1", "2", "3"])
    }
  }

  @Test func scriptsSeeEachFilmOnceWithConsecutiveNumbers() async throws {
    try await Self.with(Self.pages) { filmz, server in
      let result = try await filmz.run(
        "--format", "json", "-c", "search fen --source tmdb --page 2 --limit 11")
      #expect(result.status == 0, "\(result.stderr)")
      let rows = try result.json
      #expect(rows.each("index").map { $0?.number } == (12...20).map(Double.init))
      #expect(rows.each("id").map { $0?.string } == (12...20).map { "tmdb:movie:\($0)" })
      #expect(server.requests.count == 3)
      let later = try await filmz.run("--verbose", "-c", "search fen --source tmdb; page 4")
      #expect(later.status == 0)
      #expect(
        later.stderr.contains("There is no page 4: the results have 2 pages."), "\(later.stderr)")
    }
  }

  // MARK: - Films of the collection

  /// Films of the starter catalog, The Godfather and Pulp Fiction, and one that is none of them.
  private static let known: [[Element]] = [
    [
      Element(number: 238, title: "The Godfather", date: "1972-03-14", imdbID: "tt0068646"),
      Element(number: 680, title: "Pulp Fiction", date: "1995-01-01", imdbID: "tt7000009"),
      Element(number: 999, title: "The Fen", date: "1999-01-01", imdbID: "tt7000010"),
    ]
  ]

  private static let search = "search the --source tmdb"

  @Test func rowsShowTheMarkOfTheFilmThatTheyMayBe() async throws {
    try await Self.with(Self.known) { filmz, server in
      _ = try await filmz.run("--offline", "-c", "watched tt0068646; add tt0110912")
      let result = try await filmz.run("-c", Self.search)
      #expect(result.stdout.contains(/1 +✓\? +The Godfather/), "\(result.stdout)")
      #expect(
        result.stdout.contains(/2 +\+\? +Pulp Fiction/) && result.stdout.contains(/3 +The Fen/))
      let rows = try await filmz.run("--format", "json", "-c", Self.search).json
      #expect(rows.each("inCollection").allSatisfy { $0 == false })
      #expect(!server.requests.contains { $0.path.contains("/movie/") })
    }
  }

  @Test func commandsUseTheFilmThatTheDetailsName() async throws {
    try await Self.with(Self.known) { filmz, server in
      _ = try await filmz.run("--offline", "-c", "add tt0068646; add tt0110912")
      let result = try await filmz.run("-c", "\(Self.search); rate 1 9; rate 2 8")
      #expect(result.status == 0, "\(result.stderr)")
      let rows = try await filmz.answer(to: "ls")
      #expect(
        Set(rows.each("id").compactMap { $0?.string })
          == ["tt0068646", "tt0110912", "tt7000009"])
      let rated = rows.array.first { $0["id"]?.string == "tt0068646" }
      #expect(rated?["myRating"] == 9)
      #expect(server.requests.filter { $0.path.hasSuffix("/movie/238") }.count == 1)
    }
  }

  @Test func changesAreRefusedAsLongAsTheDetailsAreNotAvailable() async throws {
    try await Self.with(Self.known) { filmz, _ in
      _ = try await filmz.run("--offline", "-c", "add tt0068646; \(Self.search)")
      _ = try await filmz.run("-c", Self.search)
      for command in ["rate 1 9", "add 1", "watched 1", "note 1 old", "rm 1 --yes"] {
        let result = try await filmz.run("--offline", "-c", "\(Self.search); \(command)")
        #expect(result.status == 1, "\(command): \(result.stderr)")
        #expect(
          result.stderr.contains(
            "The Godfather (1972) may be the film tt0068646 in your collection, and its details are"
              + " not available; if both are the same film, use `identify tmdb:movie:238 tt0068646`"
          ),
          "\(command): \(result.stderr)")
      }
      let call = try await filmz.run("--offline", "add", "tmdb:movie:238")
      #expect(call.status == 69 && call.stderr.contains("may be the film tt0068646"))
      let rows = try await filmz.answer(to: "ls")
      #expect(rows.each("id").map { $0?.string } == ["tt0068646"])
      #expect(rows.each("myRating") == [.null])
      let result = try await filmz.run(
        "--offline", "-c", "\(Self.search); identify 1 tt0068646; rate 1 9")
      #expect(result.status == 0, "\(result.stderr)")
      let rated = try await filmz.answer(to: "ls")
      #expect(rated.each("id").map { $0?.string } == ["tt0068646"])
      #expect(rated.each("myRating") == [9])
    }
  }
}
