import FilmzTestSupport
import Foundation
import Testing

/// The commands `db usage`, `indexes`, `check`, `rebuild` and `compact`.
struct DatabaseVerbTests {
  private static let setup = "add heat --rating 9; watched alien; list add Noir heat --create"

  @Test func emptyHomeHasNoFilesAndGetsNone() async throws {
    try await FilmzProcess.with { filmz in
      for command in ["db", "db usage --tables", "db indexes", "db check", "db compact"] {
        let result = try await filmz.run(
          ["--format", "json", "--offline"] + command.split(separator: " ").map(String.init))
        #expect(result.stdout == "[]\n" && result.stderr == "" && result.status == 0, "\(command)")
      }
      #expect(!filmz.folder.exists("home/data") && !filmz.folder.exists("home/cache"))
    }
  }

  @Test func usageAndIndexesNameFilesAndTables() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let usage = try await filmz.answer(to: "db usage")
      #expect(usage.each("file") == ["collection.sqlite", "films.sqlite"])
      #expect(usage.each("table") == [.null, .null])
      let tables = try await filmz.answer(to: "db usage --tables").array
      #expect(tables.first { $0["table"] == "entry" }?["rows"] == 2)
      #expect(tables.allSatisfy { ($0["bytes"]?.number ?? 0) > 0 })
      let indexes = try await filmz.answer(to: "db indexes").array
      #expect(
        indexes.first { $0["name"] == "listItemByFilm" }?["columns"] == ["film", "list"])
      #expect(indexes.first { $0["name"] == "listItemByFilm" }?["rows"] == 1)
      #expect(indexes.first { $0["name"] == "entryByTime" }?["rows"] == 2)
      #expect(indexes.first { $0["name"] == "stepUndone" }?["rows"] == 0)
    }
  }

  @Test func findingsAreDataAndTheStatusIsOne() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      #expect(try await filmz.answer(to: "db check") == [])
      try filmz.collectionFile.execute("UPDATE entry SET rating = 10 WHERE rating IS NOT NULL")
      for (format, separator) in [("csv", ","), ("tsv", "\t")] {
        let result = try await filmz.run("--format", format, "db", "check")
        #expect(
          result.stdout.hasPrefix(
            ["file", "check", "problem", "remedy"].joined(separator: separator)))
        #expect(result.status == 1 && result.stderr == "")
      }
      let result = try await filmz.run("--format", "json", "db", "check")
      #expect(result.status == 1)
      let finding = try #require(try result.json.array.first)
      #expect(finding.keys == ["check", "file", "problem", "remedy"])
      #expect(
        finding["problem"] == "1 row of the table entry with other values than the journal: rating")
      let table = try await filmz.run("db", "check")
      #expect(table.status == 1 && table.stdout.contains("collection.sqlite") && table.stderr == "")
      #expect(try await filmz.run("-c", "db check").status == 1)
    }
  }

  @Test func rebuildAndCompactKeepTheCollection() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let films = try await filmz.answer(to: "ls")
      #expect(
        try await filmz.run("--format", "jsonl", "db", "rebuild").stdout
          == """
          {"name":"list index","rows":2}
          {"name":"index of own records","rows":0}

          """)
      #expect(
        try await filmz.run("--verbose", "db", "rebuild").stderr.contains(
          "Rebuilt the list index with 2 films"))
      _ = try await filmz.answer(to: "record new title=Graz year=2019")
      #expect(try await filmz.answer(to: "db rebuild").each("rows") == [2, 1])
      let compactions = try await filmz.answer(to: "db compact")
      #expect(
        compactions.each("file") == ["collection.sqlite", "films.sqlite", "records.sqlite"])
      #expect(try await filmz.answer(to: "ls") == films)
      #expect(try filmz.integrityCheck() == ["ok"])
      #expect(try await filmz.answer(to: "db check") == [])
    }
  }

  @Test func compactWorksWhileTheKidsFilterIsOn() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let script = "kids on; stats; ls; db compact; ls; kids off"
      let result = try await filmz.run("--offline", "--format", "json", "-c", script)
      #expect(result.status == 0, "\(result)")
      #expect(try await filmz.answer(to: "ls").array.count == 2)
    }
  }

  /// Each case has a content in place of the collection.
  @Test(arguments: ["garbage", "SQLite format 3\0" + String(repeating: "x", count: 8000)])
  func fileThatIsNoCollectionIsAFinding(content: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      try filmz.folder.write(content, to: "home/data/collection.sqlite")
      let result = try await filmz.run("--format", "json", "db", "check")
      #expect(result.status == 1, "\(result)")
      let finding = try #require(try result.json.array.first)
      #expect(finding["file"] == "collection.sqlite" && finding["check"] == "integrity")
      #expect(try filmz.folder.read("home/data/collection.sqlite") == content)
    }
  }

  @Test func checkAndCompactWorkBesideARunningShell() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "ls")
      #expect(try await filmz.answer(to: "db check") == [])
      #expect(try await filmz.run("db", "compact").status == 0)
      #expect(try await shell.answer(to: "rate heat 3").contains("Rated Heat (1995) 3 (was 9)"))
      #expect(try await filmz.answer(to: "ls").each("myRating").contains(3))
      #expect(try await shell.quit() == 0)
    }
  }
}
