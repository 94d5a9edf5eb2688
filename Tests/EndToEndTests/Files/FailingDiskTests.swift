import FilmzTestSupport
import Foundation
import Testing

/// I/O errors of the disk, and the data that is on the disk before a command reports success.
@Suite(.processes)
struct FailingDiskTests {
  private static let walFile = "collection.sqlite-wal"
  private static let collectionFile = "data/collection.sqlite"

  /// Each fault consists of a system call, an error number and a file, followed by parts of the
  /// expected message.
  @Test(arguments: [
    ("write:\(EIO):\(walFile)", "Failed to save: cannot write", "disk I/O error"),
    ("fsync:\(EIO):\(walFile)", "Failed to save: cannot write", "disk I/O error"),
    ("read:\(EIO):\(collectionFile)", "cannot read", "disk I/O error"),
    ("write:\(ENOSPC):\(walFile)", "Failed to save: no space left for", "; nothing was changed"),
  ])
  func diskErrorIsReportedAndNoStepIsRecorded(fault: String, start: String, end: String)
    async throws
  {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --rating 9; backup now")
      let result = try await filmz.run(
        ["--offline", "rate", "tt0068646", "2"], environment: try Self.preload(fault: fault))
      #expect(result.status == 74)
      #expect(result.stderr.hasPrefix("filmz: \(start) ") && result.errorLines.count == 1)
      #expect(result.stderr.hasSuffix("\(end)\n") || result.stderr.contains("\(end);"))
      #expect(try await filmz.answer(to: "ls").each("myRating") == [9])
      #expect(try await filmz.answer(to: "log").array.count == 1)
    }
  }

  /// Source: Filmz2 (document 002).
  @Test(arguments: [
    ["rm", "tt0068646"], ["unwatched", "tt0068646"], ["list", "delete", "Noir"],
  ])
  func diskErrorOfADeletionSaysSo(command: [String]) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: "watched tt0068646 --on 2020; list add Noir tt0068646 --create; backup now")
      let before = try await filmz.answer(to: "show tt0068646")
      let result = try await filmz.run(
        ["--offline", "--yes"] + command,
        environment: try Self.preload(fault: "write:\(ENOSPC):\(Self.walFile)"))
      #expect(result.status == 74)
      #expect(
        result.stderr.hasPrefix("filmz: Failed to delete: no space left for "), "\(result.stderr)")
      #expect(try await filmz.answer(to: "show tt0068646") == before)
    }
  }

  /// Each case is the ending of a file's name, and a part of the message.
  @Test(arguments: [
    ("films.sqlite-wal", "no space left for"), (".new", "records.sqlite: the disk is full"),
  ])
  func rebuildReportsAFullDisk(file: String, message: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646; edit tt0068646 year=1973; search godfather")
      let result = try await filmz.run(
        ["--offline", "db", "rebuild"],
        environment: try Self.preload(fault: "write:\(ENOSPC):\(file)"))
      #expect(result.status == 74, "\(result.stderr)")
      #expect(result.errorLines.count == 1 && result.stderr.contains(message), "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls").each("year") == [1973])
      #expect(try await filmz.run("--offline", "db", "rebuild").status == 0)
    }
  }

  /// A script syncs the collection only at its end, when the steps are already in the file.
  @Test func scriptReportsChangesThatTheDiskHasNotConfirmed() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --rating 9; backup now")
      // The first fsync is that of the start of the write-ahead log.
      for after in 0...1 {
        var environment = try Self.preload(fault: "fsync:\(EIO):\(Self.walFile)")
        environment["FILMZ_FAULT_AFTER"] = "\(after)"
        let result = try await filmz.run(
          ["--offline", "-c", "rate tt0068646 2"], environment: environment)
        #expect(result.status != 0)
        let reportsUnconfirmedChanges = result.stderr.contains("but the disk has not confirmed")
        #expect(reportsUnconfirmedChanges == (after == 1), "\(result.stderr)")
        #expect(try await filmz.answer(to: "ls").each("myRating") == [after == 1 ? 2 : 9])
      }
    }
  }

  @Test func unreadableFilmCacheIsNotModified() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646; ls")
      let file = filmz.folder.url(of: "home/cache/films.sqlite")
      let before = try Data(contentsOf: file)
      let result = try await filmz.run(
        ["--offline", "ls"], environment: try Self.preload(fault: "read:\(EIO):films.sqlite"))
      #expect(result.status == 0 && result.stderr == "")
      #expect(try Data(contentsOf: file) == before)
    }
  }

  @Test func settingsFileAndItsFolderAreSynced() async throws {
    try await FilmzProcess.with { filmz in
      let calls = filmz.folder.path(of: "calls")
      let result = try await filmz.run(
        ["config", "set", "page.size", "7"], environment: try Self.preload(calls: calls))
      #expect(result.status == 0)
      let config = filmz.folder.path(of: "home/config")
      let lines = try filmz.folder.read("calls").split(separator: "\n").map(String.init)
      let renameIndex = try #require(lines.firstIndex(of: "rename \(config)/config.toml"))
      #expect(lines[..<renameIndex].contains { $0.hasPrefix("fsync \(config)/config.toml.filmz-") })
      #expect(lines[renameIndex...].contains("fsync \(config)"))
    }
  }

  /// If the collection file is a symbolic link, its log is next to the destination of the link.
  @Test func scriptSyncsTheLogOfALinkedCollection() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646")
      let file = filmz.folder.url(of: "home/data/collection.sqlite")
      try FileManager.default.moveItem(at: file, to: filmz.folder.url(of: "real.sqlite"))
      try FileManager.default.createSymbolicLink(
        atPath: file.path, withDestinationPath: "../../real.sqlite")
      let calls = filmz.folder.path(of: "calls")
      let result = try await filmz.run(
        ["--offline", "-c", "rate tt0068646 2"], environment: try Self.preload(calls: calls))
      #expect(result.status == 0)
      let log = filmz.folder.path(of: "real.sqlite-wal")
      #expect(try filmz.folder.read("calls").split(separator: "\n").contains("fsync \(log)"))
    }
  }

  private static func preload(fault: String? = nil, calls: String? = nil) throws -> [String:
    String?]
  {
    ["LD_PRELOAD": try FilmzProcess.builtFile("libFaultInjection.so"), "FILMZ_FAULT": fault]
      .merging(["FILMZ_CALLS": calls]) { $1 }
  }
}
