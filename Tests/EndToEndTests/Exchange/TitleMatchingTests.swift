import FilmzTestSupport
import Testing

/// Films that rows of files and commands name by title and year.
struct TitleMatchingTests {
  /// Imports a table with one row, and returns the ids of the films that are then in the collection.
  private static func imported(
    _ title: String, _ year: Int?, _ filmz: FilmzProcess, offline: Bool = true
  ) async throws -> [JSON?] {
    let quoted = title.replacing("\"", with: "\"\"")
    try filmz.folder.write(
      "Title,Year,Rating\n\"\(quoted)\",\(year.map(String.init) ?? ""),8\n", to: "films.csv")
    _ = try await filmz.run((offline ? ["--offline"] : []) + ["import", "films.csv"])
    return try await filmz.answer(to: "ls").each("id")
  }

  private static func catalog(of titles: [String]) -> [DatasetTable: [String]] {
    [.titles: titles, .ratings: titles.map { "\($0.prefix { $0 != "|" })|7.0|5000" }]
  }

  // MARK: - Services

  /// The service answers each request with Glasshouse, a film of 2008.
  @Test(arguments: [
    ("Glasshouse", 2008, true), ("GLASSHOUSE", 2008, true), ("The Glasshouse", 2008, true),
    ("The House of Glass", 2008, false), ("Glasshouse 2", 2008, false), ("Glasshouse", 2011, false),
  ])
  func answerOfAServiceNeedsTheTitleAndYear(title: String, year: Int, isFilm: Bool) async throws {
    try await FilmzProcess.withOMDb(answering: OMDbResponse.film()) { filmz, _ in
      for command in ["show", "add"] {
        let result = try await filmz.run("--format", "json", command, "\(title) (\(year))")
        #expect((result.status == 0) == isFilm, "\(result)")
      }
      _ = try await filmz.run("undo")
      let ids = try await Self.imported(title, year, filmz, offline: false)
      #expect(ids.contains(.string(OMDbResponse.id)) == isFilm, "\(ids)")
    }
  }

  @Test func filmWithoutAUsableResponseLeavesTheOthersAlone() async throws {
    let handler: LoopbackServer.Handler = { request in
      request.query["t"] == "Glasshouse"
        ? OMDbResponse.film() : .json(#"{"Title":"Broken","Response":"True"}"#)
    }
    try await FilmzProcess.withOMDb(handler) { filmz, server in
      let names = (1...8).map { "Broken \($0)" } + ["Glasshouse"]
      let rows = names.map { "\($0),2008,8" }.joined(separator: "\n")
      try filmz.folder.write("Title,Year,Rating\n\(rows)\n", to: "films.csv")
      let result = try await filmz.run("import", "films.csv")
      #expect(result.status == 0 && result.stderr.contains("8 films"), "\(result)")
      #expect(!result.stderr.contains("try again"), "\(result.stderr)")
      let ids = try await filmz.answer(to: "ls").each("id")
      #expect(ids.contains(.string(OMDbResponse.id)))
      #expect(server.requests.count { $0.query["t"] != nil } == 9)
    }
  }

  // MARK: - Catalogs

  /// Words of several titles of a film are not a title of it.
  @Test(arguments: [
    ("Paper Night", true), ("Night Paper", true), ("Night Night", false), ("Paper Paper", false),
  ])
  func titleIsOneThatTheCatalogStates(title: String, isFilm: Bool) async throws {
    let film = #"tt9100031|movie|Paper Night|Night Paper|0|1961|\N|101|Drama"#
    try await FilmzProcess.withCatalog(of: Self.catalog(of: [film])) { filmz async throws in
      let shown = try await filmz.run("--offline", "show", title)
      #expect((shown.status == 0) == isFilm, "\(shown)")
      let ids = try await Self.imported(title, 1961, filmz)
      #expect(ids.contains("tt9100031") == isFilm, "\(ids)")
    }
  }

  @Test(arguments: ["Der Leuchtturm aus Papier", "紙の燈台守", "Le phare de papier"])
  func localAndOriginalTitlesOfTheCatalogMatch(title: String) async throws {
    try await FilmzProcess.withCatalog { filmz async throws in
      #expect(try await Self.imported(title, 1961, filmz) == ["tt9100001"])
    }
  }

  @Test func localTitleMayBeTheTitleWithoutItsSubtitle() async throws {
    var tables = Self.catalog(of: [
      #"tt9100032|movie|Lantern: Part One|Lantern: Part One|0|2021|\N|101|Drama"#,
      #"tt9100033|movie|Beacon: Part One|Beacon: Part One|0|2021|\N|101|Drama"#,
    ])
    tables[.localTitles] = [#"tt9100032|1|Lantern|FR|\N|imdbDisplay|\N|0"#]
    try await FilmzProcess.withCatalog(of: tables) { filmz async throws in
      #expect(try await Self.imported("Lantern", 2021, filmz) == ["tt9100032"])
      #expect(try await !Self.imported("Beacon", 2021, filmz).contains("tt9100033"))
    }
  }

  /// The local title is one of the starter film, which the catalog lacks.
  @Test func localTitlesOfTheStarterAreTitlesOfFilmsOfTheCatalog() async throws {
    let films =
      [#"tt0095016|movie|Die Hard|Die Hard|0|1988|\N|132|Action"#]
      + (10...30).map { #"tt91000\#($0)|movie|Stirb langsam \#($0)|Stirb|0|1988|\N|90|Drama"# }
    try await FilmzProcess.withCatalog(of: Self.catalog(of: films)) { filmz async throws in
      #expect(try await filmz.answer(to: "show stirb langsam")["id"] == "tt0095016")
      #expect(try await filmz.answer(to: "search stirb langsam").each("id").contains("tt0095016"))
      #expect(try await Self.imported("Stirb langsam", 1988, filmz) == ["tt0095016"])
    }
  }

  /// The id is that of a starter film, but the catalog has another year for it.
  @Test func localTitleOfTheStarterNeedsTheYearOfTheCatalog() async throws {
    let film = #"tt0095016|movie|Die Hard|Die Hard|0|1978|\N|132|Action"#
    try await FilmzProcess.withCatalog(of: Self.catalog(of: [film])) { filmz async throws in
      #expect(try await !Self.imported("Stirb langsam", 1988, filmz).contains("tt0095016"))
    }
  }

  // MARK: - Years

  @Test(arguments: [
    ("Heat (1995)", nil, true), ("Heat (1995)", 1995, true), ("heat (1995)", 1995, true),
    ("Heat (1986)", 1995, false), ("Heat (1986)", nil, false), ("Heat", nil, false),
  ])
  func yearInTheTitleIsTheYear(title: String, year: Int?, isFilm: Bool) async throws {
    try await FilmzProcess.with { filmz in
      let ids = try await Self.imported(title, year, filmz)
      #expect(ids.contains("tt0113277") == isFilm, "\(ids)")
    }
  }

  @Test(arguments: ["search", "show"])
  func omdbIsAskedForTitleAndYear(command: String) async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run("--format", "json", command, "Quince (2021)")
      #expect(result.status == 0 && result.stdout.contains("tt9000026"), "\(result)")
      #expect(server.requests.map { $0.query["y"] } == ["2021"])
    }
  }

  @Test func tmdbIsAskedForTitleAndYear() async throws {
    try await FilmzProcess.withTMDB { filmz, server in
      let result = try await filmz.run("--format", "json", "search", "Glass Harbor (1987)")
      #expect(try result.json.each("id").contains("tmdb:movie:101"))
      #expect(Set(server.requests.map(\.path)) == ["/search/movie", "/search/tv"])
      #expect(server.requests.allSatisfy { $0.query["query"] == "Glass Harbor" })
    }
  }

  // MARK: - Titles without letters

  @Test(arguments: ["$", "$$", "???", "...", "…", "🎬"])
  func titlesOfSymbolsAreFound(title: String) async throws {
    let titles = ["$", "$$", "???", "...", "…", "🎬", "Paper"]
    let films = titles.enumerated().map { "tt910004\($0)|movie|\($1)|\($1)|0|1971|\\N|90|Drama" }
    let id = JSON.string("tt910004\(try #require(titles.firstIndex(of: title)))")
    try await FilmzProcess.withCatalog(of: Self.catalog(of: films)) { filmz async throws in
      func answer(_ words: String...) async throws -> JSON {
        let result = try await filmz.run(["--offline", "--format", "json"] + words)
        #expect(result.status == 0, "\(words): \(result.stderr)")
        return try result.json
      }
      #expect(try await answer("search", title).each("id") == [id])
      #expect(try await answer("show", title)["id"] == id)
      #expect(try await answer("show", "\(title) (1971)")["id"] == id)
      #expect(try await Self.imported(title, 1971, filmz) == [id])
      #expect(try await answer("find", title).each("id") == [id])
    }
  }

  @Test(arguments: ["?!", "$$$"])
  func unknownTitleOfSymbolsIsNoOther(title: String) async throws {
    let film = #"tt9100040|movie|$|$|0|1971|\N|90|Drama"#
    try await FilmzProcess.withCatalog(of: Self.catalog(of: [film])) { filmz async throws in
      _ = try await filmz.run("--offline", "add", "$")
      #expect(try await filmz.run("--offline", "show", title).status == 1)
      #expect(try await filmz.run("--offline", "search", title).status == 64)
      _ = try await Self.imported(title, 1971, filmz)
      let row = try await filmz.answer(to: "ls").array.first { $0["id"] == "tt9100040" }
      #expect(row?["myRating"] == .null, "\(String(describing: row))")
    }
  }

  // MARK: - Texts of services

  /// Each case has the text in a response, and the text that it is.
  @Test(arguments: [
    (#"Glass\'house"#, #"Glass\'house"#), (#"Glass\xhouse"#, #"Glass\xhouse"#),
    ("Glass\thouse", "Glass\thouse"), ("Glass\nhouse", "Glass\nhouse"),
    (#"Glass\ud83dhouse"#, #"Glass\ud83dhouse"#), (#"Glass\u12"#, #"Glass\u12"#),
    (#"Gl\u00e1ss \ud83c\udfac \"house\" \\"#, "Gláss 🎬 \"house\" \\"),
  ])
  func brokenEscapesAndControlCharactersAreLiteral(json: String, text: String) async throws {
    let body =
      #"{"Title":"Glasshouse","Year":"2008","imdbID":"tt9100001","Type":"movie","Plot":"\#(json)","#
      + #""Response":"True"}"#
    try await FilmzProcess.withOMDb(answering: .json(body)) { filmz, _ in
      let result = try await filmz.run("--format", "json", "show", "tt9100001")
      #expect(result.status == 0 && !result.stderr.contains("try again"), "\(result.stderr)")
      #expect(try result.json["plot"] == .string(text))
    }
  }

  @Test func responseThatCannotBeUsedIsNotToBeRequestedAgain() async throws {
    let response = LoopbackServer.Response.json(#"{"Title":"Broken","Response":"True"}"#)
    try await FilmzProcess.withOMDb(answering: response) { filmz, _ in
      let result = try await filmz.run("show", "Broken (2008)")
      #expect(result.status == 69 && result.stderr.contains("Failed to decode response"))
      #expect(!result.stderr.contains("try again"), "\(result.stderr)")
    }
  }
}
