import FilmzTestSupport
import Foundation
import Testing

struct BackupVerbTests {
  private static let collection = "home/data/collection.sqlite"
  private static let folder = "home/data/backups"

  @Test func backupsAreListedAsTheContractSays() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.answer(to: "backup ls") == [])
      _ = try await filmz.answer(to: "add tt0068646")
      let made = try await filmz.answer(to: "backup now")
      #expect(made.each("films") == [1])
      let lines = try await filmz.run("--format", "jsonl", "backup", "ls").stdout
      let line =
        /\{"name":"manual-\d{8}T\d{6}Z","time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ","bytes":\d+,"films":1\}\n/
      #expect(lines.wholeMatch(of: line) != nil, "\(lines)")
      #expect(try await filmz.answer(to: "backup") == made)
      let table = try await filmz.run("backup", "ls")
      #expect(table.stdout.contains(/^Name +Made +Size +Films\nmanual-/))
      #expect(try filmz.folder.mode(of: Self.folder) == 0o700)
    }
  }

  @Test func theFirstChangeOfADayIsPrecededByABackupWithoutAWord() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.run("--offline", "add", "tt0068646").isSilentSuccess)
      #expect(try await filmz.run("--offline", "add", "tt0071562").isSilentSuccess)
      #expect(try await filmz.run("--offline", "rate", "tt0071562", "8").isSilentSuccess)
      let list = try await filmz.answer(to: "backup ls")
      #expect(list.each("films") == [1])
      #expect(try #require(list.array[0]["name"]?.string).wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil)
    }
  }

  @Test func whatIsRestoredReplacesAndCanBeTakenBack() async throws {
    try await withBackup { filmz, name in
      let restored = try await filmz.run(
        "--verbose", "backup", "restore", name + ".sqlite", "--yes")
      #expect(restored.status == 0)
      #expect(restored.stderr.contains("Restored \(name): 1 film\n"))
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt0068646"])
      let replaced = try #require(
        restored.stderr.firstMatch(of: /`backup restore (replaced-\w+)`/)?.output.1)
      let back = try await filmz.answer(to: "backup restore \(replaced) --yes")
      #expect(back.each("films") == [2])
      #expect(try await filmz.answer(to: "ls").array.count == 2)
    }
  }

  @Test func whatCannotBeRestoredIsOneLine() async throws {
    try await withBackup { filmz, name in
      try filmz.folder.write("junk", to: Self.folder + "/junk.sqlite")
      for (call, status, words) in [
        (["restore", name], 1, "add --yes"), (["restore", "nix", "--yes"], 1, name),
        (["restore", "junk", "--yes"], 65, "no filmz collection"), (["restore"], 64, "help backup"),
        (["remove"], 64, "backup has no"),
      ] {
        let result = try await filmz.run(["backup"] + call)
        #expect(result.status == status, "\(call)")
        #expect(result.errorLines.count == 1 && result.stdout == "", "\(call)")
        #expect(result.stderr.contains(words), "\(result.stderr)")
      }
      #expect(try await filmz.answer(to: "ls").array.count == 2)
    }
  }

  @Test func aDamagedCollectionIsNamedWithItsWayBack() async throws {
    try await withBackup { filmz, name in
      let junk = try damage(filmz)
      for call in [
        ["ls"], ["add", "tt0133093"], ["rm", "tt0068646", "--yes"], ["backup", "now"],
      ] {
        let result = try await filmz.run(["--offline"] + call)
        #expect(result.status == 74, "\(call)")
        #expect(result.errorLines.count == 1)
        #expect(result.stderr.contains("is damaged") && result.stderr.contains("`backup restore "))
      }
      #expect(try await filmz.answer(to: "version; backup ls").each("films") == [2, 1])
      let checks = try await filmz.doctor().checks
      let check = checks.array.first { $0["check"] == "collection" }
      #expect(check?["state"] == "fail")
      #expect(check?["remedy"]?.string?.contains("2 films") == true)
      let restored = try await filmz.run("backup", "restore", name, "--yes")
      #expect(restored.status == 0 && restored.errorLines.count == 1)
      let kept = try #require(
        restored.stderr.firstMatch(of: /is kept as (.*\/damaged-\w+\.sqlite)\n/)?.output.1)
      #expect(try Data(contentsOf: URL(filePath: String(kept))) == junk)
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt0068646"])
    }
  }

  @Test func aRunningShellAsksAndWorksOnWithWhatWasRestored() async throws {
    try await withBackup { filmz, name in
      let terminal = try await filmz.openShell(["--offline"])
      #expect(try await terminal.answer(to: "ls").contains("Part II"))
      for (answer, text) in [("n", "Nothing was changed."), ("y", "Restored \(name)")] {
        try await terminal.send("backup restore \(name)\r")
        try await terminal.expect("[y/N] ")
        try await terminal.send(answer + "\r")
        #expect(try await terminal.expectPrompt().contains(text))
      }
      #expect(try await !terminal.answer(to: "ls").contains("Part II"))
      #expect(try await terminal.answer(to: "add tt0133093").contains("Added The Matrix"))
      #expect(try await terminal.quit() == 0)
      #expect(try await filmz.answer(to: "ls").array.count == 2)
    }
  }

  @Test func aCollectionWithoutATableIsSetAsideByRestore() async throws {
    try await withBackup { filmz, name in
      try filmz.collectionFile.execute("DROP TABLE viewing")
      let refused = try await filmz.run("--offline", "ls")
      #expect(refused.status == 74 && refused.errorLines.count == 1)
      #expect(refused.errorLines.first?.contains("backup restore") == true)
      let restored = try await filmz.run("--offline", "--yes", "backup", "restore", name)
      #expect(restored.status == 0, "\(restored.errorLines)")
      #expect(try await filmz.run("--offline", "ls").status == 0)
    }
  }

  @Test func doctorTellsOfBackupsAndOfACollectionThatIsGone() async throws {
    try await withBackup { filmz, name in
      var checks = try await filmz.doctor("--offline").checks.array
      let backups = checks.first { $0["check"] == "backups" }
      #expect(backups?["state"] == "ok" && backups?["detail"]?.string?.hasPrefix("2 in ") == true)
      let file = filmz.folder.path(of: Self.folder + "/\(name).sqlite")
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
      try FileManager.default.removeItem(at: filmz.folder.url(of: Self.collection))
      checks = try await filmz.doctor("--offline").checks.array
      #expect(checks.first { $0["check"] == "backups" }?["remedy"] == .string("chmod go= \(file)"))
      let collection = checks.first { $0["check"] == "collection" }
      #expect(collection?["state"] == "fail")
      #expect(collection?["remedy"]?.string?.contains("backup restore") == true)
    }
  }

  /// Runs `body` with a backup of one film, and a collection of that and another.
  private func withBackup(_ body: (FilmzProcess, String) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646")
      let made = try await filmz.answer(to: "backup now")
      let name = try #require(made.array.first?["name"]?.string)
      _ = try await filmz.answer(to: "add tt0071562; backup now")
      // The automatic one of today is not of interest here.
      for file in try filmz.folder.files()
      where file.contains(/backups\/\d{4}-\d\d-\d\d\.sqlite$/) {
        try FileManager.default.removeItem(at: filmz.folder.url(of: file))
      }
      try await body(filmz, name)
    }
  }

  private func damage(_ filmz: FilmzProcess) throws -> Data {
    let whole = try Data(contentsOf: filmz.folder.url(of: Self.collection))
    let junk = whole.prefix(4096) + Data(repeating: 0xA5, count: whole.count - 4096)
    try filmz.folder.write(junk, to: Self.collection)
    return junk
  }
}
