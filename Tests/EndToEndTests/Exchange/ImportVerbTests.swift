import FilmzTestSupport
import Foundation
import Testing

/// `import` of files of other programs.
struct ImportVerbTests {
  // MARK: - Fixtures

  /// A Letterboxd export with a rewatch, a review, a like, a list, a removed copy, and two rows that nothing fits.
  private static let letterboxd: [String: String] = [
    "watched.csv": """
    Date,Name,Year,Letterboxd URI
    2020-01-02,Heat,1995,https://boxd.it/1
    2020-01-03,The Matrix,1999,https://boxd.it/2
    2020-01-04,The Unlisted Film,2001,https://boxd.it/3
    """,
    "ratings.csv": """
    Date,Name,Year,Letterboxd URI,Rating
    2020-01-02,Heat,1995,https://boxd.it/1,4.5
    2020-01-04,The Unlisted Film,2001,https://boxd.it/3,2
    """,
    "diary.csv": """
    Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date
    2020-01-02,Heat,1995,https://boxd.it/a,4.5,,"cinema, 35mm",2020-01-01
    2021-06-02,Heat,1995,https://boxd.it/b,5,Yes,,2021-06-01
    """,
    "reviews.csv": #"""
    Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date
    2020-01-02,Heat,1995,https://boxd.it/a,4.5,,"Great,
    ""really""","cinema, 35mm",2020-01-01
    """#,
    "watchlist.csv": """
    Date,Name,Year,Letterboxd URI
    2020-02-02,The Godfather,1972,https://boxd.it/4
    """,
    "likes/films.csv": """
    Date,Name,Year,Letterboxd URI
    2020-01-02,Heat,1995,https://boxd.it/1
    """,
    "lists/crime.csv": """
    Letterboxd list export v7
    Date,Name,Tags,URL,Description
    2020-03-01,Crime,,https://boxd.it/l,From best to worst

    Position,Name,Year,URL,Description
    1,The Godfather,1972,https://boxd.it/4,
    2,Heat,1995,https://boxd.it/1,
    """,
    "profile.csv": """
    Date Joined,Username,Given Name,Family Name,Email Address,Location,Website,Bio,Pronoun,Favorite Films
    2015-01-01,someone,,,,,,,,"https://boxd.it/2, https://boxd.it/1"
    """,
    "deleted/diary.csv": """
    Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date
    2019-01-02,Jaws,1975,https://boxd.it/d,1,,,2019-01-01
    """,
    "comments.csv": "Date,Content,Comment\n2020-01-01,x,y\n",
  ]

  private static func write(_ files: [String: String], to folder: String, _ filmz: FilmzProcess)
    throws
  {
    for (name, text) in files { try filmz.folder.write(text, to: "\(folder)/\(name)") }
  }

  // MARK: - Letterboxd

  @Test func letterboxdFolderIsImportedExactly() async throws {
    try await FilmzProcess.with { filmz in
      try Self.write(Self.letterboxd, to: "letterboxd-someone/export", filmz)
      let result = try await filmz.answer(to: "import letterboxd-someone --unmatched rest.csv")
      #expect(result["format"] == "letterboxd")
      #expect(result["added"] == 4 && result["byTitle"] == 1)
      #expect(result["viewings"] == 4)
      #expect(result["lists"] == 2)
      #expect(result["unmatched"]?.array.count == 1)
      #expect(result["unmatchedFile"] == "rest.csv")
      #expect(try filmz.folder.mode(of: "rest.csv") == 0o600)
      let films = try await filmz.answer(to: "ls --sort title")
      #expect(films.each("title") == ["Heat", "The Godfather", "The Matrix", "The Unlisted Film"])
      #expect(films.each("myRating") == [9.0, .null, .null, 4.0])
      #expect(films.each("watched") == [true, false, true, true])
      let viewings = try await filmz.answer(to: "viewings tt0113277")
      #expect(viewings.each("date") == ["2020-01-01", "2021-06-01"])
      #expect(viewings.each("rating") == [9.0, 10.0])
      #expect(viewings.each("note") == ["Great,\n\"really\"", .null])
      let crime = try await filmz.answer(to: "list show Crime")
      #expect(crime.each("title") == ["The Godfather", "Heat"])
      let favorites = try await filmz.answer(to: "list show \"Letterboxd favorites\"")
      #expect(favorites.each("title") == ["The Matrix", "Heat"])
      #expect(try await filmz.answer(to: "ls --tag liked").each("title") == ["Heat"])
    }
  }

  @Test func importingAgainAddsNothingAndUndoTakesAllBack() async throws {
    try await FilmzProcess.with { filmz in
      try Self.write(Self.letterboxd, to: "lb", filmz)
      let empty = try await filmz.answer(to: "ls")
      let dryRun = try await filmz.answer(to: "import lb --dry-run")
      #expect(try await filmz.answer(to: "ls") == empty)
      let first = try await filmz.answer(to: "import lb")
      #expect(dryRun == first)
      let state = try await filmz.answer(to: "ls; viewings tt0113277; list; log")
      let second = try await filmz.answer(to: "import lb")
      #expect(second["added"] == 0 && second["changed"] == 0 && second["viewings"] == 0)
      #expect(second["unchanged"] == 4 && second["lists"] == 0)
      #expect(try await filmz.answer(to: "ls; viewings tt0113277; list; log") == state)
      _ = try await filmz.answer(to: "undo")
      #expect(try await filmz.answer(to: "ls") == empty)
      #expect(try await filmz.answer(to: "list") == [])
      // What an undo took back comes again.
      let again = try await filmz.answer(to: "import lb")
      #expect(again["added"] == 4 && again["viewings"] == 4 && again["lists"] == 2)
    }
  }

  @Test func whatWasRemovedSinceStaysRemoved() async throws {
    try await FilmzProcess.with { filmz in
      try Self.write(Self.letterboxd, to: "lb", filmz)
      _ = try await filmz.answer(
        to: """
          import lb; rm tt0133093 --yes; rate tt0113277 none; viewings rm tt0113277 1; \
          list remove Crime tt0113277; list delete "Letterboxd favorites" --yes; untag tt0113277 liked
          """)
      let state = try await filmz.answer(to: "ls; viewings tt0113277; list; list show Crime")
      let second = try await filmz.answer(to: "import lb")
      #expect(second["added"] == 0 && second["changed"] == 0)
      #expect(second["removedSince"] == 6)
      #expect(
        try await filmz.answer(to: "ls; viewings tt0113277; list; list show Crime") == state)
      let again = try await filmz.answer(to: "import lb --again")
      #expect(again["added"] == 1 && again["changed"] == 1 && again["removedSince"] == 0)
      #expect(try await filmz.answer(to: "viewings tt0113277").array.count == 2)
      #expect(try await filmz.answer(to: "list show Crime").array.count == 2)
    }
  }

  @Test func unmatchedFileCanBeCompletedAndImported() async throws {
    try await FilmzProcess.with { filmz in
      try Self.write(Self.letterboxd, to: "lb", filmz)
      _ = try await filmz.answer(to: "import lb --unmatched rest.csv")
      let file = try filmz.folder.read("rest.csv")
      #expect(file.contains("no film has this title and year"))
      // The id is entered in one row only.
      var lines = file.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
      lines[1] = "tt0050083" + lines[1]
      try filmz.folder.write(lines.joined(separator: "\r\n"), to: "completed.csv")
      let result = try await filmz.answer(to: "import completed.csv")
      #expect(result["added"] == 0 && result["byTitle"] == 0 && result["unmatched"] == [], "\(result)")
      #expect(try await filmz.answer(to: "ls --rating 4").each("id") == ["tt0050083"])
      #expect(try await filmz.answer(to: "ls").each("identified") == [true, true, true, true])
      let again = try await filmz.answer(to: "import completed.csv")
      #expect(again["added"] == 0 && again["unchanged"] == 1)
    }
  }

  @Test func filmsThatAreNotFoundAreAddedByTitle() async throws {
    try await FilmzProcess.with { filmz in
      try Self.write(Self.letterboxd, to: "lb", filmz)
      let result = try await filmz.answer(to: "import lb")
      #expect(result["added"] == 4 && result["byTitle"] == 1, "\(result)")
      #expect(result["unmatched"] == [] && result["unmatchedFile"] == .null)
      #expect(try filmz.folder.files().filter { $0.contains("unmatched") } == [])
      let films = try await filmz.answer(to: "ls").array.filter { $0["identified"] == false }
      #expect(films.map { $0["title"] } == ["The Unlisted Film"])
      #expect(try await filmz.answer(to: "record ls") == [])
      let again = try await filmz.answer(to: "import lb")
      #expect(again["added"] == 0 && again["changed"] == 0)
    }
  }
}
