import FilmzTestSupport
import Testing

/// Collections with rows that filmz itself does not write; no row makes it crash.
struct UnexpectedRowsTests {
  private static let calls = [
    "ls", "ls --watched --sort -watched", "ls --sort added", "find godfather", "show tt0068646",
    "viewings tt0068646", "stats", "genres", "log", "backup ls", "backup now",
    "watched tt0068646 --on 2020", "rate tt0068646 7", "unwatched tt0068646",
    "viewings rm tt0068646 1", "rm tt0068646 --yes", "undo", "undo 2", "redo", "refresh --stale",
  ]

  @Test(arguments: [
    "UPDATE entry SET addedAt = 9223372036854775807",
    "UPDATE entry SET addedAt = -9223372036854775807 - 1",
    "UPDATE viewing SET position = 9223372036854775807",
    "UPDATE viewing SET id = 'no uuid ' || position",
    "UPDATE step SET madeAt = 9223372036854775807",
    "UPDATE change SET clock = 9223372036854775807",
    "UPDATE entry SET year = 9223372036854775807, title = char(10)",
    "DROP TABLE viewing", "DROP TABLE change", "DROP TABLE step", "DROP TABLE installation",
  ])
  func unexpectedValuesCauseAtMostOneErrorLine(sql: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "watched tt0068646 --on 2019; watched tt0068646 --on 2018")
      try filmz.collectionFile.execute("PRAGMA foreign_keys = OFF; " + sql)
      for call in Self.calls {
        let result = try await filmz.run(
          ["--offline"] + call.split(separator: " ").map(String.init))
        #expect([0, 1, 69, 74].contains(result.status), "\(call): \(result.status)")
        #expect(result.status == 0 || result.errorLines.count == 1, "\(call): \(result.stderr)")
        #expect(!result.stderr.contains("Fatal error"), "\(call)")
      }
      #expect(try await filmz.run("--offline", "doctor").status >= 0)
    }
  }

  @Test func viewingsCanBeAddedAfterTheMaximumPosition() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "watched tt0068646 --on 2019")
      try filmz.collectionFile.execute("UPDATE viewing SET position = 9223372036854775807")
      let film = try await filmz.answer(to: "watched tt0068646 --on 2020; show tt0068646")
      #expect(film["viewings"]?.array.count == 2)
    }
  }

  // MARK: - The journal

  @Test(arguments: ["merge", "", "Update"], ["7", "no uuid", ""])
  func stepsOfUnknownKindsAreListedButNotUndone(kind: String, id: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "rate tt0068646 8")
      try filmz.collectionFile.execute(
        """
        INSERT INTO step (id, installation, madeAt, command, isOwn)
        SELECT '\(id)', id, 1800000000000000, 'mood . x', 1 FROM installation;
        INSERT INTO change (id, step, installation, clock, kind, subjectKind, subject, fields)
        SELECT 'c', '\(id)', id, 118000000000000000, '\(kind)', 'entry', 'tt0068646',
          '{"rating":{"old":80,"new":85}}' FROM installation;
        """)
      #expect(
        try await filmz.answer(to: "log").each("command") == ["mood . x", "rate tt0068646 8"])
      for call in [["undo"], ["undo", "--yes"]] {
        let refused = try await filmz.run(["--offline"] + call)
        #expect(refused.status == 1 && refused.stdout == "")
        #expect(
          refused.errorLines == [
            """
            filmz: `mood . x` was made by a newer filmz, and this version cannot undo it; \
            update filmz; `undo N` undoes those of the N newest steps that can be undone (`log` lists them)
            """
          ])
      }
      #expect(try await filmz.answer(to: "log").each("undone") == [false, false])
      #expect(try await filmz.answer(to: "ls").each("myRating") == [8])
      let older = try await filmz.run("--offline", "undo", "2")
      #expect(older.status == 0 && older.stderr.contains("made by a newer filmz"), "\(older.stderr)")
      #expect(try await filmz.answer(to: "log").each("undone") == [false, true])
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test func stepsWithoutUUIDsCanBeUndone() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646; rate tt0068646 8")
      try filmz.collectionFile.execute(
        """
        PRAGMA foreign_keys = OFF;
        UPDATE step SET id = 'seven' WHERE number = 2;
        UPDATE change SET step = 'seven', id = 'eight' WHERE number = 2;
        """)
      #expect(try await filmz.answer(to: "undo; ls").each("myRating") == [.null])
      #expect(try await filmz.answer(to: "redo; ls").each("myRating") == [8])
    }
  }

  @Test func nullCharactersInNotesAreReplacedAndStepsCanBeUndone() async throws {
    try await FilmzProcess.with { filmz in
      let script = "add tt0068646\nnote tt0068646 \"a\0b\"\n"
      let result = try await filmz.run(["--offline"], script: script)
      #expect(result.isSilentSuccess, "\(result.stderr)")
      let notes = { try await filmz.answer(to: "show tt0068646")["notes"] }
      #expect(try await notes() == "a\u{FFFD}b")
      _ = try await filmz.answer(to: "note tt0068646 other; undo")
      #expect(try await notes() == "a\u{FFFD}b")
      _ = try await filmz.answer(to: "undo")
      #expect(try await notes() == .null)
      _ = try await filmz.answer(to: "redo")
      #expect(try await notes() == "a\u{FFFD}b")
      #expect(try await filmz.answer(to: "undo 2; ls") == [])
    }
  }
}
