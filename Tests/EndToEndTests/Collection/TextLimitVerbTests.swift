import FilmzTestSupport
import Foundation
import Testing

/// The texts that can be entered, by commands and by files.
struct TextLimitVerbTests {
  private static let long = String(repeating: "é", count: 500_001)
  private static let longest = String(repeating: "é", count: 500_000)
  private static let longName = String(repeating: "n", count: 201)
  private static let longTitle = String(repeating: "t", count: 1_001)

  /// Each case has a command after `add heat`, and the beginning of its error.
  @Test(arguments: [
    (
      "note heat \"\(long)\"", "the note is too long: 1,000,002 bytes of text, of at most 1,000,000"
    ),
    ("watched heat --note \"\(long)\"", "the note is too long"),
    ("watched heat; viewings edit heat 1 --note \"\(long)\"", "the note is too long"),
    ("add alien --note \"\(long)\"", "the note is too long"),
    ("comment heat \"\(long)\"", "the text is too long"),
    ("list create Noir --description \"\(long)\"", "the description is too long"),
    ("list create Noir; list describe Noir \"\(long)\"", "the description is too long"),
    ("tag heat \(longName)", "each of the tags must have 1 to 200 characters on one line"),
    ("watched heat --tag \(longName)", "each of the tags must have"),
    ("from heat \"\(longName)\"", "the recommender must have 1 to 200 characters on one line"),
    ("add alien --from \(longName)", "the recommender must have"),
    ("list create \(longName)", "the name of a list must have"),
    ("list create \"a\u{1B}[2Jb\"", "the name of a list must have"),
    ("tag heat \"a\u{1B}[2Jb\"", "each of the tags must have"),
    ("list create \"a\tb\"", "the name of a list must have"),
    ("list create Noir; list rename Noir \"a\tb\"", "the name of a list must have"),
    ("list add \"a\tb\" heat --create", "the name of a list must have"),
    ("from heat \"a\tb\"", "the recommender must have"),
    (
      "collections save rainy --grep \(String(repeating: "n", count: 120_000))",
      "the filter is too long: 120,005 bytes of text, of at most 8,000"
    ),
    ("collections save n\(String(repeating: "\u{301}", count: 4_000)) is:watched", "40 letters"),
    ("record edit heat plot=\(long)", "is not a valid plot"),
  ])
  func longTextIsRefused(commands: String, error: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add heat")
      let lines = commands.split(separator: "; ").map(String.init)
      for line in lines.dropLast() { _ = try await filmz.answer(to: line) }
      let before = try await filmz.answer(to: "log").array.count
      let result = try await filmz.run(["--offline"], script: lines[lines.count - 1])
      #expect(result.status == 1)
      #expect(result.errorLines.count == 1 && result.stderr.contains(error), "\(result.errorLines)")
      #expect(try await filmz.answer(to: "log").array.count == before)
    }
  }

  @Test func longTextOfASingleCallIsWrongUsage() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add heat")
      let result = try await filmz.run("--offline", "from", "heat", "two\nlines")
      #expect(result.status == 64 && result.stderr.contains("the recommender must have 1 to 200"))
    }
  }

  /// Whatever can be entered can be exported, imported, and synced.
  @Test func longestTextsAreKept() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      let folder = machines.filmz.folder
      let quotes = String(repeating: "\"\"", count: 1_000_000)
      try folder.write(
        "imdbID,Title,Year,myRating,notes\ntt0078748,Alien,1979,9,\"\(quotes)\"\n", to: "quotes.csv"
      )
      try await machines.script(
        "desktop",
        "add heat\nnote heat \"\(Self.longest)\"\nwatched heat --note \"\(Self.longest)\"\nimport quotes.csv"
      )
      try await machines.expectAlike(["desktop", "laptop"])
      let notes = try await machines.run("laptop", ["--format", "json", "show", "heat"]).json
      #expect(notes["notes"] == .string(Self.longest))
      let alien = try await machines.run("laptop", ["--format", "json", "show", "alien"]).json
      #expect(alien["notes"]?.string?.count == 1_000_000)
      for name in ["films.csv", "films.json", "films.filmz"] {
        let format = String(name.split(separator: ".")[1])
        #expect(try await machines.run("laptop", ["export", name, "--as", format]).status == 0)
        let report = try await machines.run(
          "other-\(format)", ["--format", "json", "import", name])
        #expect(report.status == 0, "\(report.errorLines)")
        #expect(try report.json["unreadable"]?.array.isEmpty == true, "\(name)")
        let copy = try await machines.run("other-\(format)", ["--format", "json", "show", "heat"])
        #expect(try copy.json["notes"] == .string(Self.longest), "\(name)")
      }
    }
  }

  /// A name needs a visible character.
  @Test(arguments: [
    ["list", "create", "%"], ["list", "rename", "Noir", "%"], ["list", "add", "%", "tt0113277", "--create"],
    ["tag", "tt0113277", "%"], ["from", "tt0113277", "%"], ["collections", "save", "%", "genre:drama"],
    ["config", "set", "profile.name", "%%"], ["add", "tt0078748", "--tag", "%"],
  ])
  func invisibleNameIsRefused(words: [String]) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "list create Noir; add tt0113277")
      for character in ["\u{200B}", "\u{2060}", "\u{202E}"] {
        let result = try await filmz.run(
          ["--offline"] + words.map { $0.replacing("%", with: character) })
        #expect(result.status == 64 && result.errorLines.count == 1, "\(result)")
      }
      #expect(try await filmz.answer(to: "list").each("name") == ["Noir"])
      let film = try await filmz.answer(to: "show tt0113277")
      #expect(film["tags"] == [] && film["recommendedBy"] == .null, "\(film)")
      #expect(try await filmz.answer(to: "ls").array.count == 1)
    }
  }

  /// A text that cannot be stored costs only itself.
  @Test(arguments: [
    ("notes", long, "note has more than 1,000,000 bytes"), ("Tags", longName, "tag is \"nnn"),
    ("Tags", "\u{200B}", "tag is \""), ("recommendedBy", "\u{2060}", "recommendedBy is \""),
    ("recommendedBy", longName, "recommendedBy is \"nnn"),
    ("viewingNote", long, "note of the viewing has more than 1,000,000 bytes"),
    ("viewingTags", longName, "tag is \"nnn"), ("dateWatched", "2999-05-01", "date of the viewing"),
    ("originalTitle", longTitle, "originalTitle is \"ttt"),
  ])
  func longTextIsNamed(column: String, text: String, reason: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        "imdbID,Title,Year,myRating,viewing,\(column)\ntt0113277,Heat,1995,9,,\ntt0078748,Alien,1979,8,,\(text)\n",
        to: "films.csv")
      let report = try await filmz.answer(to: "import films.csv")
      #expect(report["unreadable"]?.each("line") == [3], "\(report)")
      #expect(report["unreadable"]?[0]?["reason"]?.string?.contains(reason) == true, "\(report)")
      #expect(report["added"] == 2)
      #expect(try await filmz.answer(to: "show tt0078748")["myRating"] == 8)
    }
  }

  /// The rows of the viewings of a film, and those of a list, have the same values.
  @Test func valueOfSeveralRowsIsNamedOnce() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        """
        imdbID,Title,Year,viewing,dateWatched,tags
        tt0113277,Heat,1995,1,2024-05-01,"\(Self.longName), good"
        tt0113277,Heat,1995,2,2024-06-01,"\(Self.longName), good"
        """, to: "films.csv")
      try filmz.folder.write(
        """
        Letterboxd list export v7
        Date,Name,Tags,URL,Description
        2019-03-21,Noir,,https://boxd.it/2K7Y4,\(Self.long)

        Position,Name,Year,URL,Description
        1,Heat,1995,https://boxd.it/2bg8,
        2,Alien,1979,https://boxd.it/2auS,

        """, to: "noir.csv")
      let films = try await filmz.run("--offline", "import", "films.csv")
      #expect(films.status == 0 && films.stdout.contains("values left out 1"), "\(films.stderr)")
      #expect(films.errorLines.count { $0.contains("films.csv:2: tag is") } == 1, "\(films.stderr)")
      #expect(try await filmz.answer(to: "show tt0113277")["tags"] == ["good"])
      let list = try await filmz.answer(to: "import noir.csv")
      #expect(list["unreadable"]?.array.count == 1 && list["lists"] == 1, "\(list)")
      #expect(try await filmz.answer(to: "list show Noir").array.count == 2)
    }
  }

  @Test func longTextsInJSONCostOnlyThemselves() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        """
        [{"title":"Heat","id":"tt0113277","inCollection":true,"myRating":9,"notes":"\(Self.long)",
          "tags":["good","\(Self.longName)"],"viewings":[{"date":"2024-05-01","note":"\(Self.long)"}]}]
        """, to: "films.json")
      let report = try await filmz.answer(to: "import films.json")
      #expect(report["added"] == 1 && report["unreadable"]?.array.count == 3, "\(report)")
      let film = try await filmz.answer(to: "show tt0113277")
      #expect(film["tags"] == ["good"] && film["notes"] == .null && film["myRating"] == 9)
      #expect(film["viewings"]?.each("date") == ["2024-05-01"])
    }
  }

  @Test func longTextsOfMFlixCostOnlyThemselves() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        """
        [{"_id":"573a","title":"Unlisted","year":2001,"plot":"\(Self.long)","imdb":{"id":9500001}},
         {"_id":"5a94","movie_id":"573a","name":"\(Self.longName)","text":"Good.",
          "date":"2002-08-18T04:56:07Z"}]
        """, to: "movies.json")
      let report = try await filmz.answer(to: "import movies.json")
      #expect(report["added"] == 1 && report["comments"] == 1, "\(report)")
      #expect(report["unreadable"]?.array.count == 2, "\(report)")
      let comments = try await filmz.answer(to: "comments tt9500001")
      #expect(comments.each("text") == ["Good."] && comments.each("name") == ["someone"])
    }
  }

  @Test func lineBreaksInNamesOfFilesBecomeBlanks() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        "imdbID,Title,Year,myRating,Tags\ntt0113277,Heat,1995,9,\"a\nb\"\n", to: "tags.csv")
      try filmz.folder.write(
        "imdbID,Title,Year,viewing,recommendedBy\ntt0113277,Heat,1995,,\"Uncle\nBob\"\n",
        to: "films.csv")
      _ = try await filmz.answer(to: "import films.csv; import tags.csv")
      let film = try await filmz.answer(to: "show tt0113277")
      #expect(film["tags"] == ["a b"] && film["recommendedBy"] == "Uncle Bob")
    }
  }
}
