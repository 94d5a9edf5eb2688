import FilmzTestSupport
import Foundation
import Testing

/// Imports of files about films that other files name by title and year only, or by an id.
struct NamedFilmImportTests {
  /// The id of the film by its title and year.
  private static let name = "named:2033340C-1BBC-5B6A-8BD1-A6ACC07F2553"
  private static let table = "Title,Year,Rating,WatchedDate\nZorbal Road,1995,4.5,2020-01-02\n"
  private static let letterboxdFilms = "Date,Name,Year,Letterboxd URI\n"
  private static let letterboxdDiary = "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n"
  private static let imdbRatings =
    "Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,"
    + "Num Votes,Release Date,Directors\ntt9300001,6,2021-03-04,Zorbal Road,Zorbal Road,"
    + "https://www.imdb.com/title/tt9300001/,Movie,7.0,100,1995,Drama,500,1995-01-01,Ann Lee\n"

  /// Returns a catalog with films called Zorbal Road, each given as its original title and year.
  private static func catalog(_ films: [(original: String, year: Int)]) -> [DatasetTable: [String]] {
    let ids = (1...films.count).map { "tt930000\($0)" }
    return [
      .titles: zip(ids, films).map { "\($0)|movie|Zorbal Road|\($1.original)|0|\($1.year)|\\N|90|Drama" },
      .ratings: ids.map { "\($0)|7.0|5000" },
    ]
  }

  /// Returns the films of the collection, each with the id and the rating, in the order of the ids.
  private static func films(_ filmz: FilmzProcess) async throws -> [[JSON?]] {
    try await filmz.answer(to: "ls").array.map { [$0["id"], $0["myRating"]] }
      .sorted { ($0[0]?.string ?? "") < ($1[0]?.string ?? "") }
  }

  private static func archive(_ filmz: FilmzProcess, _ name: String) async throws -> Data {
    #expect(try await filmz.run("--offline", "export", name).status == 0)
    return try Data(contentsOf: filmz.folder.url(of: name))
  }

  // MARK: - Counts

  @Test func filmsByTitleAreCountedInTextAndJSON() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.table + "Heat,1995,4,2020-01-03\n", to: "films.csv")
      let planned = try await filmz.run("--offline", "import", "films.csv", "--dry-run")
      #expect(planned.stdout.hasPrefix("Would add 2, by title 1, change 0, "), "\(planned)")
      let result = try await filmz.run("--offline", "import", "films.csv")
      #expect(result.stdout.hasPrefix("Added 2, by title 1, changed 0, already there 0, viewings 2\n"), "\(result)")
      let again = try await filmz.answer(to: "import films.csv")
      #expect(again["added"] == 0 && again["byTitle"] == 1 && again["unchanged"] == 2, "\(again)")
      try filmz.folder.write("Title,Year\nHeat,1995\n", to: "known.csv")
      let known = try await filmz.run("--offline", "import", "known.csv")
      #expect(!known.stdout.contains("by title"), "\(known)")
      #expect(try await filmz.answer(to: "import known.csv")["byTitle"] == 0)
    }
  }

  // MARK: - Films of one title and year

  /// The diary has no addresses of films; its rows go to the first of the two films.
  @Test(arguments: [1, 2])
  func rowsThatFitTwoFilmsAreTold(rows: Int) async throws {
    try await FilmzProcess.with { filmz in
      let watched = ["1", "2"].map { "2020-01-02,Zorbal Road,1995,https://boxd.it/\($0)\n" }
      let diary = [("a", "2020-01-01"), ("b", "2020-02-01")].prefix(rows).map { address, day in
        "2020-03-01,Zorbal Road,1995,https://boxd.it/\(address),4,,,\(day)\n"
      }
      try filmz.folder.write(Self.letterboxdFilms + watched.joined(), to: "lb/watched.csv")
      try filmz.folder.write(Self.letterboxdDiary + diary.joined(), to: "lb/diary.csv")
      let result = try await filmz.run("--offline", "import", "lb")
      let texts =
        rows == 1
        ? ["lb/diary.csv:2 fits several films with one title and year; it was imported for the first of them"]
        : [
          "2 rows, such as ",
          "lb/diary.csv:2, fit several films with one title and year; they were imported for the first of them",
        ]
      #expect(result.status == 0 && result.errorLines.count == 1, "\(result)")
      #expect(texts.allSatisfy { result.stderr.contains($0) }, "\(result)")
      #expect(result.stdout.hasPrefix("Added 2, by title 2, "), "\(result)")
      let dates = try await filmz.answer(to: "viewings \(Self.name)").each("date")
      #expect(dates == (rows == 1 ? ["2020-01-01"] : ["2020-01-01", "2020-02-01"]))
      let other = try #require(try await Self.films(filmz).compactMap { $0[0]?.string }.first { $0 != Self.name })
      #expect(try await filmz.answer(to: "viewings \(other)").each("date") == [.null])
    }
  }

  /// The original titles tell which of the two films of a title and year a row is about.
  @Test func rowsOfOneTitleCanBeDifferentFilms() async throws {
    let catalog = Self.catalog([("Zorbalweg", 1995), ("Rue Zorbal", 1995)])
    try await FilmzProcess.withCatalog(of: catalog) { filmz in
      try filmz.folder.write(
        """
        Title,Original Title,Year,myRating,dateWatched
        Zorbal Road,Zorbalweg,1995,8,2020-01-02
        Zorbal Road,Rue Zorbal,1995,6,2020-01-02

        """, to: "films.csv")
      #expect(try await filmz.answer(to: "import films.csv")["added"] == 2)
      let films = try await Self.films(filmz)
      #expect(films == [["tt9300001", 8], ["tt9300002", 6]])
      for (id, rating) in [("tt9300001", 8), ("tt9300002", 6)] as [(String, JSON)] {
        let viewings = try await filmz.answer(to: "viewings \(id)")
        #expect(viewings.each("date") == ["2020-01-02"] && viewings.each("rating") == [rating])
      }
      let again = try await filmz.answer(to: "import films.csv")
      #expect(again["added"] == 0 && again["changed"] == 0 && again["viewings"] == 0, "\(again)")
      #expect(try await filmz.answer(to: "db check") == [])
    }
  }

  // MARK: - Joining

  /// Each case has the rule, and the rating that holds: 9 of the diary, or 6 of the later export.
  @Test(arguments: [("mine", 9), ("newer", 6), ("theirs", 6)] as [(String, JSON)])
  func filmIsJoinedBeforeItsDataIsMerged(rule: String, rating: JSON) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        Self.letterboxdFilms + "2020-01-02,Zorbal Road,1995,https://boxd.it/1\n", to: "lb/watched.csv")
      try filmz.folder.write(
        Self.letterboxdDiary + "2020-01-02,Zorbal Road,1995,https://boxd.it/a,4.5,,,2020-01-01\n",
        to: "lb/diary.csv")
      try filmz.folder.write(Self.imdbRatings, to: "ratings.csv")
      #expect(try await filmz.answer(to: "import lb")["byTitle"] == 1)
      let before = try await Self.archive(filmz, "before.filmz")
      #expect(try await filmz.answer(to: "import ratings.csv --on-conflict \(rule)")["added"] == 0)
      #expect(try await Self.films(filmz) == [["tt9300001", rating]])
      let viewings = try await filmz.answer(to: "viewings tt9300001")
      #expect(viewings.each("date") == ["2020-01-01"] && viewings.each("rating") == [9], "\(viewings)")
      _ = try await filmz.answer(to: "undo")
      #expect(try await Self.archive(filmz, "after.filmz") == before)
      #expect(try await Self.films(filmz) == [[.string(Self.name), 9]])
      #expect(try await filmz.answer(to: "db check") == [])
    }
  }

  /// A film of the year after that of the row may be another one.
  @Test func filmOfAnotherYearIsNotJoined() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.table, to: "films.csv")
      #expect(try await filmz.answer(to: "import films.csv")["byTitle"] == 1)
      try await filmz.importCatalog(of: Self.catalog([("Zorbal Road", 1996)]))
      let again = try await filmz.answer(to: "import films.csv")
      #expect(again["added"] == 0 && again["changed"] == 0 && again["viewings"] == 0, "\(again)")
      #expect(try await Self.films(filmz) == [[.string(Self.name), 9]])
      // Without an earlier import, the row is matched with this film.
      let other = ["--home", "other", "--offline", "--format", "json"]
      #expect(try await filmz.run(other + ["catalog", "import", "imdb"]).status == 0)
      _ = try await filmz.run(other + ["import", "films.csv"])
      #expect(try await filmz.run(other + ["ls"]).json.each("id") == ["tt9300001"])
    }
  }

  // MARK: - Importing again

  /// The catalog that has matched the film is removed before the second import.
  @Test(arguments: [false, true])
  func matchedFilmIsRecognizedUnlessTheImportWasUndone(isUndone: Bool) async throws {
    try await FilmzProcess.withCatalog(of: Self.catalog([("Zorbal Road", 1995)])) { filmz in
      try filmz.folder.write(Self.table + "Zorbal Road,1995,4.5,2021-01-02\n", to: "films.csv")
      #expect(try await filmz.answer(to: "import films.csv")["viewings"] == 2)
      _ = try await filmz.answer(to: "catalog remove --yes" + (isUndone ? "; undo" : ""))
      let log = try await filmz.answer(to: "log").array.count
      let again = try await filmz.answer(to: "import films.csv")
      if isUndone {
        #expect(again["added"] == 1 && again["byTitle"] == 1 && again["viewings"] == 2, "\(again)")
        #expect(try await Self.films(filmz) == [[.string(Self.name), 9]])
      } else {
        #expect(again["unchanged"] == 1 && again["byTitle"] == 0 && again["viewings"] == 0, "\(again)")
        #expect(try await Self.films(filmz) == [["tt9300001", 9]])
        #expect(try await filmz.answer(to: "log").array.count == log)
      }
      #expect(try await filmz.answer(to: "db check") == [])
    }
  }

  // MARK: - Files of unmatched rows

  /// Two films have one title and year; the user enters the id of the second one.
  @Test func enteredIDIdentifiesTheFilmOfItsRow() async throws {
    try await FilmzProcess.with { filmz in
      let rows = ["1", "2"].map { "2020-01-02,Zorbal Road,1995,https://boxd.it/\($0)\n" }
      try filmz.folder.write(Self.letterboxdFilms + rows.joined(), to: "watched.csv")
      #expect(try await filmz.answer(to: "import watched.csv --unmatched rest.csv")["byTitle"] == 2)
      let before = try await Self.films(filmz)
      let lines = try filmz.folder.read("rest.csv").components(separatedBy: "\r\n")
      let row = try #require(lines.first { $0.contains("https://boxd.it/2") })
      try filmz.folder.write("\(lines[0])\r\ntt9300001\(row)\r\n", to: "rest.csv")
      let result = try await filmz.answer(to: "import rest.csv")
      #expect(result["added"] == 0 && result["viewings"] == 0, "\(result)")
      #expect(try await Self.films(filmz) == [[.string(Self.name), .null], ["tt9300001", .null]])
      #expect(try await filmz.answer(to: "viewings tt9300001").each("date") == [.null])
      // The choice of the user holds, although the catalog has another film of this title and year.
      try await filmz.importCatalog(of: [
        .titles: [#"tt9300002|movie|Zorbal Road|Zorbal Road|0|1995|\N|90|Drama"#], .ratings: ["tt9300002|7.0|5000"],
      ])
      #expect(try await filmz.answer(to: "ls").each("id").contains("tt9300001"))
      _ = try await filmz.answer(to: "undo")
      #expect(try await Self.films(filmz).contains { $0[0] == "tt9300001" } == false)
      #expect(try await Self.films(filmz).count == before.count)
    }
  }
}
