import FilmzTestSupport
import Foundation
import Testing

/// The kinds of imported files, the meaning of their columns, and lists of the same name.
struct ImportKindTests {
  private static let letterboxd = "Date,Name,Year,Letterboxd URI\n2020-01-02,Heat,1995,https://boxd.it/1\n"

  // MARK: - Kinds

  /// Each case has a file name, the option, and whether the film counts as seen; `nil` if the file is refused.
  @Test(
    arguments: [
      ("watched.csv", nil, "watched", true), ("watchlist (1).csv", nil, "watchlist", false),
      ("films-i-want.csv", nil, nil, nil), ("unwatched.csv", nil, nil, nil),
      ("films-i-want.csv", "watchlist", "watchlist", false), ("watched.csv", "watchlist", "watchlist", false),
      ("later.csv", "watched", "watched", true),
    ] as [(String, String?, String?, Bool?)])
  func fileThatDoesNotTellWhatItIsIsRefused(name: String, option: String?, kind: String?, isSeen: Bool?) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.letterboxd, to: name)
      let options = option.map { ["--kind", $0] } ?? []
      let result = try await filmz.run(["--offline", "--format", "json", "import", name] + options)
      guard let kind, let isSeen else {
        #expect(result.status == 65 && result.errorLines.count == 1, "\(result.stderr)")
        #expect(result.stderr.contains("--kind") && result.stderr.contains("watchlist"))
        #expect(try await filmz.answer(to: "ls") == [])
        return
      }
      #expect(try result.json["files"]?.each("kind") == [.string(kind)], "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls").each("watched") == [.bool(isSeen)])
    }
  }

  @Test func optionDecidesOnlyForFilesThatDoNotTell() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.letterboxd, to: "lb/watched.csv")
      try filmz.folder.write(Self.letterboxd.replacing("Heat,1995", with: "The Matrix,1999"), to: "lb/x.csv")
      let result = try await filmz.answer(to: "import lb --kind watchlist")
      #expect(result["files"]?.each("kind") == ["watched", "watchlist"], "\(result)")
      #expect(try await filmz.answer(to: "ls --sort title").each("watched") == [true, false])
    }
  }

  @Test func shellAsksWhatAFileIs() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.letterboxd, to: "x.csv")
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("import x.csv\r")
      try await shell.expect(/What is \S*x\.csv: watched, watchlist or likes\?/)
      #expect(try await shell.answer(to: "watchl").contains("Read as watchlist: x.csv"))
      #expect(try await shell.quit() == 0)
      #expect(try await filmz.answer(to: "ls").each("watched") == [false])
    }
  }

  /// The file that Letterboxd puts into the folder `likes`, alone.
  @Test func likesAloneAreAskedAbout() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.letterboxd, to: "films.csv")
      let refused = try await filmz.run("--offline", "import", "films.csv")
      #expect(refused.status == 65 && refused.errorLines.count == 1, "\(refused)")
      #expect(refused.stderr.contains("--kind says which: watched, watchlist or likes"), "\(refused)")
      #expect(try await filmz.answer(to: "ls") == [])
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("import films.csv\r")
      try await shell.expect(/What is \S*films\.csv: watched, watchlist or likes\?/)
      #expect(try await shell.answer(to: "likes").contains("Read as likes: films.csv"))
      #expect(try await shell.quit() == 0)
      #expect(try await filmz.answer(to: "ls --tag liked").each("watched") == [false])
      // In its folder, the file tells what it is.
      try filmz.folder.write(Self.letterboxd, to: "likes/films.csv")
      #expect(try await filmz.answer(to: "import likes")["files"]?.each("kind") == ["likes"])
    }
  }

  @Test func tableCanBeOfAnyKind() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("Title,Year\nHeat,1995\n", to: "watched-films.csv")
      try filmz.folder.write("Title,Year\nThe Matrix,1999\n", to: "films.csv")
      let result = try await filmz.run("--offline", "import", "watched-films.csv", "films.csv")
      #expect(result.stdout.contains("Read as films: films.csv; watched: watched-films.csv\n"), "\(result.stdout)")
      #expect(try await filmz.answer(to: "ls --sort title").each("watched") == [true, false])
      _ = try await filmz.answer(to: "import films.csv --kind watched")
      #expect(try await filmz.answer(to: "ls --watched").array.count == 2)
    }
  }

  // MARK: - Columns

  /// Each case has a header and a row, the day of the viewing, the rating, and the note.
  @Test(
    arguments: [
      ("Title,Year,watchedAt,userRating,comment", "Heat,1995,2020-01-02,9,Good", "2020-01-02", 9, "Good"),
      ("Title,Year,watched_at,user_rating,text", "Heat,1995,2020-01-02,9,Good", "2020-01-02", 9, "Good"),
      ("imdb,Date Watched,My Rating,notes", "tt0113277,2020-01-02,9,Good", "2020-01-02", 9, "Good"),
      ("imdb_id,Watched At,You rated,review", "tt0113277,2020-01-02,9,Good", "2020-01-02", 9, "Good"),
      ("URL,Watched On,Score", "https://www.imdb.com/title/tt0113277/,2020-01-02,9", "2020-01-02", 9, nil),
      ("guid,lastWatched", "imdb://tt0113277,2020-01-02", "2020-01-02", nil, nil),
      ("Name,Year,Date,Stars", "Heat,1995,2020-01-02,4.5", "2020-01-02", 9, nil),
    ] as [(String, String, String?, Double?, String?)])
  func namesOfPublicExportsAreKnown(
    header: String, row: String, day: String?, rating: Double?, note: String?
  ) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("\(header)\n\(row)\n", to: "films.csv")
      _ = try await filmz.answer(to: "import films.csv")
      let film = try await filmz.answer(to: "show tt0113277")
      #expect(film["watched"] == true && film["dateWatched"] == (day.map { .string($0) } ?? .null), "\(film)")
      #expect(film["viewings"]?.each("rating").first == (rating.map { .number($0) } ?? .null))
      #expect(film["viewings"]?.each("note").first == (note.map { .string($0) } ?? .null))
    }
  }

  /// Each case has a header, rows, and the names of the columns that may have a history; none if the file is imported.
  @Test(
    arguments: [
      ("Title,Year,Viewed", "Heat,1995,2020-01-02", ["Viewed"]),
      ("Title,Year,Viewed", "Heat,1995,1/2/20", ["Viewed"]),
      ("Title,Year,Viewed", "Heat,1995,1580000000", ["Viewed"]),
      ("Title,Year,Points,Viewed", "Heat,1995,8,2020-01-02", ["Points", "Viewed"]),
      ("Title,Year,Rating,Points", "Heat,1995,8,7", []), ("Title,Year,Shelf", "Heat,1995,A", []),
      ("Title,Year,Line", "Heat,1995,1\nThe Matrix,1999,2", []),
      ("Title,Year,Release Date", "Heat,1995,1995-12-15", []),
      ("Title,Year,Metascore", "Heat,1995,76", []), ("Title,Year,Viewed", "Heat,1995,", []),
    ] as [(String, String, [String])])
  func historyInUnknownColumnsIsNotLost(header: String, rows: String, columns: [String]) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("\(header)\n\(rows)\n", to: "films.csv")
      let result = try await filmz.run("--offline", "import", "films.csv")
      guard !columns.isEmpty else {
        #expect(result.status == 0, "\(result.stderr)")
        return
      }
      #expect(result.status == 65 && result.errorLines.count == 1, "\(result.stderr)")
      #expect(result.stderr.contains("--columns \(columns.map { "\($0)=date" }.joined(separator: ",")) "))
      #expect(try await filmz.answer(to: "ls") == [])
      let ignored = columns.map { "\($0)=ignore" }.joined(separator: ",")
      #expect(try await filmz.answer(to: "import films.csv --columns \(ignored)")["added"] == 1)
    }
  }

  @Test func columnsAreWhatTheUserSays() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("Film,When,Points\nZorbal Road,2020-01-03,8\n", to: "own.csv")
      let imported = try await filmz.answer(
        to: "import own.csv --columns \"film=title,When=date\" --columns points=rating")
      #expect(imported["added"] == 1 && imported["byTitle"] == 1, "\(imported)")
      // A known name, in a file of a known format.
      try filmz.folder.write(Self.letterboxd, to: "watched.csv")
      _ = try await filmz.answer(to: "import watched.csv --columns Date=date")
      #expect(try await filmz.answer(to: "viewings tt0113277").each("date") == ["2020-01-02"])
    }
  }

  @Test(arguments: [
    ("films.csv --columns Titel=title", 65, "no file has a column \"titel\""),
    ("films.csv --columns Title=film", 64, "--columns"), ("films.csv --columns Title", 64, "--columns"),
    ("films.csv --kind diary", 64, "watchlist"),
  ])
  func wrongOptionsAreRefused(words: String, status: Int32, message: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("Title,Year\nHeat,1995\n", to: "films.csv")
      let result = try await filmz.run(["--offline", "import"] + words.split(separator: " ").map(String.init))
      #expect(result.status == status && result.stderr.contains(message), "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test func helpListsTheFields() async throws {
    try await FilmzProcess.with { filmz in
      let help = try await filmz.run("help", "import").stdout
      #expect(help.contains("Fields of --columns\n") && help.contains(/\n  rating +your rating\n/))
    }
  }

  // MARK: - Lists

  private static func list(_ name: String, _ address: String, _ film: String) -> String {
    """
    Letterboxd list export v7
    Date,Name,Tags,URL,Description
    2020-03-01,\(name),,\(address),

    Position,Name,Year,URL,Description
    1,\(film),https://boxd.it/9,
    """
  }

  /// Two lists have the same name; the second one is then imported alone, renamed, with a further film.
  @Test func listsOfTheSameNameAreTwo() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.list("Noir", "https://boxd.it/a", "Heat,1995"), to: "lb/lists/noir.csv")
      try filmz.folder.write(Self.list("Noir", "https://boxd.it/b", "The Matrix,1999"), to: "lb/lists/noir-1.csv")
      let planned = try await filmz.answer(to: "import lb --dry-run")
      let result = try await filmz.answer(to: "import lb")
      #expect(result == planned && result["lists"] == 2, "\(result)")
      #expect(Set(try await filmz.answer(to: "list ls").each("name")) == ["Noir", "Noir (2)"])
      #expect(try await filmz.answer(to: "import lb")["lists"] == 0)
      let again = Self.list("Dark", "https://boxd.it/b", "The Matrix,1999") + "\n2,Heat,1995,https://boxd.it/1,\n"
      try filmz.folder.write(again, to: "dark.csv")
      #expect(try await filmz.answer(to: "import dark.csv")["lists"] == 1)
      let counts = try await filmz.answer(to: "list ls").each("films")
      #expect(counts == [1, 2] || counts == [2, 1], "\(counts)")
      _ = try await filmz.answer(to: "list delete \"Noir (2)\" --yes")
      #expect(try await filmz.answer(to: "import lb")["removedSince"] == 1)
      #expect(try await filmz.answer(to: "list ls").each("name") == ["Noir"])
    }
  }

  /// Earlier versions did not store the addresses of lists.
  @Test func listOfAnEarlierVersionFindsItself() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.list("Noir", "https://boxd.it/a", "Heat,1995"), to: "noir.csv")
      try filmz.folder.write(Self.list("Noir", "https://boxd.it/b", "The Matrix,1999"), to: "other.csv")
      _ = try await filmz.answer(to: "import noir.csv")
      try filmz.collectionFile.execute(
        """
        UPDATE list SET imported = '["letterboxd Noir"]';
        UPDATE change SET fields = replace(fields, '"letterboxd https://boxd.it/a",', '');
        """)
      #expect(try await filmz.answer(to: "import noir.csv")["lists"] == 0)
      #expect(try await filmz.answer(to: "import other.csv")["lists"] == 1)
      #expect(try await filmz.answer(to: "list ls").each("films") == [1, 1])
    }
  }

  @Test func listsOfIMDbInSeveralFoldersAreTwo() async throws {
    try await FilmzProcess.with { filmz in
      let header = "Position,Const,Created,Title,Title Type,Year\n"
      try filmz.folder.write(header + "1,tt0113277,2020-01-02,Heat,Movie,1995\n", to: "imdb/a/noir.csv")
      try filmz.folder.write(header + "1,tt0133093,2020-01-02,The Matrix,Movie,1999\n", to: "imdb/b/noir.csv")
      #expect(try await filmz.answer(to: "import imdb")["lists"] == 2)
      #expect(Set(try await filmz.answer(to: "list ls").each("name")) == ["noir", "noir (2)"])
      #expect(try await filmz.answer(to: "import imdb")["lists"] == 0)
    }
  }

  @Test func joiningAListOfTheUserIsTold() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "list create noir; list add noir tt0068646")
      try filmz.folder.write(Self.list("Noir", "https://boxd.it/a", "Heat,1995"), to: "noir.csv")
      let result = try await filmz.run("--offline", "import", "noir.csv")
      #expect(result.errorLines.count == 1 && result.stderr.contains("became a part of \"noir\""), "\(result.stderr)")
      #expect(try await filmz.answer(to: "list ls").each("films") == [2])
    }
  }

  // MARK: - Result

  @Test func whatRepeatsIsToldOnce() async throws {
    try await FilmzProcess.with { filmz in
      for number in 1...22 {
        let list = Self.list("List \(number)", "https://boxd.it/\(number)", "Heat,1995").replacing(
          ",,https", with: ",tag,https")
        try filmz.folder.write(list, to: "lb/lists/l\(number).csv")
        try filmz.folder.write("a,b\n", to: "lb/other\(number).csv")
      }
      let result = try await filmz.run("--offline", "--verbose", "import", "lb")
      #expect(result.stdout.contains("Read as list: lists/l1.csv, lists/l2.csv and 20 more\n"), "\(result.stdout)")
      #expect(result.errorLines.count { $0.contains("Tags (of lists)") } == 1, "\(result.stderr)")
      #expect(result.errorLines.count { $0.contains("left out") } == 1)
      #expect(result.errorLines.last?.contains("`undo` takes the import back") == true, "\(result.stderr)")
    }
  }
}
