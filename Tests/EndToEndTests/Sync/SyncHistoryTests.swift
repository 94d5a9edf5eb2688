import FilmzTestSupport
import Testing

/// Histories of several homes after which all have the same data, as does a home that only receives it.
struct SyncHistoryTests {
  /// A film that returns to a list does not return to the position of a film that was added meanwhile.
  @Test func filmsThatReturnToAListHaveTheirOwnPositions() async throws {
    try await SyncMachines.with(["A", "B"]) { machines in
      try await machines.script("A", "list add L tt0113277 --create")
      try await machines.expectAlike(["A", "B"])
      try await machines.script("A", "rm tt0113277\nlist add L tt0133093")
      try await machines.script("B", "rate tt0113277 8")
      try await machines.expectAlike(["A", "B"])
      let films = try await machines.run("B", ["--format", "json", "list", "show", "L"]).json
      #expect(films.each("id") == ["tt0113277", "tt0133093"])
    }
  }

  /// No source knows the canonical id of the film, so its facts are those under the other id, on each machine.
  @Test func factsUnderAnAliasServeOnEachMachineAndWithoutACache() async throws {
    try await SyncMachines.with(["A", "B"]) { machines in
      try await machines.script("A", "rate tt0133093 8\nidentify tt0133093 tt0000602\nls")
      try await machines.sync("A")
      try await machines.sync("B")
      let list = ["--format", "json", "ls", "--type", "movie"]
      let expected = try await machines.run("A", list).json
      #expect(expected.each("title") == ["The Matrix"] && expected.each("type") == ["movie"])
      #expect(try await machines.run("B", list).json == expected)
      for home in ["A", "B"] {
        #expect(try await machines.run(home, ["--yes", "cache", "clear"]).status == 0)
        let shown = try await machines.run(home, ["--format", "json", "show", "tt0000602"])
        #expect(try shown.json["title"] == "The Matrix", "\(shown.stderr)")
        #expect(try await machines.run(home, list).json == expected)
      }
    }
  }

  @Test func restoredBackupsWithOtherIDsOfAFilmConverge() async throws {
    try await SyncMachines.with(["A", "B"]) { machines in
      try await machines.script("B", "watched tmdb:movie:601 --on 2020-01-01")
      try await machines.script("B", "identify tmdb:movie:601 tt0000601")
      try await machines.sync("B")
      try await machines.script("A", "skip tt0000601 --force")
      let backups = [try await machines.backUp("A"), try await machines.backUp("B")]
      try await machines.sync("A")
      try await machines.script("B", "viewings rm tmdb:movie:601 1")
      try await machines.script("B", "backup restore \(backups[1])")
      try await machines.script("A", "skip tmdb:movie:601 --force")
      try await machines.sync("A")
      try await machines.script("A", "undo")
      try await machines.sync("B")
      try await machines.script("B", "watched tt0000601 --on 2020-01-02")
      try await machines.script("B", "skip tmdb:movie:601 --force")
      try await machines.script("A", "backup restore \(backups[0])")
      try await machines.setUp("C")
      try await machines.expectAlike(["A", "B", "C"])
    }
  }

  /// An archive adds the viewing of another machine again, under another id of its film, before that machine's own
  /// insertion of it arrives.
  @Test func insertionsOfOneViewingThatArriveInAnyOrderConverge() async throws {
    try await SyncMachines.with(["A", "B", "C"]) { machines in
      try await machines.script("B", "watched tmdb:movie:949 --on 2021-05")
      try await machines.script("A", "identify tmdb:movie:949 tmdb:movie:603")
      try await machines.script("B", "export e.filmz")
      try await machines.script("A", "import e.filmz")
      try await machines.script(
        "C",
        "add tmdb:movie:603\nidentify tt0133093 tmdb:movie:603\nrm tt0133093")
      try await machines.expectAlike(["A", "B", "C"])
    }
  }

  /// Values that earlier versions have stored, and that no change can have, cost only themselves.
  @Test func backupWithInvalidValuesIsRestoredWithoutThem() async throws {
    try await SyncMachines.with(["A", "B"]) { machines in
      try await machines.script(
        "A",
        """
        add tt0113277 --rating 9
        watched tt0078748 --on 2024-05-01 --note fine
        list add L tt0078748 --create
        list add L tt0113277
        """)
      let backup = try await machines.backUp("A")
      try SQLiteFile(path: machines.filmz.folder.path(of: "A/data/backups/\(backup).sqlite"))
        .execute(
          """
          UPDATE viewing SET date = '2024-13' WHERE note = 'fine';
          UPDATE listItem SET position = '0' WHERE film = 'tt0113277';
          UPDATE list SET name = 'a' || char(10) || 'b';
          UPDATE entry SET tags = json_array('two' || char(10) || 'lines') WHERE rating = 90;
          """)
      try await machines.script("A", "rm tt0113277\nrm tt0078748\nadd tt0133093")
      let result = try await machines.run("A", ["--yes", "backup", "restore", backup])
      #expect(result.status == 0)
      #expect(
        result.stderr.contains(
          "3 values of \(backup) are not valid (list name, place position, viewing date)"),
        "\(result.stderr)")
      try await machines.expectAlike(["A", "B"])
      let films = try await machines.run("B", ["--format", "json", "list", "show", "a b"]).json
      #expect(films.each("id") == ["tt0113277", "tt0078748"])
      let heat = try await machines.run("B", ["--format", "json", "show", "tt0113277"]).json
      #expect(heat["tags"] == ["two\nlines"])
      let viewings = try await machines.run("B", ["--format", "json", "viewings", "tt0078748"])
      #expect(try viewings.json.each("note") == ["fine"])
    }
  }
}

extension SyncMachines {
  /// Makes a backup, and returns its name.
  fileprivate func backUp(_ name: String) async throws -> String {
    let result = try await run(name, ["--format", "json", "backup", "now"])
    let backup = try result.json.array.first ?? result.json
    return try #require(backup["name"]?.string)
  }
}
