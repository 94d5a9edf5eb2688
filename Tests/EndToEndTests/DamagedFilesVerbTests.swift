import FilmzTestSupport
import Foundation
import Testing

/// Damage is found in the file that has it, and a damaged collection takes no change.
struct DamagedFilesVerbTests {
  private static let collection = "home/data/collection.sqlite"

  // MARK: - The film cache

  @Test(arguments: ["stats", "ls --genre drama", "show tt0068646", "genres", "search heat"])
  func aFilmCacheWithInvalidFactsIsMadeAnew(call: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --rating 9; ls")
      try filmz.filmCache.execute(
        "UPDATE film SET facts = '{'; UPDATE listing SET isStale = 1"
      )
      let arguments = ["--offline"] + call.split(separator: " ").map(String.init)
      let result = try await filmz.run(arguments)
      #expect(result.status == 0, "\(result.stderr)")
      let again = try await filmz.run(arguments)
      #expect(again.status == 0 && again.stderr == "")
      let list = try await filmz.answer(to: "ls")
      #expect(list.each("myRating") == [9])
      #expect(!result.stderr.contains("collection.sqlite"))
    }
  }

  @Test func theUserIsToldOnceAndTheLogSaysWhatItWas() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646; ls")
      try filmz.filmCache.execute("UPDATE film SET facts = '{'; UPDATE listing SET isStale = 1")
      try filmz.filmCache.execute("UPDATE listing SET id = 'x'; DROP TABLE page")
      try filmz.filmCache.execute("CREATE TABLE page (key)")
      let result = try await filmz.run("--offline", "search", "heat", "--source", "catalog")
      #expect(result.status == 0)
      let cached = try await filmz.run("--offline", "cache", "ls")
      #expect(cached.status == 0)
      let pruned = try await filmz.run("--offline", "cache", "prune")
      #expect(pruned.status == 0)
      #expect(pruned.stderr.contains("films.sqlite was damaged and was made anew"))
      #expect(try filmz.folder.read("home/state/log").contains("no such column"))
      #expect(try filmz.folder.mode(of: "home/state/log") == 0o600)
      #expect(try await filmz.run("--offline", "cache", "prune").stderr == "")
    }
  }

  @Test func doctorSeesInvalidFactsAndMendsNothing() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646; ls")
      try filmz.filmCache.execute("UPDATE film SET facts = '{'")
      for _ in 1...2 {
        let (_, checks) = try await filmz.doctor("--offline")
        let found = checks.array.filter { $0["check"] == "film cache" }
        #expect(found.map { $0["state"] } == ["warn"])
        #expect(found.first?["detail"]?.string?.contains("the facts of 1 film") == true)
      }
    }
  }

  // MARK: - The collection

  @Test(arguments: [
    "ls; rate tt0068646 2", "rate tt0068646 2", "stats; add tt0133093", "undo",
    "doctor; rm tt0068646",
  ])
  func aCollectionThatWasFoundDamagedTakesNoChange(script: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --rating 9; backup now")
      try filmz.collectionFile.execute("DROP TABLE viewing")
      let steps = try filmz.collectionFile.texts("SELECT count(*) FROM change")
      let result = try await filmz.run("--offline", "--yes", "-c", script)
      #expect(result.status == 1)
      #expect(result.stderr.contains("collection.sqlite is damaged; nothing in it was touched"))
      #expect(result.stderr.contains("`backup restore"))
      #expect(try filmz.collectionFile.texts("SELECT count(*) FROM change") == steps)
      #expect(try filmz.collectionFile.texts("SELECT rating FROM entry") == ["90"])
      let single = try await filmz.run("--offline", "rate", "tt0068646", "2")
      #expect(single.status == 74 && single.errorLines.count == 1, "\(single.stderr)")
      #expect(try filmz.collectionFile.texts("SELECT rating FROM entry") == ["90"])
    }
  }

  /// A viewing whose id is none is found by reading it, and by no check of SQLite.
  @Test func whatAListFoundDamagedAddsNoFilm() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "watched tt0068646; backup now")
      try filmz.collectionFile.execute("UPDATE viewing SET id = 'x'")
      let result = try await filmz.run(
        "--offline", "-c", "cache ls; ls; cache clear; add tt0133093")
      #expect(result.errorLines.count == 2, "\(result.stderr)")
      #expect(result.errorLines.allSatisfy { $0.contains("collection.sqlite is damaged") })
      #expect(try filmz.collectionFile.texts("SELECT id FROM entry") == ["tt0068646"])
    }
  }

  /// What one program found, the next one knows, until the file is another or was mended.
  @Test func aCollectionThatAnotherProgramFoundDamagedTakesNoChange() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "watched tt0068646 --rating 9; backup now; rate tt0068646 8")
      let id = try filmz.collectionFile.texts("SELECT id FROM viewing")[0]
      try filmz.collectionFile.execute("UPDATE viewing SET id = 'x'")
      #expect(try await filmz.run("--offline", "ls").status == 74)
      for call in [["rate", "tt0133093", "3"], ["undo"], ["add", "tt0071562"]] {
        let result = try await filmz.run(["--offline"] + call)
        #expect(result.status == 74 && result.errorLines.count == 1, "\(result.stderr)")
      }
      #expect(try filmz.collectionFile.texts("SELECT rating FROM entry") == ["80"])
      try filmz.collectionFile.execute("UPDATE viewing SET id = '\(id)'")
      #expect(try await filmz.run("--offline", "rate", "tt0068646", "7").status == 0)
      #expect(try await filmz.answer(to: "ls").each("myRating") == [7])
    }
  }

  @Test(arguments: [
    "DROP INDEX changeByStep", "DROP TABLE skip", "DROP TABLE viewing",
    "UPDATE viewing SET id = 'x'",
  ])
  func theRestoreThatIsAdvisedWorks(damage: String) async throws {
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

  /// Whatever stands in a row is not repeated.
  @Test func noContentOfARowIsInAMessage() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --note secret-words")
      try filmz.collectionFile.execute(
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, 'year INTEGER', 'year TEXT') WHERE name = 'entry';
        PRAGMA writable_schema = RESET;
        UPDATE entry SET year = 'secret-words';
        """)
      for call in ["ls", "show tt0068646", "stats", "log", "rate tt0068646 3"] {
        let result = try await filmz.run(
          ["--offline"] + call.split(separator: " ").map(String.init))
        #expect(!result.stderr.contains("secret-words"), "\(call): \(result.stderr)")
        #expect(!result.stderr.contains("SELECT"), "\(call): \(result.stderr)")
        #expect([0, 74].contains(result.status), "\(call): \(result.stderr)")
      }
      #expect(try !filmz.folder.read("home/state/log").contains("secret-words"))
    }
  }
}

extension FilmzProcess {
  /// The film cache's file.
  var filmCache: SQLiteFile { SQLiteFile(path: folder.path(of: "home/cache/films.sqlite")) }
}
