import FilmzFiles
import FilmzTestSupport
import Foundation
import Testing

/// Locked folders, symbolic links, FIFOs, and leftovers of killed processes among filmz's files.
@Suite(.processes)
struct LockedAndSpecialFilesTests {
  // MARK: - Locks

  /// If the folder of the backups is locked, the change is made without a backup.
  @Test(arguments: [("home/data", 74), ("home/data/backups", 0)])
  func lockedFolderIsAnErrorAfterATimeout(name: String, status: Int32) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646")
      let folder = filmz.folder.url(of: name)
      try PrivateFile.createFolder(folder)
      let lock = try #require(FileLock.tryLock(folder: folder))
      let result = try await filmz.run("--offline", "add", "tt0133093")
      #expect(result.status == status, "\(result.stderr)")
      #expect(result.errorLines.filter { !$0.contains(/^\w+ \d+ s$/) }.count == 1, "\(result.stderr)")
      #expect(result.stderr.contains("is in use by another program; try again"))
      lock.release()
      #expect(try await filmz.run("--offline", "add", "tt0071562").status == 0)
      #expect(try await filmz.answer(to: "ls").array.count == (status == 0 ? 3 : 2))
    }
  }

  @Test func controlCInterruptsWaitingForALock() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646")
      let terminal = try await filmz.openShell(["--offline"])
      let lock = try #require(FileLock.tryLock(folder: filmz.folder.url(of: "home/data")))
      try await terminal.send("stats\r")
      // Ctrl-C at once would discard the line: the terminal flushes its input.
      try await terminal.expect("stats\n")
      try await terminal.send("\u{3}")
      let output = try await terminal.expectPrompt()
      #expect(!output.contains("in use by another program"), "\(output)")
      lock.release()
      #expect(try await terminal.answer(to: "ls").contains("The Godfather"))
      #expect(try await terminal.quit() == 0)
    }
  }

  // MARK: - Symbolic links

  @Test func linkInPlaceOfTheRequestsFileIsNotFollowed() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      try filmz.folder.write("others'", to: "others")
      try filmz.folder.write("", to: "home/state/x")
      let link = filmz.folder.path(of: "home/state/requests.json")
      try #require(symlink(filmz.folder.path(of: "others"), link) == 0)
      #expect(try await filmz.run("add", "tt9000001").status == 0)
      #expect(try filmz.folder.read("others") == "others'")
    }
  }

  @Test func logOfALinkedCollectionIsNextToTheDestination() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646")
      let file = filmz.folder.url(of: "home/data/collection.sqlite")
      try FileManager.default.createDirectory(
        at: filmz.folder.url(of: "elsewhere"), withIntermediateDirectories: true)
      try FileManager.default.moveItem(at: file, to: filmz.folder.url(of: "elsewhere/real.sqlite"))
      try #require(symlink("../../elsewhere/real.sqlite", file.path) == 0)
      let terminal = try await filmz.openShell(["--offline"])
      _ = try await terminal.answer(to: "rate tt0068646 7")
      terminal.kill()
      _ = try await terminal.waitForExit()
      #expect(filmz.folder.exists("elsewhere/real.sqlite-wal"))
      #expect(!filmz.folder.exists("home/data/collection.sqlite-wal"))
      #expect(try await filmz.answer(to: "ls").each("myRating") == [7])
      #expect(try await filmz.run("--offline", "backup", "now").status == 0)
    }
  }

  // MARK: - FIFOs

  @Test(arguments: [
    ("config/config.toml", 0), ("data/collection.sqlite", 74), ("data/catalog.sqlite", 0),
    ("data/backups", 0), ("cache/films.sqlite", 0), ("state/session.json", 0),
    ("state/requests.json", 0), ("state/history", 0), ("state/installation.json", 0),
    ("state/log", 0), ("data/collection.sqlite-journal", 74), ("cache/films.sqlite-journal", 0),
    ("cache/records.sqlite", 0), ("data/catalog.sqlite-journal", 0),
  ])
  func fifoInPlaceOfAFileDoesNotBlock(name: String, status: Int32) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("", to: "home/\(name)-beside")
      try #require(mkfifo(filmz.folder.path(of: "home/\(name)"), 0o600) == 0)
      let result = try await filmz.run("--offline", "add", "tt0068646")
      #expect(result.status == status, "\(result.stderr)")
      #expect(status == 0 || result.stderr.contains("is not a file"))
      let list = try await filmz.run("--offline", "ls")
      #expect(list.status == status)
      let terminal = try await filmz.openShell(["--offline"])
      #expect(try await terminal.answer(to: "version").contains("filmz"))
      #expect(try await terminal.quit() == 0)
    }
  }

  /// Each case is the name of a FIFO, and whether a line says that it is in the place of a file.
  @Test(arguments: [
    ("data/collection.sqlite-journal", true), ("data/collection.sqlite-wal", true),
    ("data/collection.sqlite-shm", true), ("cache/films.sqlite", true),
    ("cache/films.sqlite-journal", true), ("cache/films.sqlite-wal", true),
    ("cache/films.sqlite-shm", true), ("data/catalog.sqlite", false),
    ("data/catalog.sqlite-journal", false), ("cache/records.sqlite", false),
    ("cache/records.sqlite-journal", false), ("cache/imported.sqlite", false),
    ("data/backups/x.sqlite", false),
  ])
  func fifoAmongDatabasesDoesNotBlock(name: String, isReported: Bool) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646; edit tt0068646 year=1973; search godfather")
      let file = filmz.folder.url(of: "home/\(name)")
      try? FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try #require(mkfifo(filmz.folder.path(of: "home/\(name)"), 0o600) == 0)
      for command in ["ls", "search godfather", "rate tt0068646 7", "db usage", "db check"] {
        let result = try await filmz.run("--offline", "-c", command)
        let lines = result.errorLines.filter { $0.contains("/\(name) is not a file") }
        #expect(lines.count == (isReported ? 1 : 0), "\(command): \(result.stderr)")
        if name.hasPrefix("data/collection") { #expect(result.status == 74 || result.status == 1) }
      }
    }
  }

  /// Each case is the name of a FIFO, the check that names it, and its state.
  @Test(arguments: [
    ("data/collection.sqlite-journal", "collection", "fail"),
    ("data/collection.sqlite-wal", "collection", "fail"),
    ("cache/films.sqlite-journal", "film cache", "warn"),
    ("cache/films.sqlite", "film cache", "warn"),
  ])
  func doctorNamesAFIFOAmongDatabases(name: String, check: String, state: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646; ls")
      let path = filmz.folder.path(of: "home/\(name)")
      try? FileManager.default.removeItem(atPath: path)
      try #require(mkfifo(path, 0o600) == 0)
      let checks = try await filmz.run("--offline", "--format", "json", "doctor").json
      let found = checks.array.first { $0["check"] == .string(check) }
      #expect(found?["state"] == .string(state), "\(checks)")
      #expect(found?["detail"]?.string?.contains("\(path) is not a file") == true, "\(checks)")
      let cache = checks.array.first { $0["check"] == "film cache" }
      #expect(
        check == "film cache" || cache?["detail"]?.string?.hasPrefix("not checked") == true)
    }
  }

  @Test(arguments: [
    ("config/sync.toml", "settings"), ("state/sync.json", "state"), ("state/sync.lock", "state"),
    ("state/requests.json", "state"), ("state/session.json", "state"), ("state/history", "state"),
    ("state/log", "state"),
  ])
  func doctorNamesAFIFOInPlaceOfASmallFile(name: String, check: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("", to: "home/\(name)-beside")
      let path = filmz.folder.path(of: "home/\(name)")
      try #require(mkfifo(path, 0o644) == 0)
      let checks = try await filmz.run("--offline", "--format", "json", "doctor").json
      let found = checks.array.first { $0["check"] == .string(check) }
      #expect(found?["state"] == "warn")
      #expect(found?["detail"]?.string?.hasPrefix("\(path) is not a file") == true, "\(checks)")
    }
  }

  @Test(arguments: ["sync", "sync status", "sync key", "sync setup folder shared"])
  func syncRefusesAFIFOInPlaceOfItsSettings(line: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("", to: "shared/beside")
      try filmz.folder.write("", to: "home/config/beside")
      let path = filmz.folder.path(of: "home/config/sync.toml")
      try #require(mkfifo(path, 0o600) == 0)
      let result = try await filmz.run(["--offline"] + line.split(separator: " ").map(String.init))
      #expect(result.status == 74 && result.errorLines.count == 1, "\(result.stderr)")
      #expect(result.stderr.contains("\(path) is not a file"), "\(result.stderr)")
    }
  }

  // MARK: - Leftovers

  @Test func leftoversOfAKilledProcessAreRemovedAtTheNextStart() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run("config", "set", "page.size", "5")
      let unrelatedFiles = ["home/config/config.toml.bak", "home/state/other.123.new"]
      let leftovers = [
        "home/config/config.toml.123.new", "home/config/config.toml.filmz-ab12.new",
        "home/state/session.json.7.new", "home/state/edit-1-2/note.txt",
        "home/state/edit-3/note.txt", "home/state/edit-3/original",
      ]
      for name in unrelatedFiles { try filmz.folder.write("omdb.apiKey = \"k\"", to: name) }
      for name in leftovers { try filmz.folder.write("", to: name) }
      let result = try await filmz.run("--offline", "ls")
      #expect(result.status == 0 && result.stderr == "")
      let files = try filmz.folder.files()
      #expect(unrelatedFiles.allSatisfy(files.contains))
      #expect(!leftovers.contains(where: files.contains))
      #expect(!filmz.folder.exists("home/state/edit-3"))
    }
  }

  @Test func unsavedNoteIsKeptAndReportedOnce() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("before\n", to: "home/state/edit-x/original")
      try filmz.folder.write("what I wrote\n", to: "home/state/edit-x/note.txt")
      let result = try await filmz.run("--offline", "ls")
      #expect(result.stderr.contains(filmz.folder.path(of: "home/state/kept-x")))
      #expect(try filmz.folder.read("home/state/kept-x/note.txt") == "what I wrote\n")
      #expect(try await filmz.run("--offline", "ls").stderr == "")
      #expect(filmz.folder.exists("home/state/kept-x/note.txt"))
    }
  }

  @Test func unreadableBackupFolderIsAnError() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("", to: "home/data/x")
      try #require(symlink("backups", filmz.folder.path(of: "home/data/backups")) == 0)
      let result = try await filmz.run("backup", "ls")
      #expect(result.status == 74 && result.stderr.contains("cannot read"), "\(result.stderr)")
    }
  }
}
