import FilmzTestSupport
import Foundation
import Testing

/// What files tell besides the user's values is kept: types, further ids, days, and what was removed since.
struct ImportedDataTests {
  private static let imdbHeader =
    "Const,Your Rating,Date Rated,Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,Release Date,Directors\n"

  private static let trakt = """
    [{"watched_at":"2021-03-04T20:00:00.000Z","type":"movie","movie":{"title":"Unlisted","year":2001,
      "ids":{"trakt":1,"imdb":"tt9500001","tmdb":950001}}}]
    """

  @Test func typesOfUnknownFilmsAreKept() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        Self.imdbHeader
          + "tt9500001,8,2020-01-02,A Series,,TV Series,,,2001,,,,\n"
          + "tt9500002,8,2020-01-02,A Film,,Movie,,,2001,,,,\n", to: "ratings.csv")
      _ = try await filmz.answer(to: "import ratings.csv")
      #expect(try await filmz.answer(to: "ls --type series").each("id") == ["tt9500001"])
      #expect(try await filmz.answer(to: "ls --sort title").each("type") == ["movie", "series"])
      _ = try await filmz.run("export", "out.csv", "--as", "imdb")
      #expect(try filmz.folder.read("out.csv").contains(",TV Series,"))
      _ = try await filmz.run("export", "trakt/", "--as", "trakt")
      let shows = try filmz.folder.files().filter { $0.contains("trakt/") && $0.contains("show") }
      #expect(!shows.isEmpty)
      // The type is not a change of the user's data, and one step takes it back.
      #expect(try await filmz.answer(to: "import ratings.csv")["unchanged"] == 2)
      _ = try await filmz.answer(to: "undo")
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  /// The rows are about a film that no source knows, one that the starter knows, and one with values that are wrong.
  @Test func factsOfRowsAreUsedWhereNoSourceHasThem() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        Self.imdbHeader
          + "tt9500001,8,2020-01-02,Unlisted,,Movie,7.4,101,2001,\"drama, Sci-Fi\",\"1,234\",,\"Ann Roe, Bo Lee\"\n"
          + "tt0113277,8,2020-01-02,Heat,,Movie,1.0,1,1995,Western,7,,Nobody\n"
          + "tt9500003,8,2020-01-02,Wrong,,Movie,99,-5,2001,,x,,\n", to: "ratings.csv")
      let known = try await filmz.answer(to: "show tt0113277")
      #expect(try await filmz.answer(to: "import ratings.csv")["added"] == 3)
      let names = ["imdbRating", "imdbVotes", "runtimeMinutes", "genres"]
      func facts(_ film: JSON?) -> [JSON?] { names.map { film?[$0] } }
      for line in ["ls --genre sci-fi", "ls runtime:101", "ls --imdb 7.4", "ls --person \"ann roe\"", "find unlisted"] {
        let films = try await filmz.answer(to: line)
        #expect(films.each("id") == ["tt9500001"], "\(line)")
        #expect(facts(films[0]) == [7.4, 1234, 101, ["Drama", "Sci-Fi"]], "\(line)")
      }
      let shown = try await filmz.answer(to: "cache clear --yes; show tt9500001")
      #expect(facts(shown) == [7.4, 1234, 101, ["Drama", "Sci-Fi"]])
      #expect(shown["directors"] == ["Ann Roe", "Bo Lee"] && shown["source"] == "import")
      let heat = try await filmz.answer(to: "show tt0113277")
      #expect(facts(heat) == facts(known) && heat["directors"] == known["directors"] && heat["source"] == "starter")
      #expect(facts(try await filmz.answer(to: "find wrong")[0]) == [.null, .null, .null, []])
      #expect(try await filmz.run("db", "check").status == 0)

      // Exports of filmz tell the same.
      for name in ["films.csv", "films.json"] {
        _ = try await filmz.run("export", name)
        let content = try filmz.folder.read(name)
        try await FilmzProcess.with { other in
          try other.folder.write(content, to: name)
          _ = try await other.answer(to: "import \(name)")
          #expect(facts(try await other.answer(to: "find unlisted")[0]) == [7.4, 1234, 101, ["Drama", "Sci-Fi"]])
        }
      }
    }
  }

  @Test func idsOfTwoSourcesInOneRowMeanTheSameFilm() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.trakt, to: "watched-history.json")
      try filmz.folder.write("tmdbID,Title,Year,Rating\n950001,Unlisted,2001,7\n", to: "tmdb.csv")
      #expect(try await filmz.answer(to: "import watched-history.json")["added"] == 1)
      let result = try await filmz.answer(to: "import tmdb.csv")
      #expect(result["added"] == 0 && result["changed"] == 1)
      let films = try await filmz.answer(to: "ls")
      #expect(films.each("id") == ["tt9500001"] && films.each("myRating") == [7])
      #expect(try await filmz.run("db", "check").status == 0)
    }
  }

  @Test func filmOfTheCollectionIsFoundByItsOtherID() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("tmdbID,Title,Year,Rating\n950001,Unlisted,2001,7\n", to: "tmdb.csv")
      try filmz.folder.write(Self.trakt, to: "watched-history.json")
      #expect(try await filmz.answer(to: "import tmdb.csv")["added"] == 1)
      let planned = try await filmz.answer(to: "import watched-history.json --dry-run")
      let result = try await filmz.answer(to: "import watched-history.json")
      #expect(result == planned && result["added"] == 0 && result["changed"] == 1)
      let films = try await filmz.answer(to: "ls")
      #expect(films.each("id") == ["tt9500001"] && films.each("myRating") == [7])
      _ = try await filmz.answer(to: "undo")
      #expect(try await filmz.answer(to: "ls").each("id") == ["tmdb:movie:950001"])
      #expect(try await filmz.run("db", "check").status == 0)
    }
  }

  @Test func filmAddedAgainDoesNotGetItsImportedValuesBack() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        "imdbID,Title,Year,myRating,Tags\ntt0113277,Heat,1995,9,crime\n", to: "films.csv")
      _ = try await filmz.answer(to: "import films.csv; rm tt0113277 --yes; add tt0113277")
      let planned = try await filmz.answer(to: "import films.csv --dry-run")
      let result = try await filmz.answer(to: "import films.csv")
      #expect(result == planned && result["changed"] == 0)
      #expect(result["removedSince"] == 3)
      #expect(try await filmz.answer(to: "ls").each("myRating") == [.null])
      #expect(try await filmz.answer(to: "ls --tag crime") == [])
      // Also after it was removed once more.
      _ = try await filmz.answer(to: "rm tt0113277 --yes; add tt0113277; import films.csv")
      #expect(try await filmz.answer(to: "ls").each("myRating") == [.null])
      _ = try await filmz.answer(to: "import films.csv --again")
      #expect(try await filmz.answer(to: "ls --tag crime").each("myRating") == [9])
    }
  }

  @Test func listsOfTheSameNameInSeveralFilesAreOne() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        """
        Letterboxd list export v7
        Date,Name,Tags,URL,Description
        2020-03-01,Crime,,https://boxd.it/l,

        Position,Name,Year,URL,Description
        1,Heat,1995,https://boxd.it/1,
        """, to: "lists/crime.csv")
      let other = try filmz.folder.read("lists/crime.csv").replacing("Crime", with: "crime")
        .replacing("Heat,1995", with: "The Godfather,1972")
      try filmz.folder.write(other, to: "lists/other.csv")
      let planned = try await filmz.answer(to: "import lists --dry-run")
      let result = try await filmz.answer(to: "import lists")
      #expect(result == planned && result["lists"] == 1)
      #expect(try await filmz.answer(to: "list ls").each("name") == ["Crime"])
      let films = try await filmz.answer(to: "list show Crime")
      #expect(Set(films.each("title")) == ["Heat", "The Godfather"])
      #expect(try await filmz.answer(to: "import lists/other.csv")["lists"] == 0)
    }
  }

  // MARK: - Days of values

  @Test func restoredValuesKeepTheirDays() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0113277; rate tt0113277 9; note tt0113277 Great")
      _ = try await filmz.run("export", "a.filmz")
      let old = Self.imdbHeader + "tt0113277,5,2010-01-02,Heat,,Movie,,,1995,,,,\n"
      try filmz.folder.write(old, to: "old.csv")
      func other(_ arguments: String...) async throws -> String {
        let result = try await filmz.run(["--home", "other", "--format", "json"] + arguments)
        #expect(result.status == 0, "\(result.stderr)")
        return result.stdout
      }
      _ = try await other("import", "a.filmz")
      _ = try await other("import", "old.csv")
      #expect(try await other("ls").contains(#""myRating":9"#))
      _ = try await other("export", "b.csv", "--as", "csv")
      let rows = try filmz.folder.read("b.csv").split(whereSeparator: \.isNewline)
      let year = Calendar.current.component(.year, from: Date())
      #expect(rows.count == 2 && rows[1].contains("\(year)-"))
    }
  }

  /// Each case is a rule, the day of the present value, and the rating after the import of an archive of today.
  @Test(arguments: [
    ("newer", "2010-01-02", 9), ("mine", "2010-01-02", 5), ("theirs", "2010-01-02", 9),
  ])
  func archiveIsMergedByTheDaysOfValues(rule: String, day: String, rating: Double) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0113277; rate tt0113277 9")
      _ = try await filmz.run("export", "a.filmz")
      try filmz.folder.write(
        Self.imdbHeader + "tt0113277,5,\(day),Heat,,Movie,,,1995,,,,\n", to: "old.csv")
      _ = try await filmz.run("--home", "other", "import", "old.csv")
      _ = try await filmz.run("--home", "other", "import", "a.filmz", "--on-conflict", rule)
      let films = try await filmz.run("--home", "other", "--format", "json", "ls")
      #expect(try JSON.documents(in: films.stdout)[0].each("myRating") == [.number(rating)])
      let again = try await filmz.run(
        "--home", "other", "import", "a.filmz", "--on-conflict", rule)
      #expect(again.stdout.contains("changed 0"), "\(again.stderr)")
    }
  }

  // MARK: - MFlix

  @Test func commentsAreFoundWhenTheMoviesWereImportedBefore() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        #"[{"_id":{"$oid":"573a1390f29313caabcd4135"},"title":"Unlisted","year":2001,"imdb":{"id":9500001}}]"#,
        to: "movies.json")
      try filmz.folder.write(
        """
        [{"_id":{"$oid":"5a9427648b0beebeb69579e7"},"name":"Ann","email":"ann@example.com",
          "movie_id":{"$oid":"573a1390f29313caabcd4135"},"text":"Good.",
          "date":{"$date":{"$numberLong":"1029646567000"}}},
         {"_id":{"$oid":"5a9427648b0beebeb69579e8"},"name":"Bob","email":"bob@example.com",
          "movie_id":{"$oid":"573a1390f29313caabcd4136"},"text":"Lost.",
          "date":{"$date":{"$numberLong":"1029646567000"}}}]
        """, to: "comments.json")
      #expect(try await filmz.answer(to: "import movies.json")["added"] == 1)
      let result = try await filmz.answer(to: "import comments.json")
      #expect(result["comments"] == 1 && result["unmatched"]?.array.count == 1)
      #expect(try await filmz.answer(to: "comments tt9500001").each("text") == ["Good."])
    }
  }

  /// The text of a comment is as old as its file, also if the journal has the comment already.
  @Test func commentImportedAgainAfterAnUndoIsAsOldAsItsFile() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        #"[{"_id":{"$oid":"573a1390f29313caabcd4135"},"title":"Unlisted","year":2001,"imdb":{"id":9500001}}]"#,
        to: "movies.json")
      try filmz.folder.write(
        """
        [{"_id":{"$oid":"5a9427648b0beebeb69579e7"},"name":"Ann","email":"ann@example.com",
          "movie_id":{"$oid":"573a1390f29313caabcd4135"},"text":"Good.",
          "date":{"$date":{"$numberLong":"1029646567000"}}}]
        """, to: "comments.json")
      for line in ["import movies.json", "import comments.json", "undo", "import comments.json"] {
        _ = try await filmz.answer(to: line)
      }
      let days = try SQLiteFile(path: filmz.folder.path(of: "home/data/collection.sqlite"))
        .queryFirstColumn(
          """
          SELECT coalesce(fields ->> '$.text.day', 'none') FROM change
          WHERE subjectKind = 'comment' AND kind = 'insert'
          """)
      #expect(days == ["", ""])
    }
  }

  private static let shortMovie = """
    {"_id":"m1","title":"Unlisted","year":"2001","plot":"Short.","fullplot":"Much longer.",
     "imdbRating":7.4,"rottenRating":3.7,"awards":"1 win.","tomatoes":{"viewer":{"meter":75}}}
    """

  /// The shapes of document 004: ratings, awards, and comments as the database has them.
  @Test func documentsOfTheDatabaseAreImported() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("[\(Self.shortMovie)]", to: "movies.json")
      try filmz.folder.write(
        """
        [{"_id":"c1","movie_id":"m1","text":"Good.","author":"Ann","timestamp":"2002-08-18T04:56:07Z"},
         {"_id":"c2","movie_id":"m1","text":"No date."},
         {"_id":"c3",
          "movie_id":"m1","text":" "},
         5]
        """, to: "comments.json")
      _ = try await filmz.answer(to: "import movies.json")
      let film = try await filmz.answer(to: "show unlisted")
      #expect(film["year"] == 2001 && film["imdbRating"] == 7.4 && film["awards"] == "1 win.")
      #expect(film["ratings"]?.each("value") == ["3.7/5", "75%"])
      #expect(film["plot"] == "Short." && film["fullPlot"] == "Much longer.")
      let rows = try await filmz.answer(to: "browse --year 2001 --source all --limit 1000")
      let row = rows.array.first { $0["title"] == "Unlisted" }
      #expect(row?["plot"] == "Short." && row?["viewerRating"] == 3.7)
      let card = try await filmz.run("--offline", "show", "unlisted")
      #expect(!card.stdout.contains("Much longer.") && card.stdout.contains("show --full"))
      let full = try await filmz.run("--offline", "show", "unlisted", "--full")
      #expect(full.stdout.contains("Short.") && full.stdout.contains("Much longer."))
      let result = try await filmz.answer(to: "import comments.json")
      #expect(result["comments"] == 2 && result["unmatched"] == [])
      let unreadable = result["unreadable"]
      #expect(unreadable?.each("line") == [3, 5])
      #expect(unreadable?.each("reason") == ["it has no text", "it is not a JSON object"])
      let comments = try await filmz.answer(to: "comments unlisted")
      #expect(comments.each("name") == ["Ann", "someone"])
      #expect(comments.each("time") == ["2002-08-18T04:56:07Z", .null])
    }
  }

  /// M13: `record rm` takes an imported record back, and an import does not bring it again unless asked to.
  @Test func importedRecordIsRemoved() async throws {
    try await FilmzProcess.with { filmz in
      let heat = #"{"_id":"m2","title":"Heat","plot":"A heist.","imdb":{"id":113277}}"#
      try filmz.folder.write("[\(Self.shortMovie),\(heat)]", to: "movies.json")
      _ = try await filmz.answer(to: "import movies.json; add unlisted; edit heat year=1996")
      _ = try await filmz.answer(to: "record rm unlisted --yes; record rm heat --yes")
      #expect(try await filmz.answer(to: "ls") == [])
      let rows = try await filmz.answer(to: "browse --year 2001 --limit 1000")
      #expect(!rows.each("title").contains("Unlisted"))
      let film = try await filmz.answer(to: "show heat")
      #expect(film["plot"] == .null && film["year"] == 1996)
      let result = try await filmz.answer(to: "import movies.json")
      #expect(result["added"] == 0 && result["removedSince"] == 2)
      _ = try await filmz.answer(to: "undo 2")
      #expect(try await filmz.answer(to: "show heat")["plot"] == "A heist.")
      _ = try await filmz.answer(to: "record rm heat --yes")
      #expect(try await filmz.answer(to: "import movies.json --again")["added"] == 1)
      #expect(try await filmz.run("db", "check").status == 0)
    }
  }

  /// No hint names a command that would do nothing.
  @Test func removingWhatIsNoRecordIsAnError() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--yes", "record", "rm", "heat")
      #expect(result.status == 64 && !result.stderr.contains("record revert"), "\(result)")
      #expect(result.stderr.contains("Heat (1995) is not a film that you entered or imported"))
    }
  }

  // MARK: - Single plays and sums of plays, diary and reviews

  @Test func sumsOfPlaysAreUsedForFilmsWithoutSinglePlays() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.trakt, to: "trakt/watched-history.json")
      try filmz.folder.write(
        """
        [{"plays":2,"last_watched_at":"2021-03-04T20:00:00.000Z","movie":{"title":"Unlisted","year":2001,
          "ids":{"imdb":"tt9500001"}}},
         {"plays":1,"last_watched_at":"2019-05-06T12:00:00.000Z","movie":{"title":"Older","year":1999,
          "ids":{"imdb":"tt9500009"}}}]
        """, to: "trakt/watched-movies.json")
      let result = try await filmz.answer(to: "import trakt")
      #expect(result["added"] == 2 && result["viewings"] == 2)
      #expect(try await filmz.answer(to: "import trakt")["viewings"] == 0)
    }
  }

  @Test func completedUnmatchedFileKeepsDiaryAndReviewTogether() async throws {
    try await FilmzProcess.with { filmz in
      let header = "Date,Name,Year,Letterboxd URI,Rating,Rewatch"
      try filmz.folder.write(
        header + ",Tags,Watched Date\n2021-02-04,Unlisted,2001,https://boxd.it/a,4,,,2021-02-03\n",
        to: "lb/diary.csv")
      try filmz.folder.write(
        header + ",Review,Tags,Watched Date\n"
          + "2021-02-04,Unlisted,2001,https://boxd.it/a,4,,Fine,,2021-02-03\n", to: "lb/reviews.csv"
      )
      _ = try await filmz.answer(to: "import lb --unmatched rest.csv")
      let rows = try filmz.folder.read("rest.csv")
      try filmz.folder.write(rows.replacing("\r\n,", with: "\r\ntt9500001,"), to: "completed.csv")
      // A row that stays unmatched keeps its file and line.
      _ = try await filmz.answer(to: "import rest.csv --unmatched still.csv")
      #expect(try filmz.folder.read("still.csv") == rows)
      let known = try await filmz.answer(to: "import completed.csv")
      #expect(known["added"] == 0 && known["viewings"] == 0, "\(known)")
      #expect(try await filmz.answer(to: "viewings tt9500001").array.count == 1)
      let other = ["--home", "other", "--offline", "--format", "json"]
      let result = try await filmz.run(other + ["import", "completed.csv"]).json
      #expect(result["added"] == 1 && result["viewings"] == 1, "\(rows)")
      #expect(try await filmz.run(other + ["viewings", "tt9500001"]).json.array.count == 1)
    }
  }

  @Test func ratedEpisodeIsNoPlayOfItsSeries() async throws {
    try await FilmzProcess.with { filmz in
      let show = #""show":{"title":"Unlisted","year":2001,"ids":{"imdb":"tt9500001"}}"#
      try filmz.folder.write(
        #"[{"rated_at":"2021-03-05T20:00:00.000Z","rating":8,"type":"episode","episode":{"season":1,"number":1,"title":"One","ids":{}},"#
          + show + "}]", to: "trakt/ratings-episodes.json")
      try filmz.folder.write(
        #"[{"plays":2,"last_watched_at":"2021-03-04T12:00:00.000Z","# + show + "}]",
        to: "trakt/watched-shows.json")
      _ = try await filmz.answer(to: "import trakt")
      #expect(try await filmz.answer(to: "ls").each("dateWatched") == ["2021-03-04"])
    }
  }

  @Test func listOfSeveralFilesHasTheFilmsOfTheFirstFirst() async throws {
    try await FilmzProcess.with { filmz in
      func list(_ films: String...) -> String {
        "Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2020-03-01,Best,,u,\n\n"
          + "Position,Name,Year,URL,Description\n"
          + films.enumerated().map { "\($0 + 1),\($1),https://boxd.it/\($1.count),\n" }.joined()
      }
      try filmz.folder.write(
        list("Heat,1995", "The Matrix,1999", "Pulp Fiction,1994"), to: "a/lists/best.csv")
      try filmz.folder.write(list("Fargo,1996", "Heat,1995"), to: "b/lists/best.csv")
      _ = try await filmz.answer(to: "import a b")
      #expect(
        try await filmz.answer(to: "list show Best").each("title")
          == ["Heat", "The Matrix", "Pulp Fiction", "Fargo"])
    }
  }

  @Test func aDryRunSaysThatItIsOne() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.trakt, to: "watched-history.json")
      try filmz.folder.write("Title,Year\nAn Unknown Film,2001\n", to: "films.csv")
      let result = try await filmz.run(
        "import", "watched-history.json", "films.csv", "--unmatched", "rest.csv", "--dry-run")
      #expect(result.stdout.contains("Would add 2, by title 1, change 0"), "\(result.stderr)")
      #expect(!result.stderr.contains("Put ids"))
      #expect(!filmz.folder.exists("rest.csv"))
    }
  }
}
