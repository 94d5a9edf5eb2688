import FilmzTestSupport
import Foundation
import Testing

/// A collection file that is missing or empty although backups of it exist.
struct LostCollectionTests {
  /// The way in which the collection is lost.
  enum Loss: CaseIterable {
    case removed
    case emptied
    case withoutTables

    func apply(to file: URL) throws {
      switch self {
      case .removed: try FileManager.default.removeItem(at: file)
      case .emptied: try Data().write(to: file)
      case .withoutTables:
        try FileManager.default.removeItem(at: file)
        try SQLiteFile(path: file.path(percentEncoded: false)).execute(
          "CREATE TABLE film (id TEXT); DROP TABLE film")
      }
    }
  }

  private static let collection = "home/data/collection.sqlite"

  @Test(arguments: Loss.allCases)
  func skipsWithoutFilmsAreNotLostEither(loss: Loss) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "skip tt0068646; backup now")
      try loss.apply(to: filmz.folder.url(of: Self.collection))
      let refused = try await filmz.run("--offline", "skip", "tt0071562")
      #expect(refused.status == 74 && refused.stderr.contains("is missing or empty"))
    }
  }

  @Test(arguments: Loss.allCases)
  func listsWithoutFilmsAreNotLostEither(loss: Loss) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "list create Noir; backup now")
      try loss.apply(to: filmz.folder.url(of: Self.collection))
      for line in ["ls", "list create Western"] {
        let refused = try await filmz.run(["--offline"] + line.split(separator: " ").map(String.init))
        #expect(refused.status == 74 && refused.stderr.contains("is missing or empty"))
        #expect(refused.errorLines.count == 1, "\(refused.stderr)")
      }
      let checks = try await filmz.run("--offline", "--format", "json", "doctor").json
      let check = checks.array.first { $0["check"] == "collection" }
      #expect(check?["state"] == "fail", "\(checks)")
      #expect(check?["detail"]?.string?.contains("is missing or empty") == true)
    }
  }

  @Test(arguments: Loss.allCases)
  func commandsFailUntilABackupIsRestored(loss: Loss) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 tt0071562; rate tt0068646 8")
      let backups = try await filmz.answer(to: "backup now")
      let name = try #require(backups.array.first?["name"]?.string)
      try loss.apply(to: filmz.folder.url(of: Self.collection))
      let files = try dataFiles(filmz)
      for call in [
        ["ls"], ["find", "godfather"], ["stats"], ["genres"], ["log"], ["show", "tt0068646"],
        ["add", "tt0133093"], ["rate", "tt0068646", "9"], ["rm", "tt0068646", "--yes"], ["undo"],
        ["backup", "now"],
      ] {
        let refused = try await filmz.run(["--offline"] + call)
        #expect(refused.status == 74 && refused.stdout == "", "\(call)")
        #expect(refused.errorLines.count == 1, "\(call): \(refused.stderr)")
        #expect(refused.stderr.contains("collection.sqlite is missing or empty"), "\(call)")
        #expect(refused.stderr.contains("`backup restore \(name)`"), "\(call)")
      }
      #expect(try dataFiles(filmz) == files)
      if loss == .emptied {
        #expect(try Data(contentsOf: filmz.folder.url(of: Self.collection)).isEmpty)
      }
      #expect(try await filmz.run("backup", "restore", name, "--yes").status == 0)
      let list = try await filmz.answer(to: "ls --sort name")
      #expect(Set(list.each("id")) == ["tt0068646", "tt0071562"])
      #expect(list.each("myRating").contains(8))
    }
  }

  @Test(arguments: [Loss.removed, .emptied])
  func runningShellDoesNotCreateANewCollection(loss: Loss) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646; backup now")
      let shell = try await filmz.openShell(["--offline"], columns: 400)
      #expect(try await shell.answer(to: "ls").contains("The Godfather"))
      for suffix in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(at: filmz.folder.url(of: Self.collection + suffix))
      }
      try FileManager.default.removeItem(at: filmz.folder.url(of: Self.collection))
      if loss == .emptied { try filmz.folder.write("", to: Self.collection) }
      for line in ["add tt0133093", "ls"] {
        #expect(try await shell.answer(to: line).contains("is missing or empty"), "\(line)")
      }
      #expect(try await shell.quit() == 0)
    }
  }

  @Test(arguments: Loss.allCases)
  func withoutAUsableBackupANewCollectionIsCreated(loss: Loss) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646")
      try filmz.folder.write("junk", to: "home/data/backups/2026-01-01.sqlite")
      try loss.apply(to: filmz.folder.url(of: Self.collection))
      #expect(try await filmz.answer(to: "ls") == [])
      #expect(try await filmz.answer(to: "add tt0133093; ls").each("id") == ["tt0133093"])
    }
  }

  private func dataFiles(_ filmz: FilmzProcess) throws -> [String] {
    try filmz.folder.files().filter { $0.hasPrefix("home/data/") }
  }
}
