import FilmzTestSupport
import Foundation
import Testing

/// Damaged film caches, which are recreated, and damaged collections, which are not changed.
struct DamagedFilesVerbTests {
  // MARK: - The film cache

  @Test(arguments: ["stats", "ls --genre drama", "show tt0068646", "genres", "search heat"])
  func aFilmCacheWithInvalidFactsIsRecreated(command: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --rating 9; ls")
      try filmz.filmCache.execute(
        "UPDATE film SET facts = '{'; UPDATE listIndex SET isStale = 1"
      )
      let arguments = ["--offline"] + command.split(separator: " ").map(String.init)
      let result = try await filmz.run(arguments)
      #expect(result.status == 0, "\(result.stderr)")
      let repeated = try await filmz.run(arguments)
      #expect(repeated.status == 0 && repeated.stderr == "")
      let list = try await filmz.answer(to: "ls")
      #expect(list.each("myRating") == [9])
      #expect(!result.stderr.contains("collection.sqlite"))
    }
  }

  @Test func theUserIsInformedOnceAndTheCauseIsLogged() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646; ls")
      try filmz.filmCache.execute("UPDATE film SET facts = '{'; UPDATE listIndex SET isStale = 1")
      try filmz.filmCache.execute("UPDATE listIndex SET id = 'x'; DROP TABLE page")
      try filmz.filmCache.execute("CREATE TABLE page (key)")
      let search = try await filmz.run("--offline", "search", "heat", "--source", "catalog")
      #expect(search.status == 0)
      let cacheList = try await filmz.run("--offline", "cache", "ls")
      #expect(cacheList.status == 0)
      let pruning = try await filmz.run("--offline", "cache", "prune")
      #expect(pruning.status == 0)
      #expect(pruning.stderr.contains("films.sqlite was damaged and has been recreated"))
      #expect(try filmz.folder.read("home/state/log").contains("no such column"))
      #expect(try filmz.folder.mode(of: "home/state/log") == 0o600)
      #expect(try await filmz.run("--offline", "cache", "prune").stderr == "")
    }
  }

  @Test func doctorReportsInvalidFactsWithoutRepairingThem() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646; ls")
      try filmz.filmCache.execute("UPDATE film SET facts = '{'")
      for _ in 1...2 {
        let (_, checks) = try await filmz.doctor("--offline")
        let cacheChecks = checks.array.filter { $0["check"] == "film cache" }
        #expect(cacheChecks.map { $0["state"] } == ["warn"])
        #expect(cacheChecks.first?["detail"]?.string?.contains("the details of 1 film") == true)
      }
    }
  }

  // MARK: - The collection

  @Test(arguments: [
    "ls; rate tt0068646 2", "rate tt0068646 2", "stats; add tt0133093", "undo",
    "doctor; rm tt0068646",
  ])
  func aDamagedCollectionIsNotChanged(script: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --rating 9; backup now")
      try filmz.collectionFile.execute("DROP TABLE viewing")
      let changeCount = try filmz.collectionFile.queryFirstColumn("SELECT count(*) FROM change")
      let result = try await filmz.run("--offline", "--yes", "-c", script)
      #expect(result.status == 1)
      #expect(result.stderr.contains("collection.sqlite is damaged; it was not changed"))
      #expect(result.stderr.contains("`backup restore"))
      #expect(
        try filmz.collectionFile.queryFirstColumn("SELECT count(*) FROM change") == changeCount)
      #expect(try filmz.collectionFile.queryFirstColumn("SELECT rating FROM entry") == ["90"])
      let single = try await filmz.run("--offline", "rate", "tt0068646", "2")
      #expect(single.status == 74 && single.errorLines.count == 1, "\(single.stderr)")
      #expect(try filmz.collectionFile.queryFirstColumn("SELECT rating FROM entry") == ["90"])
    }
  }

  /// An invalid viewing id is found only when it is read; SQLite's checks accept it, and the journal has the right one.
  @Test func rowThatCannotBeReadIsNoDamageAndIsMendedByRebuild() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "watched tt0068646 --on 2020-05-01; backup now")
      let before = try await filmz.answer(to: "viewings tt0068646")
      try filmz.collectionFile.execute("UPDATE viewing SET id = 'x'")
      let result = try await filmz.run("--offline", "ls")
      #expect(result.status == 74 && result.errorLines.count == 1, "\(result.stderr)")
      #expect(result.stderr.contains("collection.sqlite cannot be read; nothing was changed"))
      #expect(result.stderr.contains("`db rebuild`") && !result.stderr.contains("backup"))
      let check = try await filmz.run("--offline", "db", "check")
      #expect(check.stdout.contains("db rebuild") && !check.stdout.contains("restore"), "\(check)")
      _ = try await filmz.answer(to: "db rebuild")
      #expect(try await filmz.answer(to: "viewings tt0068646") == before)
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt0068646"])
    }
  }

  /// Damage found by one process is known to the next one until the file is replaced or repaired.
  @Test func noChangeIsMadeAfterAnotherProcessFoundDamage() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "watched tt0068646 --rating 9; backup now; rate tt0068646 8")
      let definitions = try filmz.collectionFile.queryFirstColumn(
        "SELECT sql FROM sqlite_schema WHERE tbl_name = 'viewing' AND sql IS NOT NULL ORDER BY rowid"
      )
      try filmz.collectionFile.execute("DROP TABLE viewing")
      #expect(try await filmz.run("--offline", "ls").status == 74)
      for arguments in [["rate", "tt0133093", "3"], ["undo"], ["add", "tt0071562"]] {
        let result = try await filmz.run(["--offline"] + arguments)
        #expect(result.status == 74 && result.errorLines.count == 1, "\(result.stderr)")
      }
      #expect(try filmz.collectionFile.queryFirstColumn("SELECT rating FROM entry") == ["80"])
      for sql in definitions { try filmz.collectionFile.execute(sql) }
      #expect(try await filmz.run("--offline", "rate", "tt0068646", "7").status == 0)
      #expect(try await filmz.answer(to: "ls").each("myRating") == [7])
    }
  }

  @Test(arguments: [
    "DROP INDEX changeByStep", "DROP TABLE skip", "DROP TABLE viewing",
    "UPDATE viewing SET id = 'x'",
  ])
  func theAdvisedRestoreWorks(damage: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "watched tt0068646 --rating 9; backup now")
      let name = try await filmz.answer(to: "backup ls").array.first?["name"]?.string ?? ""
      try filmz.collectionFile.execute("PRAGMA foreign_keys = OFF; " + damage)
      let result = try await filmz.run(
        "--offline", "--yes", "-c", "ls; rate tt0068646 3; backup restore \(name); rate tt0068646 4"
      )
      #expect(!result.stderr.contains("command 3: /") && !result.stderr.contains("command 4"))
      #expect(try await filmz.answer(to: "ls").each("myRating") == [4])
      #expect(try await filmz.run("--offline", "doctor").status == 0)
    }
  }

  @Test func messagesAndTheLogContainNoRowContent() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --note secret-words")
      try filmz.collectionFile.execute(
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, 'year INTEGER', 'year TEXT') WHERE name = 'entry';
        PRAGMA writable_schema = RESET;
        UPDATE entry SET year = 'secret-words';
        """)
      for command in ["ls", "show tt0068646", "stats", "log", "rate tt0068646 3"] {
        let result = try await filmz.run(
          ["--offline"] + command.split(separator: " ").map(String.init))
        #expect(!result.stderr.contains("secret-words"), "\(command): \(result.stderr)")
        #expect(!result.stderr.contains("SELECT"), "\(command): \(result.stderr)")
        #expect([0, 74].contains(result.status), "\(command): \(result.stderr)")
      }
      #expect(try !filmz.folder.read("home/state/log").contains("secret-words"))
    }
  }
}

extension FilmzProcess {
  /// The database file of the film cache.
  var filmCache: SQLiteFile { SQLiteFile(path: folder.path(of: "home/cache/films.sqlite")) }
}
