import FilmzTestSupport
import Testing

/// Films that are known by title and year only, and the verb that identifies them.
struct IdentifyVerbTests {
  /// Three imported films without a match, in a home with the catalog ``catalog``.
  static func withNamedFilms(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.withCatalog(of: catalog) { filmz in
      let rows = ["Amber Road,2003,8", "Glass Harbor Nights,1987,", "Quiet Tide,,6"]
      try filmz.folder.write("Title,Year,Rating\n\(rows.joined(separator: "\n"))\n", to: "films.csv")
      let result = try await filmz.run("--offline", "import", "films.csv")
      #expect(result.status == 0, "\(result)")
      try await body(filmz)
    }
  }

  /// Two films are called Amber Road in 2003, and two Quiet Tide.
  private static let catalog: [DatasetTable: [String]] = [
    .titles: [
      #"tt9200001|movie|Amber Road|Amber Road|0|2003|\N|101|Drama"#,
      #"tt9200002|movie|Amber Road|Amber Road|0|2003|\N|90|Comedy"#,
      #"tt9200003|movie|Amber Road|Amber Road|0|2004|\N|95|Crime"#,
      #"tt9200004|movie|Bernsteinweg|Bernsteinweg|0|2003|\N|99|Drama"#,
      #"tt9200005|movie|The Long Amber Road|The Long Amber Road|0|1999|\N|99|Drama"#,
      #"tt9200006|movie|Quiet Tide|Quiet Tide|0|1950|\N|80|Drama"#,
      #"tt9200007|tvSeries|Quiet Tide|Quiet Tide|0|2010|\N|45|Drama"#,
    ],
    .ratings: ["tt9200001|7.1|1200", "tt9200002|6.2|900", "tt9200003|6.5|5000"],
    .localTitles: [#"tt9200004|1|Amber Road|US|\N|imdbDisplay|\N|0"#],
    .crews: [#"tt9200001|nm9200001|\N"#], .casts: [],
    .people: [#"nm9200001|Ines Moser|\N|\N|director|tt9200001"#],
  ]

  private static func named(_ filmz: FilmzProcess) async throws -> [JSON?] {
    try await filmz.answer(to: "ls").array.filter { $0["identified"] == false }.map { $0["title"] }
  }

  // MARK: - List

  @Test func listHasTheCandidatesAndWhatSpeaksForThem() async throws {
    try await Self.withNamedFilms { filmz in
      let films = try await filmz.answer(to: "identify ls").array
      #expect(films.map { $0["title"] } == ["Amber Road", "Glass Harbor Nights", "Quiet Tide"])
      #expect(films.map { $0["year"] } == [2003, 1987, .null])
      #expect(films.allSatisfy { $0["id"]?.string?.hasPrefix("named:") == true })
      let candidates = try #require(films[0]["candidates"]?.array)
      #expect(
        candidates.map { $0["id"] } == [
          "tt9200001", "tt9200002", "tt9200004", "tt9200003", "tt9200005",
        ])
      #expect(
        candidates.map { $0["why"] } == [
          "same title and year; 1,200 votes", "same title and year; 900 votes", "local title and year",
          "same title, 2004; 5,000 votes", "title has these words",
        ])
      #expect(candidates[0]["title"] == "Amber Road" && candidates[0]["year"] == 2003)
      #expect(films[1]["candidates"] == [])
      let tides = films[2]["candidates"]?.array ?? []
      #expect(tides.map { $0["why"] } == ["same title, 1950", "same title, 2010"])
    }
  }

  @Test func tableHasTheBestCandidate() async throws {
    try await Self.withNamedFilms { filmz in
      let result = try await filmz.run("--offline", "identify", "ls")
      #expect(result.status == 0 && result.stdout.contains(/Amber Road +2003 +5 +Amber Road \(2003\)/), "\(result)")
      #expect(result.stdout.contains(/Glass Harbor Nights +1987 +none/), "\(result.stdout)")
    }
  }

  /// Each case has the title of a row, and the titles of the candidates.
  @Test(
    arguments: [
      ("Zorbals", []), ("Zorbal Widwo", ["Zorbal Widow"]), ("Zorbal", ["Zorbal Widow"]),
      ("Widow Zorbal", ["Zorbal Widow"]), ("Schwarze Zorbalwitwe", ["Zorbal Widow"]),
      ("Schwarze Zorbalwittwe", ["Zorbal Widow"]),
    ] as [(String, [JSON?])])
  func candidatesHaveTheWordsOrTheirSpelling(title: String, candidates: [JSON?]) async throws {
    let catalog: [DatasetTable: [String]] = [
      .titles: [#"tt9200009|movie|Zorbal Widow|Zorbal Widow|0|2021|\N|101|Drama"#], .ratings: ["tt9200009|7.1|120000"],
      .localTitles: [#"tt9200009|1|Schwarze Zorbalwitwe|DE|\N|imdbDisplay|\N|0"#],
    ]
    try await FilmzProcess.withCatalog(of: catalog) { filmz in
      try filmz.folder.write("Title,Year,Rating\n\(title),2018,8\n", to: "films.csv")
      _ = try await filmz.run("--offline", "import", "films.csv")
      let films = try await filmz.answer(to: "identify ls")
      #expect(films[0]?["candidates"]?.each("title") == candidates, "\(films)")
    }
  }

  @Test func filmOfTheCollectionIsNamedAsSuch() async throws {
    try await Self.withNamedFilms { filmz in
      _ = try await filmz.answer(to: "add tt9200006")
      let films = try await filmz.answer(to: "identify ls").array
      let why = films.last?["candidates"]?.each("why")
      #expect(why?.first == "same title, 1950; in your collection", "\(String(describing: why))")
    }
  }

  @Test func hiddenFilmsAreNotNamed() async throws {
    try await Self.withNamedFilms { filmz in
      #expect(try await filmz.answer(to: "kids on; identify ls") == [])
      let result = try await filmz.run("--offline", "identify")
      #expect(result.status == 64 && result.stderr.contains("identify needs an id"), "\(result)")
    }
  }

  // MARK: - Messages

  /// Each case has the words after `identify`, and the error.
  @Test(arguments: [
    (["heat"], "identify needs an id for Heat (1995); type `identify heat ID`; see `help identify`"),
    (["amber road"], "identify needs an id for Amber Road (2003); type `identify \"amber road\" ID`"),
    (["quiet", "tide"], "identify needs an id for Quiet Tide; type `identify quiet tide ID`"),
    (["heat", "tt01x"], "\"tt01x\" is not an id; use tt0133093"),
    (["tmdb:603"], "\"tmdb:603\" is not an id; use tt0133093"),
  ])
  func missingIDIsNamed(words: [String], message: String) async throws {
    try await Self.withNamedFilms { filmz in
      _ = try await filmz.answer(to: "add tt0113277")
      let result = try await filmz.run(["--offline", "identify"] + words)
      #expect(result.status == 64 && result.errorLines.count == 1, "\(result)")
      #expect(result.stderr.contains(message), "\(result)")
    }
  }

  @Test func unknownTitleWithoutAnIDIsNotFound() async throws {
    try await Self.withNamedFilms { filmz in
      let result = try await filmz.run("--offline", "identify", "xyzzyq")
      #expect(result.status == 1 && result.errorLines.count == 1, "\(result)")
      #expect(result.stderr.contains("xyzzyq") && !result.stderr.contains("is not an id"), "\(result)")
    }
  }

  @Test func filmsKnownByTitleAreNamedByIt() async throws {
    try await Self.withNamedFilms { filmz in
      let films = try await filmz.answer(to: "ls").array
      let id = try #require(films.first { $0["title"] == "Amber Road" }?["id"]?.string)
      for text in ["now", "already"] {
        let result = try await filmz.run("--offline", "--verbose", "identify", id, "tt9200001")
        let message = "Amber Road (2003) and tt9200001 are \(text) the same film: Amber Road (2003)"
        #expect(result.status == 0 && result.errorLines.contains(message), "\(result)")
        #expect(!result.stderr.contains("named:"), "\(result)")
      }
      let log = try await filmz.answer(to: "log")
      #expect(log.each("command").first == #"identify "Amber Road (2003)" tt9200001"#)
      // The import is undone too, after which the collection does not have the films.
      let undo = try await filmz.run("--offline", "--verbose", "undo", "2")
      #expect(undo.status == 0 && !undo.stderr.contains("named:"), "\(undo)")
      let table = try await filmz.run(["--offline", "log"], environment: ["COLUMNS": "200"])
      #expect(!table.stdout.contains("named:"), "\(table)")
      for title in ["Glass Harbor Nights", "Quiet Tide"] { #expect(table.stdout.contains(title), "\(table)") }
    }
  }

  /// The hint is printed once, for any number of films without candidates.
  @Test(arguments: ["identify ls", "identify --auto"])
  func catalogIsNamedIfThereIsNone(line: String) async throws {
    let hint = "`catalog update` (0.7 GB) knows nearly all films."
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("Title,Year\nZorbal Road,1995\nZorbal Street,1996\n", to: "films.csv")
      _ = try await filmz.run("--offline", "import", "films.csv")
      let result = try await filmz.run("--offline", "--verbose", "-c", line)
      #expect(result.status == 0 && result.stderr.ranges(of: hint).count == 1, "\(result)")
    }
    try await Self.withNamedFilms { filmz in
      let result = try await filmz.run("--offline", "--verbose", "-c", line)
      #expect(result.status == 0 && !result.stderr.contains("catalog update"), "\(result)")
    }
  }

  // MARK: - Without questions

  @Test func filmsThatNeedNoQuestionAreIdentified() async throws {
    try await Self.withNamedFilms { filmz in
      #expect(try await filmz.answer(to: "identify --auto") == ["identified": 0, "left": 3])
      // The film is in the collection, but a series has the title.
      _ = try await filmz.answer(to: "add tt9200006")
      #expect(try await filmz.answer(to: "identify --auto") == ["identified": 0, "left": 3])
      _ = try await filmz.answer(to: "record new title=Glass Harbor Nights year=1987 --yes")
      let log = try await filmz.answer(to: "log").each("command")
      let result = try await filmz.run("--offline", "identify", "--auto")
      #expect(result.status == 0 && result.stdout == "Identified 1 film; 2 left\n", "\(result)")
      #expect(try await Set(Self.named(filmz)) == ["Quiet Tide", "Amber Road"])
      #expect(try await filmz.answer(to: "log").each("command") == log)
    }
  }

  /// Two films of the catalog have this title and year; a command on one of them does not choose.
  @Test func commandOnOneOfTwoFilmsDoesNotIdentify() async throws {
    try await Self.withNamedFilms { filmz in
      let found = try await filmz.answer(to: "search amber road").array.filter { $0["year"] == 2003 }
      #expect(
        !found.isEmpty && found.allSatisfy { $0["id"]?.string?.hasPrefix("tt") != true || $0["inCollection"] == false })
      _ = try await filmz.answer(to: "watchlist add tt9200002")
      #expect(try await Self.named(filmz).contains("Amber Road"))
      #expect(try await filmz.answer(to: "ls").array.count == 4)
    }
  }

  @Test(arguments: [["--auto", "heat"], ["--auto", "ls"]])
  func optionTakesNoArguments(words: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline", "identify"] + words)
      #expect(result.status == 64 && result.stderr.contains("--auto finds all films"), "\(result)")
    }
  }

  @Test func withoutATerminalOtherFormsAreNamed() async throws {
    try await Self.withNamedFilms { filmz in
      let single = try await filmz.run("--offline", "identify")
      let message =
        "choosing films needs a terminal; use `identify --auto`, or `identify ls` and `identify TARGET ID`"
      #expect(single.status == 64 && single.errorLines == ["filmz: \(message)"], "\(single)")
      let script = try await filmz.run(["--offline"], script: "identify\n")
      #expect(script.status == 1 && script.errorLines == ["line 1: \(message)"], "\(script)")
    }
  }

  // MARK: - Rows without a year

  /// Each case has the titles of the catalog with their years and types, and whether the row `Hollow Sea` matches.
  @Test(arguments: [
    (["Hollow Sea|1971|movie"], true), (["Hollow Sea|1971|movie", "Hollow Sea|1999|movie"], false),
    (["Hollow Sea|1971|movie", "Hollow Sea|1999|tvSeries"], false),
    (["Hollow Sea|1971|movie", "Hollow Sea Nights|1999|movie"], true),
  ])
  func rowWithoutYearMatchesTheOnlyFilmOfTheCatalog(titles: [String], isFilm: Bool) async throws {
    let rows = titles.enumerated().map { number, title in
      let parts = title.split(separator: "|")
      return "tt920010\(number)|\(parts[2])|\(parts[0])|\(parts[0])|0|\(parts[1])|\\N|90|Drama"
    }
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("Title,Year,Rating\nHollow Sea,,8\n", to: "films.csv")
      _ = try await filmz.run("--offline", "import", "films.csv")
      #expect(try await Self.named(filmz) == ["Hollow Sea"])
      try await filmz.importCatalog(of: [.titles: rows, .ratings: ["tt9200100|7.0|50"]])
      #expect(try await Self.named(filmz) == (isFilm ? [] : ["Hollow Sea"]))
      let row = try await filmz.answer(to: "ls").array[0]
      #expect(row["myRating"] == 8 && (row["id"] == "tt9200100") == isFilm)
      // The same file says the same afterwards.
      _ = try await filmz.run("--offline", "import", "films.csv")
      #expect(try await filmz.answer(to: "ls").array.count == 1)
    }
  }

  /// Sixty better known titles begin with the title.
  @Test func obscureFilmOfTheTitleCountsForARowWithoutYear() async throws {
    let parts = (0..<60).map { (id: "tt92010\(10 + $0)", title: "Hollow Sea: Part \($0)", year: 1990, votes: 5000) }
    let films = [
      (id: "tt9200100", title: "Hollow Sea", year: 1971, votes: 9000),
      (id: "tt9200101", title: "Hollow Sea", year: 1999, votes: 5),
    ]
    let titles = (parts + films).map { "\($0.id)|movie|\($0.title)|\($0.title)|0|\($0.year)|\\N|90|Drama" }
    let ratings = (parts + films).map { "\($0.id)|7.0|\($0.votes)" }
    try await FilmzProcess.withCatalog(of: [.titles: titles, .ratings: ratings]) { filmz in
      try filmz.folder.write("Title,Year,Rating\nHollow Sea,,8\n", to: "films.csv")
      _ = try await filmz.run("--offline", "import", "films.csv")
      #expect(try await Self.named(filmz) == ["Hollow Sea"])
      let films = try await filmz.answer(to: "identify ls").array
      #expect(films.first?["candidates"]?.array.first?["id"] == "tt9200100")
    }
  }

  @Test func rowWithoutYearMatchesAFilmOfTheCollectionButNotOfTheStarter() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("Title,Year,Rating\nThe Matrix,,8\n", to: "films.csv")
      _ = try await filmz.run("--offline", "import", "films.csv")
      #expect(try await Self.named(filmz) == ["The Matrix"])
      _ = try await filmz.answer(to: "undo; add tt0133093")
      _ = try await filmz.run("--offline", "import", "films.csv")
      let rows = try await filmz.answer(to: "ls").array
      #expect(rows.map { $0["id"] } == ["tt0133093"] && rows.map { $0["myRating"] } == [8])
    }
  }

  // MARK: - Taking back

  @Test func identificationIsTakenBackBarredAndRestored() async throws {
    try await Self.withNamedFilms { filmz in
      let films = try await filmz.answer(to: "ls").array
      let id = try #require(films.first { $0["title"] == "Quiet Tide" }?["id"]?.string)
      _ = try await filmz.answer(to: "identify \(id) tt9200006")
      let identified = try await filmz.answer(to: "ls")
      #expect(identified.each("id").contains("tt9200006"))
      let result = try await filmz.run("--offline", "--verbose", "identify", "tt9200006", "none")
      #expect(
        result.status == 0
          && result.stderr.contains("Quiet Tide is known by its title only again; it is not tt9200006"),
        "\(result)")
      #expect(try await Self.named(filmz).contains("Quiet Tide"))
      #expect(try await filmz.answer(to: "log").each("command").first == "identify tt9200006 none")
      let undo = try await filmz.run("--offline", "--verbose", "undo")
      #expect(undo.stderr.contains("is tt9200006 again"), "\(undo.stderr)")
      #expect(try await filmz.answer(to: "ls") == identified)
    }
  }

  @Test func barredFilmIsNotTakenByItself() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("Title,Year,Rating\nHollow Sea,1971,8\n", to: "films.csv")
      _ = try await filmz.run("--offline", "import", "films.csv")
      let tables: [DatasetTable: [String]] = [
        .titles: [#"tt9200100|movie|Hollow Sea|Hollow Sea|0|1971|\N|90|Drama"#],
        .ratings: ["tt9200100|7.0|50"],
      ]
      try await filmz.importCatalog(of: tables)
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt9200100"])
      _ = try await filmz.answer(to: "identify tt9200100 none")
      #expect(try await filmz.answer(to: "identify --auto") == ["identified": 0, "left": 1])
      let found = try await filmz.answer(to: "search hollow sea").array.first { $0["id"] == "tt9200100" }
      #expect(found?["inCollection"] == false)
      _ = try await filmz.run("--offline", "import", "films.csv")
      #expect(try await Self.named(filmz) == ["Hollow Sea"])
      let row = try #require(try await filmz.answer(to: "ls").array.first)
      let id = try #require(row["id"]?.string)
      // The user may choose it nevertheless.
      _ = try await filmz.answer(to: "identify \(id) tt9200100")
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt9200100"])
    }
  }

  @Test(arguments: ["tt0133093", "matrix"])
  func filmWithoutAnIdentificationIsRefused(target: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0133093")
      let result = try await filmz.run("--offline", "identify", target, "none")
      #expect(result.status == 1 && result.errorLines.count == 1, "\(result)")
      #expect(result.stderr.contains("The Matrix (1999) was not found by its title; there is nothing to take back"))
      #expect(try await filmz.answer(to: "log").array.count == 1)
    }
  }

  /// The choice of the user holds, although the catalog has a film of exactly this title and year later.
  @Test func choiceOfTheUserHolds() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("Title,Year,Rating\nHollow Sea,1971,8\n", to: "films.csv")
      _ = try await filmz.run("--offline", "import", "films.csv")
      let id = try #require(try await filmz.answer(to: "ls").array.first?["id"]?.string)
      _ = try await filmz.answer(to: "identify \(id) tt0133093")
      let tables: [DatasetTable: [String]] = [
        .titles: [#"tt9200100|movie|Hollow Sea|Hollow Sea|0|1971|\N|90|Drama"#],
        .ratings: ["tt9200100|7.0|50"],
      ]
      try await filmz.importCatalog(of: tables)
      for line in ["identify --auto", "watchlist add tt9200100"] {
        _ = try await filmz.answer(to: line)
        let row = try await filmz.answer(to: "ls").array.first { $0["id"] == "tt0133093" }
        #expect(row?["myRating"] == 8, "\(line)")
      }
      #expect(try await filmz.answer(to: "ls").each("id").contains("tt9200100"))
    }
  }
}
