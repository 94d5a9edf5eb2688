import FilmzTestSupport
import Foundation
import Testing

/// Films of two imports, one of which knows the film by title and year only, that become one film later.
struct JoinedFilmTests {
  private static let named = """
    Title,Year,Rating,WatchedDate
    Zanzibar Nocturne,1987,8,2020-01-02
    The Quiet Harbour,2011,6,2021-05-06

    """
  /// The same films under other titles; the second one has a rating only.
  private static let others = """
    imdbID,Title,Year,Rating,WatchedDate
    tt9100087,Nocturne de Zanzibar,1987,8,2020-01-02
    tt9100088,Le port tranquille,2011,7,

    """
  private static let identifications =
    "identify \"zanzibar nocturne\" tt9100087 --force; identify \"the quiet harbour\" tt9100088 --force"

  private static func with(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(named, to: "named.csv")
      try filmz.folder.write(others, to: "others.csv")
      try await body(filmz)
    }
  }

  private static func days(_ film: String, _ filmz: FilmzProcess) async throws -> [JSON?] {
    try await filmz.answer(to: "viewings \(film)").each("date")
  }

  @Test(arguments: [["named.csv", "others.csv"], ["others.csv", "named.csv"]])
  func viewingsOfBothImportsAreOne(files: [String]) async throws {
    try await Self.with { filmz in
      for file in files { _ = try await filmz.answer(to: "import \(file)") }
      #expect(try await filmz.answer(to: "ls").array.count == 4)
      _ = try await filmz.answer(to: Self.identifications)
      #expect(try await filmz.answer(to: "ls").array.count == 2)
      #expect(try await Self.days("tt9100087", filmz) == ["2020-01-02"])
      // The rating is no viewing of its own.
      #expect(try await Self.days("tt9100088", filmz) == ["2021-05-06"])
      #expect(try await filmz.answer(to: "db check") == [])
      // Both files say nothing new.
      for file in files { #expect(try await filmz.answer(to: "import \(file)")["viewings"] == 0) }
      #expect(try await Self.days("tt9100087", filmz) == ["2020-01-02"])
      #expect(try await filmz.answer(to: "db check") == [])
    }
  }

  @Test(arguments: [["named.csv", "others.csv"], ["others.csv", "named.csv"]])
  func undoSeparatesThem(files: [String]) async throws {
    try await Self.with { filmz in
      _ = try await filmz.answer(to: "import \(files[0])")
      let first = try await filmz.answer(to: "ls")
      _ = try await filmz.answer(to: "import \(files[1])")
      let both = try await filmz.answer(to: "ls")
      _ = try await filmz.answer(to: Self.identifications)
      let joined = try await filmz.answer(to: "ls")
      #expect(try await filmz.answer(to: "undo 2; ls") == both)
      #expect(try await Self.days("\"zanzibar nocturne\"", filmz) == ["2020-01-02"])
      #expect(try await Self.days("tt9100087", filmz) == ["2020-01-02"])
      #expect(try await filmz.answer(to: "redo 2; ls") == joined)
      #expect(try await filmz.answer(to: "undo 3; ls") == first)
      #expect(try await filmz.answer(to: "db check") == [])
    }
  }

  @Test func removalConcernsBothImports() async throws {
    try await Self.with { filmz in
      _ = try await filmz.answer(to: "import named.csv; import others.csv; \(Self.identifications)")
      for film in ["tt9100087", "tt9100088"] {
        _ = try await filmz.answer(to: "unwatched \(film)")
        #expect(try await filmz.answer(to: "viewings \(film)") == [], "\(film)")
      }
      #expect(try await filmz.answer(to: "undo 2; db check") == [])
      #expect(try await Self.days("tt9100087", filmz) == ["2020-01-02"])
      #expect(try await Self.days("tt9100088", filmz) == ["2021-05-06"])
      _ = try await filmz.answer(to: "redo 2; import named.csv; import others.csv")
      #expect(try await filmz.answer(to: "viewings tt9100087") == [])
      #expect(try await filmz.answer(to: "viewings tt9100088") == [])
    }
  }

  /// A second viewing of the day is another one, whoever enters it.
  @Test func secondViewingOfTheDayIsAnotherOne() async throws {
    try await Self.with { filmz in
      _ = try await filmz.answer(to: "import named.csv; import others.csv; \(Self.identifications)")
      _ = try await filmz.answer(to: "watched tt9100087 --on 2020-01-02")
      #expect(try await Self.days("tt9100087", filmz).count == 2)
      _ = try await filmz.answer(to: "import named.csv; import others.csv")
      #expect(try await Self.days("tt9100087", filmz).count == 2)
      #expect(try await filmz.answer(to: "db check") == [])
    }
  }

  // MARK: - Archives

  /// Nothing but the archive says that the film is not the one with the title and year.
  @Test func archiveHasARejection() async throws {
    try await Self.with { filmz in
      _ = try await filmz.answer(to: "import named.csv; identify \"zanzibar nocturne\" tt9100087 --force")
      _ = try await filmz.answer(to: "identify tt9100087 none")
      #expect(try await filmz.run("export", "a.filmz").status == 0)
      let other = ["--home", "other", "--offline"]
      let imported = try await filmz.run(other + ["import", "a.filmz"])
      #expect(imported.status == 0 && !imported.stderr.contains("left out"), "\(imported)")
      #expect(try await filmz.run(other + ["export", "b.filmz"]).status == 0)
      let archives = try ["a", "b"].map { try Data(contentsOf: filmz.folder.url(of: "\($0).filmz")) }
      #expect(archives[0] == archives[1])
      // A file with the film's id does not join them.
      try filmz.folder.write("imdbID,Title,Year,Rating\ntt9100087,Zanzibar Nocturne,1987,8\n", to: "same.csv")
      let result = try await filmz.run(other + ["--format", "json", "-c", "import same.csv; ls"])
      #expect(try JSON.documents(in: result.stdout).last?.array.count == 3, "\(result)")
      #expect(try await filmz.run(other + ["--format", "json", "db", "check"]).stdout == "[]\n")
    }
  }

  // MARK: - Later imports

  /// A row that was matched by a local title finds its film again when nothing knows this title any more.
  @Test(arguments: ["watchlist.csv", "ratings.csv"])
  func matchedRowFindsItsFilmAgain(file: String) async throws {
    let tables: [DatasetTable: [String]] = [
      .titles: [#"tt9200100|movie|Hollow Sea|Hollow Sea|0|1971|\N|90|Drama"#],
      .ratings: ["tt9200100|7.0|50"],
      .localTitles: [#"tt9200100|1|Mer creuse|FR|\N|imdbDisplay|\N|0"#],
    ]
    try await FilmzProcess.withCatalog(of: tables) { filmz in
      if file == "ratings.csv" { _ = try await filmz.answer(to: "watched tt9200100 --on 2020-03-04") }
      let rating = file == "ratings.csv" ? (",Rating", ",4") : ("", "")
      try filmz.folder.write(
        "Date,Name,Year,Letterboxd URI\(rating.0)\n2020-01-02,Mer creuse,1971,https://boxd.it/1\(rating.1)\n", to: file)
      _ = try await filmz.run("--offline", "import", file)
      let films = try await filmz.answer(to: "ls").each("id")
      #expect(films == ["tt9200100"])
      #expect(try await filmz.run("--offline", "--yes", "catalog", "remove").status == 0)
      _ = try await filmz.run("--offline", "import", file)
      #expect(try await filmz.answer(to: "ls").each("id") == films)
      _ = try await filmz.answer(to: "undo")
      #expect(try await filmz.answer(to: "db check") == [])
    }
  }

  /// Two films with the same title and year keep apart, although later files have only one of them each.
  @Test(arguments: [["a", "b"], ["b", "a"]])
  func namesakesKeepApart(order: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let header = "Date,Name,Year,Letterboxd URI"
      func row(_ address: String) -> String { "2020-01-02,Twin Rivers,2001,https://boxd.it/\(address)" }
      try filmz.folder.write([header, row("a"), row("b"), ""].joined(separator: "\n"), to: "watchlist.csv")
      _ = try await filmz.answer(to: "import watchlist.csv")
      #expect(try await filmz.answer(to: "ls").array.count == 2)
      for (number, address) in order.enumerated() {
        try filmz.folder.write("\(header),Rating\n\(row(address)),\(number + 3)\n", to: "ratings.csv")
        _ = try await filmz.answer(to: "import ratings.csv")
      }
      let ratings = try await filmz.answer(to: "ls --sort mine").each("myRating")
      #expect(ratings.count == 2 && ratings.contains(6) && ratings.contains(8), "\(ratings)")
    }
  }
}
