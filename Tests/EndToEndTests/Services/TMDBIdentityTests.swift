import FilmzTestSupport
import Testing

/// Films that TMDB and OMDb both have: TMDB calls it `tmdb:movie:103`, IMDb and OMDb `tt9000026`.
struct TMDBIdentityTests {
  private static let imdbID = "tt9000026"
  private static let tmdbID = "tmdb:movie:103"

  /// Runs `body` with a process that has OMDb's key and TMDB's token, and with both servers.
  private static func withBoth(
    _ body: (FilmzProcess, _ omdb: LoopbackServer, _ tmdb: LoopbackServer) async throws -> Void
  ) async throws {
    try await LoopbackServer.with(FakeOMDb().respond) { omdb in
      try await LoopbackServer.with(FakeTMDB(token: FilmzProcess.token).respond) { tmdb in
        let environment = [
          "OMDB_BASE_URL": omdb.baseURL, "OMDB_API_KEY": "s3cr3t-omdb",
          "TMDB_BASE_URL": tmdb.baseURL, "TMDB_API_TOKEN": FilmzProcess.token,
        ]
        try await FilmzProcess.with(environment: environment) { try await body($0, omdb, tmdb) }
      }
    }
  }

  private static let withoutOMDb: [String: String?] = ["OMDB_API_KEY": nil]
  private static let withoutTMDB: [String: String?] = ["TMDB_API_TOKEN": nil]

  @Test(arguments: [imdbID, tmdbID, "https://www.themoviedb.org/movie/103-quince"])
  func detailsOfBothServicesCompleteEachOther(target: String) async throws {
    try await Self.withBoth { filmz, omdb, tmdb in
      let film = try await filmz.run("--format", "json", "show", target).json
      #expect(film["id"] == .string(Self.imdbID) && film["aliases"] == [.string(Self.tmdbID)])
      #expect(film["source"] == "omdb" && film["plot"] == "An orchard is sold by the tree.")
      #expect(film["runtimeMinutes"] == 76 && film["rated"] == "PG")
      #expect(film["ratings"]?.each("source").last == "TMDB")
      #expect(film["ratings"]?.each("value").last == "6.4/10")
      #expect(film["watch"]?.each("name") == ["Streamly", "Tidewater", "Kiosk", "Kiosk"])
      #expect(film["watch"]?.each("kind") == ["stream", "stream", "rent", "buy"])
      // TMDB needs a further request to find its own id.
      let isIMDbID = target == Self.imdbID
      #expect(omdb.requests.count == 1 && tmdb.requests.count == (isIMDbID ? 2 : 1))
      for id in [Self.imdbID, Self.tmdbID] {
        let again = try await filmz.run("show", id)
        #expect(again.stdout.contains("Watch        Streamly, Tidewater; rent: Kiosk\n"))
        #expect(again.stdout.contains("Source       OMDb and TMDB, fetched today\n"))
        #expect(again.stderr == "", "\(again.stderr)")
      }
      #expect(omdb.requests.count == 1 && tmdb.requests.count == (isIMDbID ? 2 : 1))
    }
  }

  @Test func detailsOfOneServiceAreShownIfTheOtherFails() async throws {
    try await Self.withBoth { filmz, _, _ in
      let result = try await filmz.run(
        ["show", Self.imdbID], environment: ["TMDB_API_TOKEN": "rejected-token"])
      #expect(result.status == 0 && result.stdout.contains("Source       OMDb, fetched today"))
      #expect(result.errorLines.count == 1, "\(result.stderr)")
      #expect(result.stderr.contains("Invalid TMDB token"))
      #expect(result.stderr.contains("the details are from OMDb only"))
      #expect(!result.stderr.contains("rejected-token"))
    }
  }

  @Test func filmAddedByItsTMDBIDHasItsIMDbIDFromThenOn() async throws {
    try await Self.withBoth { filmz, _, tmdb in
      let added = try await filmz.run(["add", Self.tmdbID], environment: Self.withoutOMDb)
      #expect(added.status == 0, "\(added.stderr)")
      #expect(tmdb.requests.map(\.path) == ["/movie/103"])
      #expect(try await filmz.answer(to: "ls").each("id") == [.string(Self.imdbID)])
      let second = try await filmz.run("add", Self.imdbID)
      #expect(second.status == 1 && second.stderr.contains("Quince is already in your collection"))
      #expect(
        try await filmz.answer(to: "log").each("command") == ["add \(Self.tmdbID)"].map(JSON.string)
      )
      #expect(try await filmz.run("rate", Self.tmdbID, "8").status == 0)
      #expect(try await filmz.answer(to: "ls").each("myRating") == [8])
      #expect(try await filmz.run("undo", "2", "--yes").status == 0)
      #expect(try await filmz.answer(to: "ls").array.isEmpty)
      #expect(try await filmz.run("redo").status == 0)
      #expect(try await filmz.answer(to: "ls").each("id") == [.string(Self.imdbID)])
    }
  }

  @Test func searchResultOfTMDBIsTheFilmOfTheCollection() async throws {
    try await Self.withBoth { filmz, omdb, tmdb in
      #expect(try await filmz.run("add", Self.imdbID, "--watched", "--on", "2024-05").status == 0)
      let search = "search quince --source tmdb"
      let first = try await filmz.run(["-c", search])
      #expect(first.stdout.contains("✓?"), "\(first.stdout)")
      let requests = tmdb.requests.count
      let add = try await filmz.run(["-c", "\(search); add 1"])
      #expect(add.stderr.contains("Quince is already in your collection"), "\(add.stderr)")
      // The page is in the film cache; the details are one request.
      #expect(tmdb.requests.count == requests + 1)
      let second = try await filmz.run(["--format", "json", "-c", search]).json
      #expect(second[0]?["id"] == .string(Self.imdbID) && second[0]?["watched"] == true)
      #expect(try await filmz.answer(to: "ls").array.count == 1)
      #expect(omdb.requests.count == 1)
    }
  }

  @Test func filmWithTwoEntriesIsReportedAndNotCombined() async throws {
    try await Self.withBoth { filmz, _, _ in
      #expect(try await filmz.run("--offline", "add", Self.tmdbID, "--rating", "7").status == 0)
      #expect(try await filmz.run("--offline", "add", Self.imdbID, "--rating", "8").status == 0)
      for target in [Self.tmdbID, Self.imdbID] {
        let shown = try await filmz.run(["show", target], environment: Self.withoutOMDb)
        #expect(shown.status == 0 && shown.errorLines.count == 1, "\(shown.stderr)")
        #expect(shown.stderr.contains("`identify \(Self.tmdbID) \(Self.imdbID)`"))
      }
      #expect(try await filmz.answer(to: "ls").each("myRating").count == 2)
      #expect(try await filmz.run("identify", Self.tmdbID, Self.imdbID).status == 0)
      #expect(try await filmz.answer(to: "ls").each("id") == [.string(Self.imdbID)])
      #expect(try await filmz.run("undo").status == 0)
      #expect(try await filmz.answer(to: "ls").array.count == 2)
    }
  }

  /// TMDB says that a series of 1998 has the IMDb id of a film of 2021.
  @Test func wrongIMDbIDIsIgnored() async throws {
    try await Self.withBoth { filmz, _, _ in
      #expect(try await filmz.run("add", Self.imdbID).status == 0)
      let series = try await filmz.run("--format", "json", "show", "tmdb:tv:103").json
      #expect(series["id"] == "tmdb:tv:103" && series["aliases"] == [])
      #expect(series["inCollection"] == false && series["title"] == "The Clockmaker's Year")
      #expect(try await filmz.run("add", "tmdb:tv:103").status == 0)
      #expect(
        Set(try await filmz.answer(to: "ls").each("id")) == ["tmdb:tv:103", .string(Self.imdbID)])
    }
  }

  /// The user may know better than TMDB.
  @Test func idThatTheUserSetIsNotChanged() async throws {
    try await Self.withBoth { filmz, _, _ in
      #expect(try await filmz.run("--offline", "add", "tt9000001").status == 0)
      #expect(try await filmz.run("identify", Self.tmdbID, "tt9000001").status == 0)
      for target in [Self.tmdbID, "tt9000001"] {
        let film = try await filmz.run("--format", "json", "show", target).json
        #expect(film["id"] == "tt9000001" && film["aliases"] == [.string(Self.tmdbID)])
        #expect(film["title"] == "Lantern" && film["inCollection"] == true)
      }
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt9000001"])
    }
  }

  /// An id that the user forced, and that no service has, hides no facts and can be corrected.
  @Test(arguments: [true, false]) func idThatNoServiceHasHidesNothing(isKnownMissing: Bool) async throws {
    try await Self.withBoth { filmz, _, _ in
      if isKnownMissing { #expect(try await filmz.run("show", "tt9999998").status == 1) }
      #expect(try await filmz.run("identify", Self.tmdbID, "tt9999998", "--force").status == 0)
      let shown = try await filmz.run("--format", "json", "show", Self.tmdbID)
      #expect(shown.status == 0 && shown.stdout.contains("\"Quince\""), "\(shown)")
      #expect(try await filmz.run("add", Self.tmdbID).status == 0)
      let corrected = try await filmz.run("identify", Self.tmdbID, Self.imdbID)
      #expect(corrected.status == 0, "\(corrected.stderr)")
      #expect(try await filmz.run("--format", "json", "show", Self.tmdbID).json["id"] == .string(Self.imdbID))
    }
  }

  /// Only the ids that the user typed are checked, not the one that replaces them.
  @Test func wrongIDCanBeCorrectedWithoutASourceForTheOther() async throws {
    try await Self.withBoth { filmz, _, _ in
      for words in [["tt9999998", "--force"], [Self.imdbID]] {
        let result = try await filmz.run(["identify", Self.tmdbID] + words, environment: Self.withoutTMDB)
        #expect(result.status == 0, "\(result.stderr)")
      }
    }
  }

  @Test func filmOfSearchResultsIsAddedAtOnceAndIdentifiedInTheBackground() async throws {
    try await Self.withBoth { filmz, _, tmdb in
      let result = try await filmz.run(
        ["-c", "search quince --source tmdb; add 1"], environment: Self.withoutOMDb)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(tmdb.requests.map(\.path) == ["/search/multi", "/movie/103"])
      #expect(try await filmz.answer(to: "ls").each("id") == [.string(Self.imdbID)])
      let offline = try await filmz.run("--offline", "--format", "json", "show", Self.tmdbID).json
      #expect(offline["directors"] == ["Dora Vink"] && offline["inCollection"] == true)
      #expect(try await filmz.run("undo").status == 0)
      #expect(try await filmz.answer(to: "ls").array.isEmpty)
    }
  }

  @Test func undoOfIdentifySeparatesWhatWasShownSince() async throws {
    try await Self.withBoth { filmz, _, _ in
      #expect(try await filmz.run("--offline", "add", "tt9000001", "--rating", "9").status == 0)
      #expect(try await filmz.run("identify", Self.tmdbID, "tt9000001").status == 0)
      let combined = try await filmz.run("--format", "json", "show", "tt9000001").json
      #expect(combined["watch"]?.array.isEmpty == false)
      #expect(try await filmz.run("undo").status == 0)
      for _ in 1...2 {
        let film = try await filmz.run(
          ["--format", "json", "show", "tt9000001"], environment: Self.withoutTMDB
        ).json
        #expect(film["aliases"] == [] && film["watch"] == [] && film["title"] == "Lantern")
        let other = try await filmz.run("--format", "json", "show", Self.tmdbID).json
        #expect(other["id"] == .string(Self.imdbID) && other["inCollection"] == false)
      }
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt9000001"])
    }
  }

  /// The series claims the IMDb id of a film about which nothing is known yet.
  @Test func wrongIMDbIDIsIgnoredWhenOMDbKnowsBetter() async throws {
    try await Self.withBoth { filmz, _, _ in
      for _ in 1...2 {
        let series = try await filmz.run("--format", "json", "show", "tmdb:tv:103").json
        #expect(series["id"] == "tmdb:tv:103" && series["title"] == "The Clockmaker's Year")
      }
      let film = try await filmz.run("--format", "json", "show", Self.imdbID).json
      #expect(film["title"] == "Quince" && film["aliases"] == [.string(Self.tmdbID)])
    }
  }

  @Test func filmAddedOfflineByItsTMDBIDGetsACaption() async throws {
    try await Self.withBoth { filmz, _, _ async throws in
      #expect(try await filmz.run("--offline", "add", Self.tmdbID).status == 0)
      #expect(
        try await filmz.run(["show", Self.tmdbID], environment: Self.withoutOMDb).status == 0)
      #expect(try await filmz.run("note", Self.imdbID, "x").status == 0)
      #expect(try await filmz.run("cache", "clear", "--yes").status == 0)
      #expect(try await filmz.run("--offline", "ls").stdout.contains("Quince"))
    }
  }

  @Test func filmWhoseDetailsCannotBeFetchedIsAddedAndReportedOnce() async throws {
    try await FilmzProcess.withTMDB(answering: .text("", status: 404)) { filmz, server in
      let refused = try await filmz.run("add", Self.tmdbID)
      #expect(refused.status == 1 && refused.errorLines.count == 1, "\(refused.stderr)")
      #expect(refused.stderr.contains("TMDB has no film \(Self.tmdbID)"))
      let unknown = try await filmz.run("add", Self.tmdbID, "--force")
      #expect(unknown.status == 0 && unknown.errorLines.count == 1, "\(unknown.stderr)")
      #expect(unknown.stderr.contains("nothing is known about \(Self.tmdbID) yet"))
      #expect(server.requests.count <= 2)
      #expect(try await filmz.answer(to: "ls").each("id") == [.string(Self.tmdbID)])
    }
  }

  @Test func refreshReportsAServiceThatFails() async throws {
    try await Self.withBoth { filmz, _, _ in
      #expect(try await filmz.run("add", Self.imdbID).status == 0)
      let result = try await filmz.run(
        ["refresh", Self.imdbID], environment: ["TMDB_API_TOKEN": "rejected-token"])
      #expect(
        result.status == 0 && result.stderr.contains("Invalid TMDB token"), "\(result.stderr)")
    }
  }

  /// TMDB's facts may be kept for 180 days; the film cache, but not the stored results, knows their age.
  @Test(arguments: [
    "search quince --source tmdb", "search \(imdbID)", "show \(imdbID); search \(imdbID)",
  ])
  func storedResultsHaveNoFactsOfTMDB(commands: String) async throws {
    try await Self.withBoth { filmz, _, _ in
      let first = try await filmz.openShell()
      #expect(try await first.answer(to: commands).contains("Quince"))
      #expect(try await first.quit() == 0)
      let stored = try filmz.folder.read("home/state/session.json")
      #expect(stored.contains("Quince"))
      for fact in ["Trees", "Streamly", "poster103", "6.4/10"] { #expect(!stored.contains(fact)) }
      let second = try await filmz.openShell(["--offline"])
      #expect(try await second.answer(to: "show 1").contains("Quince (2021)"))
    }
  }

  @Test func factsForAnotherRegionAreFetchedAgain() async throws {
    try await Self.withBoth { filmz, _, tmdb in
      let show = ["--format", "json", "show", Self.tmdbID]
      #expect(try await filmz.run(show, environment: Self.withoutOMDb).json["rated"] == "PG-13")
      #expect(try await filmz.run("config", "set", "region", "de").status == 0)
      let film = try await filmz.run(show, environment: Self.withoutOMDb).json
      #expect(film["rated"] == "16" && film["watch"] == [["name": "Werbekino", "kind": "ads"]])
      _ = try await filmz.run(show, environment: Self.withoutOMDb)
      #expect(tmdb.requests.count == 2)
    }
  }
}
