import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

/// The history file that shells share.
struct HistoryFileTests {
  @Test func linesAreLoadedOldestFirst() throws {
    try withFile { file, folder in
      #expect(try file.load() == [])
      for line in ["search matrix", "千と千尋 é 👍🏽", "rate 9"] { try file.append(line) }
      #expect(try file.load() == ["search matrix", "千と千尋 é 👍🏽", "rate 9"])
      #expect(try folder.read("state/history") == "search matrix\n千と千尋 é 👍🏽\nrate 9\n")
    }
  }

  /// This file of the kernel reports 4,096 bytes but is empty when read, like a file that another
  /// shell trims after its size was read.
  @Test(.enabled(if: FileManager.default.isReadableFile(atPath: "/sys/class/net/lo/ifalias")))
  func fileThatIsShorterThanItsReportedSizeHasNoLines() throws {
    #expect(try HistoryFile(url: URL(filePath: "/sys/class/net/lo/ifalias")).load() == [])
  }

  @Test func fileIsPrivate() throws {
    try withFile { file, folder in
      try file.append("ls")
      #expect(try folder.mode(of: "state") == 0o700)
      #expect(try folder.mode(of: "state/history") == 0o600)
      try #require(chmod(folder.path(of: "state/history"), 0o644) == 0)
      try file.append("stats")
      #expect(try folder.mode(of: "state/history") == 0o600)
    }
  }

  @Test func consecutiveEqualLinesAreStoredOnce() throws {
    try withFile { file, _ in
      for line in ["ls", "ls", "l", "ls", "ls", "s"] { try file.append(line) }
      #expect(try file.load() == ["ls", "l", "ls", "s"])
    }
  }

  @Test func linesAreNotJoinedWithATruncatedLastLine() throws {
    try withFile { file, folder in
      try folder.write("search mat", to: "state/history")
      try file.append("ls")
      #expect(try file.load() == ["search mat", "ls"])
    }
  }

  // MARK: - Length

  @Test func oldestLinesAreRemovedAboveTheTrimThreshold() throws {
    try withFile { file, folder in
      try folder.write(Self.text(1...HistoryFile.trimThreshold), to: "state/history")
      #expect(try file.load() == (1001...11_000).map { "line \($0)" })
      try file.append("newest")
      let trimmedContent = try folder.read("state/history")
      #expect(trimmedContent == Self.text(1002...11_000) + "newest\n")
      #expect(try folder.mode(of: "state/history") == 0o600)
      #expect(try folder.files() == ["state/history"])
      try file.append("after")
      #expect(try folder.read("state/history") == trimmedContent + "after\n")
    }
  }

  @Test func largeFilesAreTrimmedAndLongLinesAreNotStored() throws {
    try withFile { file, folder in
      let longLine = String(repeating: "x", count: 5 << 20)
      try folder.write("first\n\(longLine)\nsecond\n\(longLine)\nthird\n", to: "state/history")
      #expect(try file.load() == ["second", "third"])
      try file.append("fourth")
      try file.append(String(longLine.prefix(20_000)))
      #expect(try folder.read("state/history") == "second\nthird\nfourth\n")
    }
  }

  // MARK: - Concurrency

  @Test func linesOfConcurrentWritersAreAllStoredWhileTheFileIsTrimmed() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(Self.text(1...(HistoryFile.trimThreshold - 50)), to: "state/history")
      let url = folder.url(of: "state/history")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 1...8 {
          group.addTask {
            for line in 1...50 { try Self.append("writer \(writer) \(line)", to: url) }
          }
        }
        try await group.waitForAll()
      }
      let lines = try HistoryFile(url: url).load()
      for writer in 1...8 {
        let writerLines = lines.filter { $0.hasPrefix("writer \(writer) ") }
        #expect(writerLines == (1...50).map { "writer \(writer) \($0)" })
      }
      let lineCount = try folder.read("state/history").split(separator: "\n").count
      #expect((HistoryFile.capacity...HistoryFile.trimThreshold).contains(lineCount))
    }
  }

  /// Appends a line, again if another writer has kept the file busy for longer than a prompt waits.
  private static func append(_ line: String, to url: URL) throws {
    let end = ContinuousClock.now + .seconds(300)
    while ContinuousClock.now < end {
      do { return try HistoryFile(url: url).append(line) } catch StoreError.busy { continue }
    }
    try HistoryFile(url: url).append(line)
  }

  // MARK: - Damage

  @Test(arguments: [
    (Data("a\0b\n\0\0\0\n\0ls\n".utf8), ["ab", "ls"]),
    (Data([0x61, 0xFF, 0x62, 10, 0xC3, 10, 0x63]), ["a\u{FFFD}b", "\u{FFFD}", "c"]),
    (Data("a\r\nb\r\n\r\n \n\n".utf8), ["a", "b"]), (Data(repeating: 0, count: 4096), []),
    (Data(repeating: 10, count: 100_000), []),
    (Data("\u{FEFF}a\u{1B}[2J".utf8), ["\u{FEFF}a\u{1B}[2J"]),
  ])
  func onlyDamagedLinesAreLost(data: Data, lines: [String]) throws {
    try withFile { file, folder in
      try folder.write(data, to: "state/history")
      #expect(try file.load() == lines)
      try file.append("new")
      #expect(try file.load() == lines + ["new"])
    }
  }

  @Test func errorsNameAFolderOrPipeInPlaceOfTheFile() throws {
    for create in [{ mkdir($0, 0o700) }, { mkfifo($0, 0o600) }] {
      try withFile { file, folder in
        try folder.write("", to: "state/other")
        let path = folder.path(of: "state/history")
        try #require(create(path) == 0)
        let expectedError = StoreError.notAFile(path: path)
        #expect(throws: expectedError) { try file.load() }
        #expect(throws: expectedError) { try file.append("ls") }
        #expect(throws: expectedError) { try file.check() }
      }
    }
  }

  @Test func linksAreFollowedAndTheNullDeviceStoresNothing() throws {
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

  @Test func circularLinksAndFilesInPlaceOfFoldersAreErrors() throws {
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
