import FilmzTestSupport
import Foundation
import Testing

/// A disk that gives errors, and what is on it before a command says that it is done.
struct FailingDiskTests {
  private static let log = "collection.sqlite-wal"
  private static let file = "data/collection.sqlite"

  /// Faults: the call, its error number, the file, and what the message says.
  @Test(arguments: [
    ("write:\(EIO):\(log)", "cannot write", "the disk gives an error"),
    ("fsync:\(EIO):\(log)", "cannot write", "the disk gives an error"),
    ("read:\(EIO):\(file)", "cannot read", "the disk gives an error"),
    ("write:\(ENOSPC):\(log)", "no space left for", "; nothing was changed"),
  ])
  func anErrorOfTheDiskIsNamedAndTheStepIsNotMade(fault: String, start: String, end: String)
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

  /// A script waits for the disk at its end only; then the steps are in the file.
  @Test func aScriptWhoseChangesAreNotConfirmedByTheDiskSaysSo() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --rating 9; backup now")
      // The first is the one with which the log begins.
      for after in 0...1 {
        var environment = try Self.preload(fault: "fsync:\(EIO):\(Self.log)")
        environment["FILMZ_FAULT_AFTER"] = "\(after)"
        let result = try await filmz.run(
          ["--offline", "-c", "rate tt0068646 2"], environment: environment)
        #expect(result.status != 0)
        let holdsThem = result.stderr.contains("holds the changes, but the disk has not confirmed")
        #expect(holdsThem == (after == 1), "\(result.stderr)")
        #expect(try await filmz.answer(to: "ls").each("myRating") == [after == 1 ? 2 : 9])
      }
    }
  }

  @Test func aFilmCacheThatTheDiskDoesNotGiveIsLeftAlone() async throws {
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

  @Test func aSettingIsOnTheDiskWithItsNameBeforeItIsConfirmed() async throws {
    try await FilmzProcess.with { filmz in
      let calls = filmz.folder.path(of: "calls")
      let result = try await filmz.run(
        ["config", "set", "page.size", "7"], environment: try Self.preload(calls: calls))
      #expect(result.status == 0)
      let config = filmz.folder.path(of: "home/config")
      let lines = try filmz.folder.read("calls").split(separator: "\n").map(String.init)
      let renamed = try #require(lines.firstIndex(of: "rename \(config)/config.toml"))
      #expect(lines[..<renamed].contains { $0.hasPrefix("fsync \(config)/config.toml.filmz-") })
      #expect(lines[renamed...].contains("fsync \(config)"))
    }
  }

  /// The log of a collection behind a symbolic link is the one that is waited for.
  @Test func aScriptWaitsForTheLogBesideTheFileThatALinkLeadsTo() async throws {
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
    ["LD_PRELOAD": try FilmzProcess.built("libFaultInjection.so"), "FILMZ_FAULT": fault]
      .merging(["FILMZ_CALLS": calls]) { $1 }
  }
}
