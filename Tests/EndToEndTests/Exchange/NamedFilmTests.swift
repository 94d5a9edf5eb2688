import FilmzTestSupport
import Foundation
import Testing

/// Films that are known by title and year only.
struct NamedFilmTests {
  static let table = """
    Title,Year,Rating,WatchedDate
    Zanzibar Nocturne,1987,8,2020-01-02
    The Quiet Harbour,2011,6,2021-05-06

    """
  static let zanzibar = "named:5AE89E6D-64C2-54DB-B4CE-76F4F92EDBFB"
  static let harbour = "named:FA7422D2-FFAD-5C74-A3E4-50632322E95C"
  private static let unknown = "named:8A3C6F0E-1B52-4D97-A6E4-95D0C7B81F23"

  /// Runs a closure with a home that has imported the table, and the server that OMDb is.
  private static func with(_ body: (FilmzProcess, LoopbackServer) async throws -> Void) async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      try filmz.folder.write(table, to: "films.csv")
      #expect(try await filmz.answer(to: "import films.csv")["byTitle"] == 2)
      try await body(filmz, server)
    }
  }

  // MARK: - Commands

  @Test(arguments: [
    "show TITLE", "show ID", "show TITLE --refresh", "rate TITLE 9", "note TITLE \"by the sea\"", "tag TITLE blue",
    "comment TITLE \"by the sea\"", "comments TITLE", "audience TITLE family", "from TITLE \"Ines\"",
    "watched TITLE --on 2021", "unwatched TITLE", "viewings TITLE", "seen TITLE", "skip TITLE", "rm TITLE",
    "list add Noir TITLE --create", "record edit TITLE plot=Waves", "edit TITLE genres=Drama", "share TITLE",
    "find zanzibar", "ls --year 1987", "collections save rainy --watched", "library", "stats", "genres",
  ])
  func commandsWorkWithoutARequest(line: String) async throws {
    try await Self.with { filmz, server in
      let line = line.replacing("TITLE", with: "\"zanzibar nocturne\"").replacing("ID", with: Self.zanzibar)
      let result = try await filmz.run("--yes", "--format", "json", "-c", line)
      #expect(result.status == 0 && result.stderr == "", "\(result)")
      #expect(server.requests.isEmpty, "\(server.requests)")
    }
  }

  @Test func cardTellsThatTheFilmIsKnownByTitleAndYearOnly() async throws {
    try await Self.with { filmz, _ in
      let card = try await filmz.run("show", "zanzibar nocturne")
      #expect(card.status == 0 && card.stderr == "")
      #expect(
        card.stdout.contains(/\nSource +known by title and year only; `identify` finds the film\n/), "\(card.stdout)")
      let film = try await filmz.answer(to: "show \"zanzibar nocturne\"")
      #expect(film["identified"] == false && film["year"] == 1987 && film["source"] == .null)
      #expect(try await filmz.answer(to: "show heat")["identified"] == true)
    }
  }

  @Test func detailsCannotBeFetched() async throws {
    try await Self.with { filmz, server in
      for (words, text) in [
        (["zanzibar nocturne"], "no details can be fetched with a title and year only; `identify` finds the film"),
        ([Self.harbour, Self.zanzibar], "2 films: no details can be fetched"),
      ] {
        let result = try await filmz.run(["refresh"] + words)
        #expect(result.status == 1 && result.errorLines.count == 1 && result.stderr.contains(text), "\(result)")
      }
      #expect(try await filmz.run("--format", "json", "refresh", "--stale").stdout == "[]\n")
      #expect(server.requests.isEmpty)
    }
  }

  @Test(arguments: ["add", "rate ID 8", "watched", "list add Noir ID --create", "tag ID blue", "skip"])
  func idOfNoFilmIsRefused(line: String) async throws {
    try await Self.with { filmz, _ in
      let line = line.contains("ID") ? line.replacing("ID", with: Self.unknown) : "\(line) \(Self.unknown)"
      let result = try await filmz.run("--offline", "-c", line)
      #expect(result.status != 0 && result.stderr.contains("such an id exists only with its film"), "\(result)")
      #expect(try await filmz.answer(to: "ls").array.count == 2)
    }
  }

  /// An own record of such a film has the user's facts; the film stays one that is known by title and year only.
  @Test func factsAreCorrected() async throws {
    try await Self.with { filmz, _ in
      let edited = try await filmz.answer(
        to: "edit \"zanzibar nocturne\" genres=Drama plot=Waves; show \"zanzibar nocturne\"")
      #expect(edited["genres"] == ["Drama"] && edited["plot"] == "Waves" && edited["title"] == "Zanzibar Nocturne")
      #expect(edited["id"] == .string(Self.zanzibar) && edited["identified"] == false && edited["year"] == 1987)
      #expect(try await filmz.answer(to: "ls --genre drama").each("id") == [.string(Self.zanzibar)])
      // The film itself cannot be taken as one that the user has entered.
      let removal = try await filmz.run("--offline", "--yes", "record", "rm", "zanzibar nocturne")
      #expect(removal.status == 64 && removal.stderr.contains("`record revert` removes your facts"), "\(removal)")
      let reverted = try await filmz.answer(to: "record revert \"zanzibar nocturne\"; show \"zanzibar nocturne\"")
      #expect(reverted["genres"] == [] && reverted["plot"] == .null && reverted["myRating"] == 8)
      #expect(try await filmz.answer(to: "db check") == [])
    }
  }

  /// The own record of a film that is known by title and year only does not make its title ambiguous.
  @Test func filmWithAnOwnRecordIsIdentifiedByTheCatalog() async throws {
    try await Self.with { filmz, _ in
      _ = try await filmz.answer(to: "edit \"zanzibar nocturne\" plot=Waves")
      try filmz.write(
        [.titles: [#"tt9100087|movie|Zanzibar Nocturne|Zanzibar Nocturne|0|1987|\N|101|Drama"#]], to: "imdb")
      #expect(try await filmz.run("--offline", "catalog", "import", "imdb").status == 0)
      let film = try await filmz.answer(to: "show \"zanzibar nocturne\"")
      #expect(film["id"] == "tt9100087" && film["plot"] == "Waves" && film["identified"] == true)
    }
  }

  @Test func titlesAreCompleted() async throws {
    try await Self.with { filmz, _ async throws in
      #expect(try await filmz.run("--complete", "rate", "zanz").stdout == "Zanzibar Nocturne\t1987\n")
    }
  }

  // MARK: - Lists and counts

  @Test(arguments: [
    ("--genre drama", 2), ("--year 1987", 0), ("--year 1987 --genre drama", 1), ("--runtime 90-120", 2),
  ])
  func listTellsHowManyWereLeftOut(filter: String, count: Int) async throws {
    try await Self.with { filmz, _ in
      let result = try await filmz.run("--offline", "-c", "ls \(filter)")
      let texts = [
        "", "1 film known by title and year only was left out; `identify` finds it",
        "2 films known by title and year only were left out; `identify` finds them",
      ]
      #expect(result.stderr == (count == 0 ? "" : "command 1: \(texts[count])\n"))
    }
  }

  @Test(arguments: [40, 60, 80])
  func markTakesTwoColumns(width: Int) async throws {
    try await Self.with { filmz, _ in
      _ = try await filmz.answer(to: "add heat")
      for (locale, seen) in [("C.UTF-8", "✓≟"), ("C", "x~")] {
        let result = try await filmz.run(
          ["--offline", "ls"], environment: ["COLUMNS": "\(width)", "LC_ALL": locale])
        let lines = result.stdout.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= width } && lines.count == 4, "\(result.stdout)")
        #expect(lines[1].hasPrefix("1  +   Heat  ") && lines[2].hasPrefix("2  \(seen)  The Quiet "), "\(result.stdout)")
      }
    }
  }

  @Test func theyAreCounted() async throws {
    try await Self.with { filmz, _ in
      _ = try await filmz.answer(to: "add heat")
      let text = "2 films are known by title and year only; `identify` finds them"
      #expect(try await filmz.answer(to: "library")["counts"]?["byTitle"] == 2)
      let library = try await filmz.run("--offline", "--verbose", "library")
      #expect(library.stdout.contains("· 2 by title and year only\n"), "\(library.stdout)")
      #expect(library.stderr.contains(text), "\(library.stderr)")
      let checks = try await filmz.doctor("--offline").checks.array
      let collection = try #require(checks.first { $0["check"] == "collection" })
      #expect(collection["state"] == "ok" && collection["detail"]?.string?.hasSuffix(text) == true, "\(collection)")
      let stats = try await filmz.run("--offline", "--verbose", "stats")
      #expect(stats.stdout.contains("Films 3 ") && !stats.stderr.contains("no details yet"), "\(stats)")
      #expect(try await filmz.answer(to: "kids on; ls").array.isEmpty)
      #expect(try await filmz.answer(to: "library")["counts"]?["byTitle"] == 0)
    }
  }

  // MARK: - Published lists

  /// Each case has the commands of the follower after the import or instead of it, and the film's id.
  @Test(arguments: [
    (["import films.csv"], zanzibar),
    (["import films.csv", "identify \"zanzibar nocturne\" tt9100087 --force"], "tt9100087"),
    (["record new id=tt9100087 \"title=Zanzibar Nocturne\" year=1987", "watched tt9100087 --on 2020"], "tt9100087"),
    // Another film of that title.
    (["record new id=tt9100087 \"title=Zanzibar Nocturne\" year=1950", "watched tt9100087 --on 2020"], nil),
  ])
  func followersFindTheirFilm(commands: [String], id: String?) async throws {
    try await Self.with { filmz, _ in
      _ = try await filmz.answer(to: "list add Noir \"zanzibar nocturne\" --create; list publish Noir --to .")
      let folder = try #require(
        try FileManager.default.contentsOfDirectory(atPath: filmz.folder.path).first { $0.count == 22 })
      let other = ["--home", "other", "--offline", "--yes", "--format", "json"]
      let follow = "follow \(folder)/list.json; follow show Noir"
      let shown = try await filmz.run(other + ["-c", (commands + [follow]).joined(separator: "; ")])
      let film = try JSON.documents(in: shown.stdout).last?[0]
      #expect(film?["id"] == .string(id ?? Self.zanzibar) && film?["watched"] == .bool(id != nil), "\(shown)")
      // A command on the row changes that film.
      let rated = try await filmz.run(other + ["-c", "follow show Noir; rate 1 3; ls --mine 3"])
      let rows = try JSON.documents(in: rated.stdout).last
      #expect(rows?.each("id") == [.string(id ?? Self.zanzibar)], "\(rated)")
    }
  }

  /// A list has the real id, and the follower knows the film by title and year only.
  @Test func filmOfAListIsFoundByItsName() async throws {
    try await Self.with { filmz, _ in
      try filmz.folder.write("Title,Year,Rating\nLantern Street,1988,7\n", to: "more.csv")
      _ = try await filmz.answer(to: "import more.csv")
      let list = PublishedListData(films: [("tt9100099", "Lantern Street")])
      try filmz.folder.write(list.json, to: "list.json")
      let films = try await filmz.answer(to: "follow list.json; follow show Followed")
      #expect(films.each("id") == ["tt9100099"] && films.each("myRating") == [7])
      #expect(try await filmz.answer(to: "follow show Followed; rate 1 9; ls --mine 9").each("id") == ["tt9100099"])
      #expect(try await filmz.answer(to: "ls").array.count == 3)
    }
  }

  // MARK: - Files

  @Test(arguments: ["csv", "json", "md", "html", "letterboxd", "imdb", "trakt"])
  func exportsHaveTheFilms(format: String) async throws {
    try await Self.with { filmz, _ in
      let isFolder = ["letterboxd", "imdb", "trakt"].contains(format)
      let path = isFolder ? "out" : "out.\(format)"
      let result = try await filmz.answer(to: "export \(path)" + (isFolder ? " --as \(format)" : ""))
      #expect(result["films"] == (format == "imdb" ? 0 : 2), "\(result)")
      if ["imdb", "trakt"].contains(format) { #expect(result["lossy"]?["withoutID"] == 2, "\(result)") }
      if !isFolder { #expect(try filmz.folder.read(path).contains("Zanzibar Nocturne")) }
      guard format == "letterboxd" else { return }
      let watched = try filmz.folder.read("out/watched.csv")
      #expect(watched.contains("\n,Zanzibar Nocturne,1987,8,2020-01-02,"), "\(watched)")
    }
  }

  /// The archive has the aliases, with the ids that were rejected.
  @Test func archiveIsLossless() async throws {
    try await Self.with { filmz, _ in
      _ = try await filmz.answer(
        to: "identify \"the quiet harbour\" tt9100011 --force; comment tt9100011 \"by the sea\"")
      try filmz.collectionFile.execute("UPDATE alias SET rejected = '[\"tt9100012\"]'")
      #expect(try await filmz.run("export", "a.filmz").status == 0)
      let other = ["--home", "other", "--offline"]
      #expect(try await filmz.run(other + ["import", "a.filmz"]).status == 0)
      #expect(try await filmz.run(other + ["export", "b.filmz"]).status == 0)
      let archives = try ["a", "b"].map { try Data(contentsOf: filmz.folder.url(of: "\($0).filmz")) }
      #expect(archives[0] == archives[1])
      #expect(try await filmz.run(other + ["--format", "json", "db", "check"]).stdout == "[]\n")
      // A search by the name finds the film, as in the first home.
      let film = try await filmz.run(other + ["--format", "json", "show", Self.harbour]).json
      #expect(film["id"] == "tt9100011" && film["aliases"] == [.string(Self.harbour)])
    }
  }

  @Test(arguments: [
    ["db rebuild"], ["cache clear"], ["reset all", "undo"], ["reset skipped"], ["reset watchlist"], ["undo", "redo"],
    ["rm \"zanzibar nocturne\"", "undo"], ["rm tt9100011", "undo"],
  ])
  func maintenanceKeepsThem(commands: [String]) async throws {
    try await Self.with { filmz, _ in
      _ = try await filmz.answer(to: "identify \"the quiet harbour\" tt9100011 --force")
      #expect(try await filmz.run("export", "a.filmz").status == 0)
      let result = try await filmz.run(["--offline", "--yes"], script: commands.joined(separator: "\n"))
      #expect(result.status == 0, "\(result)")
      #expect(try await filmz.run("export", "b.filmz").status == 0)
      let archives = try ["a", "b"].map { try Data(contentsOf: filmz.folder.url(of: "\($0).filmz")) }
      #expect(archives[0] == archives[1])
      #expect(try await filmz.answer(to: "db check") == [])
    }
  }

  @Test func backupHasThem() async throws {
    try await Self.with { filmz, _ in
      _ = try await filmz.answer(to: "identify \"the quiet harbour\" tt9100011 --force")
      let name = try #require(try await filmz.answer(to: "backup now")[0]?["name"]?.string)
      _ = try await filmz.run("--offline", "--yes", "reset", "all")
      #expect(try await filmz.run("--offline", "--yes", "backup", "restore", name).status == 0)
      #expect(try await filmz.answer(to: "ls --sort year").each("id") == [.string(Self.zanzibar), "tt9100011"])
      #expect(try await filmz.answer(to: "show \(Self.harbour)")["id"] == "tt9100011")
    }
  }
}
