import FilmzTestSupport
import Testing

/// Changes that no command of this version makes, in the journals of machines that sync.
struct UnusualChangeTests {
  /// Changes the journal of a machine before it is sent.
  private func change(_ machines: SyncMachines, _ name: String, _ sql: String) throws {
    try SQLiteFile(path: machines.filmz.folder.path(of: "\(name)/data/collection.sqlite")).execute(
      "PRAGMA foreign_keys = OFF; " + sql)
  }

  private func ratings(_ machines: SyncMachines, _ name: String) async throws -> [JSON?] {
    try await machines.run(name, ["--format", "json", "ls", "--sort", "name"]).json.each("myRating")
  }

  // MARK: - Invalid values

  /// Each case has the place of a value in a change, the value in SQL, and the labels in the message of the receiver.
  @Test(arguments: [
    ("list", "$.name.new", "'a' || char(10) || 'b'", "(list name)"),
    ("list", "$.name.new", "'  '", "(list name)"),
    ("list", "$.name.new", "hex(zeroblob(150))", "(list name)"),
    ("listItem", "$.position.new", "'z'", "(place position)"),
    ("listItem", "$.position.new", "'V00000'", "(place position)"),
    ("listItem", "$.film.new", "'tt0078748'", "(place film)"),
    ("viewing", "$.date.new", "'2024-13'", "(viewing date)"),
    ("comment", "$.shared", "json('{\"old\":null,\"new\":7}')", "(comment shared)"),
  ])
  func invalidChangeCostsItselfAndIsNamed(
    kind: String, path: String, value: String, told: String
  ) async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script(
        "desktop",
        "add heat --rating 9\nlist add Noir heat --create\nwatched heat --on 2024-05-01\ncomment heat fine"
      )
      try change(
        machines, "desktop",
        "UPDATE change SET fields = json_set(fields, '\(path)', \(value)) WHERE kind = 'insert' AND subjectKind = '\(kind)'"
      )
      try await machines.script("desktop", "add alien --rating 8")
      try await machines.sync("desktop")
      let result = try await machines.run("laptop", ["sync"])
      #expect(result.status == 0)
      #expect(
        result.stderr.contains("1 change from desktop is not valid \(told), and has no effect"),
        "\(result.stderr)")
      let check = try await machines.run("laptop", ["--format", "json", "db", "check"])
      #expect(check.stdout == "[]\n")
      #expect(try await ratings(machines, "laptop") == [8, 9])
      #expect(try await machines.run("laptop", ["sync"]).stderr == "")
      // A third machine gets the same, whoever sends it.
      try await machines.setUp("third")
      for line in ["list", "viewings heat", "comments --all"] {
        let words = ["--format", "json"] + line.split(separator: " ").map(String.init)
        let answers = try await [machines.run("laptop", words), machines.run("third", words)]
        #expect(answers[0].stdout == answers[1].stdout, "\(line)")
      }
    }
  }

  // MARK: - Large changes

  private static let largeNote = "hex(zeroblob(13000000))"

  /// Earlier versions stored notes of any size.
  @Test func largeChangeOfAnEarlierVersionKeepsNothingElseBack() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat\nnote tt0113277 small\nadd alien")
      try change(
        machines, "desktop",
        """
        UPDATE change SET fields = json_set(fields, '$.notes.new', \(Self.largeNote))
          WHERE fields LIKE '%small%';
        UPDATE entry SET notes = \(Self.largeNote) WHERE notes = 'small';
        """)
      let first = try await machines.run("desktop", ["sync"])
      #expect(first.status == 0 && first.errorLines.count == 1, "\(first.errorLines)")
      #expect(
        first.stderr.contains(
          "the note of Heat (1995) is too large to be sent (26.0 MB), and stays"))
      let second = try await machines.run("desktop", ["sync"])
      #expect(second.status == 0 && second.stderr == "")
      let status = try await machines.status("desktop")
      #expect(status["state"] == "synced" && status["unsent"] == 0)
      #expect(status["problem"]?.string?.hasPrefix("the note of Heat (1995) is too large") == true)
      #expect(status["oversized"] == 1)
      let text = try await machines.run("desktop", ["sync", "status"]).stdout
      #expect(text.contains(", except for 1 change that stays on this machine\n"), "\(text)")

      try await machines.script("desktop", "rate heat 9\nrate alien 8")
      try await machines.sync("desktop")
      try await machines.sync("laptop")
      #expect(try await ratings(machines, "laptop") == [8, 9])
      // The new value of the note arrives although the old one is too large.
      try await machines.script("desktop", "note tt0113277 new")
      try await machines.expectAlike(["desktop", "laptop"])
      let film = try await machines.run("laptop", ["--format", "json", "show", "heat"]).json
      #expect(film["notes"] == "new")
      let after = try await machines.status("desktop")
      #expect(after["problem"] == .null && after["oversized"] == 0)
    }
  }

  /// Only the oversized value of an insertion stays back.
  ///
  /// Each case is an id under which the film is added, before it is known by the id of IMDb.
  @Test(arguments: ["tt0113277", "tmdb:movie:949"])
  func otherValuesOfALargeInsertionAreSent(id: String) async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script(
        "desktop", "add \(id) --rating 9 --note small --tag crime")
      if id != "tt0113277" { try await machines.script("desktop", "identify \(id) tt0113277") }
      try change(
        machines, "desktop",
        """
        UPDATE change SET fields = json_set(fields, '$.notes.new', \(Self.largeNote))
          WHERE kind = 'insert' AND fields LIKE '%small%';
        UPDATE entry SET notes = \(Self.largeNote) WHERE notes = 'small';
        """)
      let first = try await machines.run("desktop", ["sync"])
      #expect(first.status == 0 && first.errorLines.count == 1, "\(first.errorLines)")
      #expect(
        first.stderr.contains("the note of Heat (1995) is too large to be sent"),
        "\(first.errorLines)")
      #expect(try await machines.run("desktop", ["sync"]).stderr == "")
      try await machines.sync("laptop")
      let film = try await machines.run("laptop", ["--format", "json", "show", "tt0113277"]).json
      #expect(film["myRating"] == 9 && film["tags"] == ["crime"] && film["notes"] == .null)
      let status = try await machines.status("desktop")
      #expect(status["state"] == "synced" && status["unsent"] == 0)
      #expect(status["problem"]?.string?.hasPrefix("the note of Heat (1995) is too large") == true)

      try await machines.script("desktop", "note tt0113277 new")
      try await machines.expectAlike(["desktop", "laptop"])
      #expect(try await machines.status("desktop")["problem"] == .null)
    }
  }

  @Test(arguments: ["undo", "note tt0113277 none", "rm heat"])
  func largeChangeThatIsTakenBackIsNoLongerNamed(line: String) async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat --note first\nnote tt0113277 small")
      try change(
        machines, "desktop",
        """
        UPDATE change SET fields = json_set(fields, '$.notes.new', \(Self.largeNote))
          WHERE fields LIKE '%small%';
        UPDATE entry SET notes = \(Self.largeNote) WHERE notes = 'small';
        """)
      #expect(try await machines.run("desktop", ["sync"]).stderr.contains("too large to be sent"))
      try await machines.script("desktop", line)
      try await machines.expectAlike(["desktop", "laptop"])
      let status = try await machines.run("desktop", ["sync", "status"])
      #expect(!status.stderr.contains("too large"))
    }
  }
}
