import FilmzTestSupport
import Foundation
import Testing

/// `purge` removes what filmz has made, and nothing else.
struct PurgeTests {
  private static func files(_ filmz: FilmzProcess) -> [String] {
    let home = filmz.folder.url(of: "home")
    let names = FileManager.default.enumerator(atPath: home.path)?.compactMap { $0 as? String }
    return (names ?? []).sorted()
  }

  private static func fill(_ filmz: FilmzProcess) async throws {
    _ = try await filmz.run(
      ["--offline"], script: "add heat\nsearch alien\nconfig set page.size 20\nbackup now\nls")
  }

  @Test func nothingOfAHomeIsLeft() async throws {
    try await FilmzProcess.with { filmz in
      try await Self.fill(filmz)
      #expect(Self.files(filmz).count > 6)
      let result = try await filmz.run("purge", "--confirm", "purge")
      #expect(result.status == 0, "\(result.stderr)")
      #expect(Self.files(filmz) == [])
      #expect(!FileManager.default.fileExists(atPath: filmz.folder.path(of: "home")))
    }
  }

  @Test func otherFilesAndLinksAreKept() async throws {
    try await FilmzProcess.with { filmz in
      try await Self.fill(filmz)
      let kept = [
        "home/data/notes.txt", "home/data/backups/mine.sqlite", "home/state/history.txt",
        "home/config/config.toml.backup",
      ]
      for file in kept { try filmz.folder.write("mine", to: file) }
      try filmz.folder.write("target", to: "target")
      try? FileManager.default.removeItem(at: filmz.folder.url(of: "home/state/log"))
      try FileManager.default.createSymbolicLink(
        at: filmz.folder.url(of: "home/state/log"),
        withDestinationURL: filmz.folder.url(of: "target"))
      let result = try await filmz.run("purge", "--confirm", "purge")
      #expect(result.status == 0 && result.stderr.contains("contains something else"))
      let files = Self.files(filmz).filter { $0.contains(".") || $0.hasSuffix("log") }
      #expect(Set(files.map { "home/\($0)" }) == Set(kept + ["home/state/log"]))
      #expect(try filmz.folder.read("target") == "target")
    }
  }

  @Test func linkedFolderIsNotFollowed() async throws {
    try await FilmzProcess.with { filmz in
      try await Self.fill(filmz)
      let data = filmz.folder.url(of: "home/data")
      try FileManager.default.moveItem(at: data, to: filmz.folder.url(of: "elsewhere"))
      try FileManager.default.createSymbolicLink(
        at: data, withDestinationURL: filmz.folder.url(of: "elsewhere"))
      #expect(try await filmz.run("purge", "--confirm", "purge").status == 0)
      let kept = try FileManager.default.contentsOfDirectory(
        atPath: filmz.folder.path(of: "elsewhere"))
      #expect(kept.contains("collection.sqlite") && kept.contains("backups"))
      let backups = try FileManager.default.contentsOfDirectory(
        atPath: filmz.folder.path(of: "elsewhere/backups"))
      #expect(!backups.isEmpty)
    }
  }

  @Test(arguments: [
    ["purge"], ["--yes", "purge"], ["purge", "--confirm", "yes"], ["purg", "--confirm", "purge"],
  ])
  func otherWordsRemoveNothing(words: [String]) async throws {
    try await FilmzProcess.with { filmz in
      try await Self.fill(filmz)
      let files = Self.files(filmz)
      _ = try await filmz.run(words)
      _ = try await filmz.run([], script: words.filter { $0 != "--yes" }.joined(separator: " "))
      #expect(Set(files).isSubset(of: Set(Self.files(filmz))))
    }
  }

  @Test func shellAsksForTheWord() async throws {
    try await FilmzProcess.with { filmz in
      try await Self.fill(filmz)
      let terminal = try await filmz.openShell()
      #expect(try await terminal.answer(to: "pur").contains("filmz>"))
      try await terminal.send("purge\r")
      try await terminal.expect("Type purge to go on")
      try await terminal.send("purge\r")
      #expect(try await terminal.waitForExit() == 0)
      #expect(Self.files(filmz) == [])
    }
  }
}
