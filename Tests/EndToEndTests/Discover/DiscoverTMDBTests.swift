import FilmzTestSupport
import Testing

/// `discover` as a result set, with lists of TMDB.
struct DiscoverTMDBTests {
  private static func rows(_ line: String, _ filmz: FilmzProcess) async throws -> JSON {
    let result = try await filmz.run("--format", "json", "-c", line)
    #expect(result.status == 0, "\(result.stderr)")
    return try result.json
  }

  private static func ids(_ line: String, _ filmz: FilmzProcess) async throws -> [String] {
    try await rows(line, filmz).each("id").compactMap { $0?.string }
  }

  private static func isList(_ request: LoopbackServer.Request) -> Bool {
    request.query["page"] != nil
  }

  @Test func pagesAreLoadedWhenTheyAreNeeded() async throws {
    try await FilmzProcess.withTMDB { filmz, server async throws in
      let all = try await Self.ids("discover popular --type movie --limit 30", filmz)
      #expect(all.count == 30 && Set(all).count == 30)
      #expect(server.requests.count(where: Self.isList) == 2)
      let second = try await Self.rows("discover popular --type movie --limit 15; next", filmz)
      #expect(second.each("id").compactMap { $0?.string } == Array(all[15...]))
      #expect(second[0]?["index"] == 16)
    }
  }

  @Test func filmsMarkedInAListOfAServiceHaveItsName() async throws {
    try await FilmzProcess.withTMDB { filmz, _ async throws in
      _ = try await Self.rows(
        "discover netflix --type movie; seen 1; watchlist add 2; add 3; watched 4; skip 5", filmz)
      let collection = try await Self.rows("ls", filmz)
      #expect(collection.each("platform") == Array(repeating: "Netflix", count: 4))
      #expect(try await Self.rows("ls --skipped", filmz).each("platform") == ["Netflix"])
      _ = try await Self.rows("discover popular --type movie; seen 1", filmz)
      let platforms = try await Self.rows("ls", filmz).each("platform").map { $0?.string }
      #expect(platforms.count == 5 && platforms.count { $0 == nil } == 1)
    }
  }

  /// The film has no IMDb id at TMDB.
  @Test(arguments: [
    "watchlist add ID", "seen ID", "add ID", "watched ID", "rate ID 8", "note ID x", "tag ID x",
    "list add Fens ID --create", "skip ID; watchlist add ID; seen ID",
    "discover popular --type movie --again; seen ID",
  ])
  func filmThatWasSkippedInAListOfAServiceKeepsItsNameWhenItIsAdded(commands: String) async throws {
    try await FilmzProcess.withTMDB { filmz, _ async throws in
      let id = try await Self.skipInNetflix(filmz)
      _ = try await filmz.run("-c", commands.replacing("ID", with: id))
      #expect(try await Self.rows("ls", filmz).each("platform") == ["Netflix"])
      _ = try await Self.rows("skip \(id) --force", filmz)
      #expect(try await Self.rows("ls --skipped", filmz).each("platform") == ["Netflix"])
    }
  }

  @Test func undoRestoresTheSkipWithTheName() async throws {
    try await FilmzProcess.withTMDB { filmz, _ async throws in
      let id = try await Self.skipInNetflix(filmz)
      _ = try await filmz.run("-c", "watchlist add \(id); undo")
      #expect(try await Self.rows("ls --skipped", filmz).each("platform") == ["Netflix"])
      _ = try await filmz.run("-c", "redo")
      #expect(try await Self.rows("ls", filmz).each("platform") == ["Netflix"])
    }
  }

  private static func skipInNetflix(_ filmz: FilmzProcess) async throws -> String {
    let result = try await filmz.run(
      "--format", "json", "-c", "discover netflix --type movie --limit 5; skip 5")
    return try #require(try result.json[0]?["id"]?.string)
  }

  /// The details have an IMDb id, by which the film is selected.
  @Test(arguments: ["skip .", "seen .", "add .", "skip tt9000026", "skip tmdb:movie:103"])
  func filmOfAListThatWasShownHasItsNameToo(command: String) async throws {
    try await FilmzProcess.withTMDB { filmz, _ async throws in
      let marked = try await Self.rows(
        "discover netflix --type movie --year 2021; show 1; \(command)", filmz)
      #expect(marked[0]?["id"] == "tt9000026" && marked[0]?["platform"] == "Netflix")
      #expect(marked[0]?["index"] == 1)
    }
  }

  /// Films that are not released yet have no votes.
  @Test func upcomingFilmsOfAGenreAreFound() async throws {
    try await FilmzProcess.withTMDB { filmz, _ async throws in
      let rows = try await Self.rows("discover upcoming --genre drama --type movie", filmz)
      #expect(rows.each("title") == ["Meadow 40"])
    }
  }

  /// Document 003.
  @Test func pageIsNotRequestedTwiceInOneProcess() async throws {
    try await FilmzProcess.withTMDB { filmz, server async throws in
      let ids = try await Self.ids("discover popular --type movie", filmz)
      let again = try await Self.ids(
        "discover popular --type movie; skip 1; discover popular --type movie --limit 19", filmz)
      #expect(again == Array(ids[1...]))
      #expect(server.requests.count(where: Self.isList) == 2)
    }
  }

  @Test func markedFilmsAreLeftOut() async throws {
    try await FilmzProcess.withTMDB { filmz, _ async throws in
      let ids = try await Self.ids("discover --type movie --limit 6", filmz)
      _ = try await Self.rows("discover --type movie; skip 1; add 2; seen 4", filmz)
      #expect(
        try await Self.ids("discover --type movie --limit 3", filmz) == [ids[2], ids[4], ids[5]])
    }
  }

  @Test func failureOfALaterPageKeepsTheResults() async throws {
    let fake = FakeTMDB(token: FilmzProcess.token)
    let handler: LoopbackServer.Handler = { request in
      request.query["page"] == "2" ? .text("broken", status: 500) : fake.respond(to: request)
    }
    try await FilmzProcess.withTMDB(handler) { filmz, _ async throws in
      let result = try await filmz.run(
        "--format", "json", "-c", "discover --type movie --limit 5; page 9; results")
      #expect(result.status == 1)
      #expect(result.stderr.contains("command 2: "), "\(result.stderr)")
      #expect(try result.json.array.count == 5)
    }
  }

  @Test func catalogAnswersIfTMDBFails() async throws {
    try await FilmzProcess.withTMDB(answering: .text("broken", status: 500)) {
      filmz, _ async throws in
      let result = try await filmz.run("--format", "json", "discover", "--limit", "3")
      #expect(result.status == 0 && result.errorLines.count == 1, "\(result.stderr)")
      #expect(try result.json[0]?["id"] == "tt0111161")
      let service = try await filmz.run("discover", "netflix")
      #expect(service.status == 69 && service.stdout == "")
    }
  }
}
