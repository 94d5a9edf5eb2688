import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

/// The lines that shells share in one file.
struct HistoryFileTests {
  @Test func linesComeBackOldestFirst() throws {
    try withFile { file, folder in
      #expect(try file.load() == [])
      for line in ["search matrix", "千と千尋 é 👍🏽", "rate 9"] { try file.append(line) }
      #expect(try file.load() == ["search matrix", "千と千尋 é 👍🏽", "rate 9"])
      #expect(try folder.read("state/history") == "search matrix\n千と千尋 é 👍🏽\nrate 9\n")
    }
  }

  /// As where another shell shortens the file after its size was looked at: this file of the kernel
  /// has 4,096 bytes, and none when it is read.
  @Test(.enabled(if: FileManager.default.isReadableFile(atPath: "/sys/class/net/lo/ifalias")))
  func aFileThatIsShorterThanItWasHasNoLines() throws {
    #expect(try HistoryFile(url: URL(filePath: "/sys/class/net/lo/ifalias")).load() == [])
  }

  @Test func onlyTheUserMayReadIt() throws {
    try withFile { file, folder in
      try file.append("ls")
      #expect(try folder.mode(of: "state") == 0o700)
      #expect(try folder.mode(of: "state/history") == 0o600)
      try #require(chmod(folder.path(of: "state/history"), 0o644) == 0)
      try file.append("stats")
      #expect(try folder.mode(of: "state/history") == 0o600)
    }
  }

  @Test func aLineThatRepeatsTheOneBeforeIsKeptOnce() throws {
    try withFile { file, _ in
      for line in ["ls", "ls", "l", "ls", "ls", "s"] { try file.append(line) }
      #expect(try file.load() == ["ls", "l", "ls", "s"])
    }
  }

  @Test func aLineIsNeverGluedToOneThatWasCutOff() throws {
    try withFile { file, folder in
      try folder.write("search mat", to: "state/history")
      try file.append("ls")
      #expect(try file.load() == ["search mat", "ls"])
    }
  }

  // MARK: - Length

  @Test func theOldestLinesAreCutAwayOnceThereAreAThousandTooMany() throws {
    try withFile { file, folder in
      try folder.write(Self.text(1...HistoryFile.tolerated), to: "state/history")
      #expect(try file.load() == (1001...11_000).map { "line \($0)" })
      try file.append("newest")
      let kept = try folder.read("state/history")
      #expect(kept == Self.text(1002...11_000) + "newest\n")
      #expect(try folder.mode(of: "state/history") == 0o600)
      #expect(try folder.files() == ["state/history"])
      try file.append("after")
      #expect(try folder.read("state/history") == kept + "after\n")
    }
  }

  @Test func aFileOfVeryManyBytesIsCutTooAndWhatIsTooLongIsNotKept() throws {
    try withFile { file, folder in
      let long = String(repeating: "x", count: 5 << 20)
      try folder.write("first\n\(long)\nsecond\n\(long)\nthird\n", to: "state/history")
      #expect(try file.load() == ["second", "third"])
      try file.append("fourth")
      try file.append(String(long.prefix(20_000)))
      #expect(try folder.read("state/history") == "second\nthird\nfourth\n")
    }
  }

  // MARK: - Several at once

  @Test func linesOfManyWritersAreAllThereAlsoWhileItIsCut() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(Self.text(1...(HistoryFile.tolerated - 50)), to: "state/history")
      let url = folder.url(of: "state/history")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 1...8 {
          group.addTask {
            for line in 1...50 { try HistoryFile(url: url).append("writer \(writer) \(line)") }
          }
        }
        try await group.waitForAll()
      }
      let lines = try HistoryFile(url: url).load()
      for writer in 1...8 {
        let own = lines.filter { $0.hasPrefix("writer \(writer) ") }
        #expect(own == (1...50).map { "writer \(writer) \($0)" })
      }
      let left = try folder.read("state/history").split(separator: "\n").count
      #expect((HistoryFile.capacity...HistoryFile.tolerated).contains(left))
    }
  }

  // MARK: - Damage

  @Test(arguments: [
    (Data("a\0b\n\0\0\0\n\0ls\n".utf8), ["ab", "ls"]),
    (Data([0x61, 0xFF, 0x62, 10, 0xC3, 10, 0x63]), ["a\u{FFFD}b", "\u{FFFD}", "c"]),
    (Data("a\r\nb\r\n\r\n \n\n".utf8), ["a", "b"]), (Data(repeating: 0, count: 4096), []),
    (Data(repeating: 10, count: 100_000), []),
    (Data("\u{FEFF}a\u{1B}[2J".utf8), ["\u{FEFF}a\u{1B}[2J"]),
  ])
  func damageCostsItsLinesOnly(data: Data, lines: [String]) throws {
    try withFile { file, folder in
      try folder.write(data, to: "state/history")
      #expect(try file.load() == lines)
      try file.append("new")
      #expect(try file.load() == lines + ["new"])
    }
  }

  @Test func aFolderOrAPipeInItsPlaceIsNamedAndLeftAlone() throws {
    for make in [{ mkdir($0, 0o700) }, { mkfifo($0, 0o600) }] {
      try withFile { file, folder in
        try folder.write("", to: "state/other")
        let path = folder.path(of: "state/history")
        try #require(make(path) == 0)
        let failure = StoreError.notAFile(path: path)
        #expect(throws: failure) { try file.load() }
        #expect(throws: failure) { try file.append("ls") }
        #expect(throws: failure) { try file.check() }
      }
    }
  }

  @Test func linksAreFollowedAndTheNullDeviceKeepsNothing() throws {
    try withFile { file, folder in
      try folder.write("old\n", to: "elsewhere/lines")
      try folder.write("", to: "state/other")
      let path = folder.path(of: "state/history")
      try #require(symlink(folder.path(of: "elsewhere/lines"), path) == 0)
      try file.append("ls")
      #expect(try folder.read("elsewhere/lines") == "old\nls\n")
      try #require(unlink(path) == 0 && symlink("/dev/null", path) == 0)
      try file.append("ls")
      try file.check()
      #expect(try file.load() == [])
    }
  }

  @Test func aLinkInACircleAndAFileForAFolderAreNamed() throws {
    try withFile { file, folder in
      try folder.write("", to: "state/other")
      try #require(symlink("history", folder.path(of: "state/history")) == 0)
      #expect(throws: StoreError.self) { try file.load() }
      #expect(throws: StoreError.self) { try file.append("ls") }
    }
    try withFile { file, folder in
      try folder.write("", to: "state")
      #expect(throws: StoreError.self) { try file.check() }
      #expect(throws: StoreError.self) { try file.append("ls") }
    }
  }

  // MARK: - Helpers

  private func withFile(_ body: (HistoryFile, ScratchFolder) throws -> Void) throws {
    try ScratchFolder.with { folder in
      try body(HistoryFile(url: folder.url(of: "state/history")), folder)
    }
  }

  private static func text(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { "line \($0)\n" }.joined()
  }
}
