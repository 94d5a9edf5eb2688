import FilmzTestSupport
import Foundation
import Testing

struct BackupVerbTests {
  private static let collectionPath = "home/data/collection.sqlite"
  private static let backupFolder = "home/data/backups"

  @Test func backupsAreListedWithTheDocumentedFields() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.answer(to: "backup ls") == [])
      _ = try await filmz.answer(to: "add tt0068646")
      let backups = try await filmz.answer(to: "backup now")
      #expect(backups.each("films") == [1])
      let output = try await filmz.run("--format", "jsonl", "backup", "ls").stdout
      let pattern =
        /\{"name":"manual-\d{8}T\d{6}Z","time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ","bytes":\d+,"films":1\}\n/
      #expect(output.wholeMatch(of: pattern) != nil, "\(output)")
      #expect(try await filmz.answer(to: "backup") == backups)
      let table = try await filmz.run("backup", "ls")
      #expect(table.stdout.contains(/^Name +Made +Size +Films\nmanual-/))
      #expect(try filmz.folder.mode(of: Self.backupFolder) == 0o700)
    }
  }

  @Test func theFirstChangeOfADayMakesABackupSilently() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.run("--offline", "add", "tt0068646").isSilentSuccess)
      #expect(try await filmz.run("--offline", "add", "tt0071562").isSilentSuccess)
      #expect(try await filmz.run("--offline", "rate", "tt0071562", "8").isSilentSuccess)
      let backups = try await filmz.answer(to: "backup ls")
      #expect(backups.each("films") == [1])
      #expect(
        try #require(backups.array[0]["name"]?.string).wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil)
    }
  }

  @Test func aRestoreReplacesTheCollectionAndCanBeReverted() async throws {
    try await withBackup { filmz, name in
      let restored = try await filmz.run(
        "--verbose", "backup", "restore", name + ".sqlite", "--yes")
      #expect(restored.status == 0)
      #expect(restored.stderr.contains("Restored \(name): 1 film\n"))
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt0068646"])
      let replacedName = try #require(
        restored.stderr.firstMatch(of: /`backup restore (replaced-\w+)`/)?.output.1)
      let reverted = try await filmz.answer(to: "backup restore \(replacedName) --yes")
      #expect(reverted.each("films") == [2])
      #expect(try await filmz.answer(to: "ls").array.count == 2)
    }
  }

  @Test func failedRestoresPrintOneLine() async throws {
    try await withBackup { filmz, name in
      try filmz.folder.write("junk", to: Self.backupFolder + "/junk.sqlite")
      for (arguments, status, expectedText) in [
        (["restore", name], 1, "add --yes"), (["restore", "nix", "--yes"], 1, name),
        (["restore", "junk", "--yes"], 65, "not a filmz collection"),
        (["restore"], 64, "help backup"),
        (["remove"], 64, "backup has no"),
      ] {
        let result = try await filmz.run(["backup"] + arguments)
        #expect(result.status == status, "\(arguments)")
        #expect(result.errorLines.count == 1 && result.stdout == "", "\(arguments)")
        #expect(result.stderr.contains(expectedText), "\(result.stderr)")
      }
      #expect(try await filmz.answer(to: "ls").array.count == 2)
    }
  }

  @Test func errorsOfADamagedCollectionAdviseARestore() async throws {
    try await withBackup { filmz, name in
      let damagedData = try damage(filmz)
      for arguments in [
        ["ls"], ["add", "tt0133093"], ["rm", "tt0068646", "--yes"], ["backup", "now"],
      ] {
        let result = try await filmz.run(["--offline"] + arguments)
        #expect(result.status == 74, "\(arguments)")
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
      let keptFile = try #require(
        restored.stderr.firstMatch(of: /is kept as (.*\/damaged-\w+\.sqlite)\n/)?.output.1)
      #expect(try Data(contentsOf: URL(filePath: String(keptFile))) == damagedData)
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt0068646"])
    }
  }

  @Test func aRunningShellConfirmsARestoreAndUsesTheResult() async throws {
    try await withBackup { filmz, name in
      let terminal = try await filmz.openShell(["--offline"])
      #expect(try await terminal.answer(to: "ls").contains("Part II"))
      for (answer, expectedText) in [("n", "Nothing was changed."), ("y", "Restored \(name)")] {
        try await terminal.send("backup restore \(name)\r")
        try await terminal.expect("[y/N] ")
        try await terminal.send(answer + "\r")
        #expect(try await terminal.expectPrompt().contains(expectedText))
      }
      #expect(try await !terminal.answer(to: "ls").contains("Part II"))
      #expect(try await terminal.answer(to: "add tt0133093").contains("Added The Matrix (1999)"))
      #expect(try await terminal.quit() == 0)
      #expect(try await filmz.answer(to: "ls").array.count == 2)
    }
  }

  @Test func aRestoreReplacesACollectionWithAMissingTable() async throws {
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

  @Test func doctorReportsBackupsAndAMissingCollection() async throws {
    try await withBackup { filmz, name in
      var checks = try await filmz.doctor("--offline").checks.array
      let backups = checks.first { $0["check"] == "backups" }
      #expect(backups?["state"] == "ok" && backups?["detail"]?.string?.hasPrefix("2 in ") == true)
      let file = filmz.folder.path(of: Self.backupFolder + "/\(name).sqlite")
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
      try FileManager.default.removeItem(at: filmz.folder.url(of: Self.collectionPath))
      checks = try await filmz.doctor("--offline").checks.array
      #expect(
        checks.first { $0["check"] == "backups" }?["remedy"] == .string("`chmod go= \(file)`"))
      let collection = checks.first { $0["check"] == "collection" }
      #expect(collection?["state"] == "fail")
      #expect(collection?["remedy"]?.string?.contains("backup restore") == true)
    }
  }

  /// Runs a closure with a collection of two films, and the name of a backup of only the first one.
  ///
  /// There is a newer backup with both films.
  private func withBackup(_ body: (FilmzProcess, String) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646")
      let backups = try await filmz.answer(to: "backup now")
      let name = try #require(backups.array.first?["name"]?.string)
      _ = try await filmz.answer(to: "add tt0071562; backup now")
      // Removes today's automatic backup.
      for file in try filmz.folder.files()
      where file.contains(/backups\/\d{4}-\d\d-\d\d\.sqlite$/) {
        try FileManager.default.removeItem(at: filmz.folder.url(of: file))
      }
      try await body(filmz, name)
    }
  }

  /// Overwrites all but the first page of the collection file, and returns its new content.
  private func damage(_ filmz: FilmzProcess) throws -> Data {
    let content = try Data(contentsOf: filmz.folder.url(of: Self.collectionPath))
    let damagedContent = content.prefix(4096) + Data(repeating: 0xA5, count: content.count - 4096)
    try filmz.folder.write(damagedContent, to: Self.collectionPath)
    return damagedContent
  }
}
