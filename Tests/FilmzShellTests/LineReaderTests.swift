import FilmzCommands
import FilmzDomain
import FilmzShell
import Foundation
import Testing

struct LineReaderTests {
  @Test(arguments: [
    ("a\nb\n", ["a", "b"]), ("a\nb", ["a", "b"]), ("", []), ("\n", [""]), ("a", ["a"]),
    ("a\n\n b \n", ["a", "", " b "]), ("a\u{0}b\n", ["a\u{0}b"]), ("é 千 🎬\n", ["é 千 🎬"]),
  ])
  func linesEndWithALineFeedThatIsOptionalAfterTheLast(text: String, lines: [String]) async throws {
    #expect(try await read([Data(text.utf8)]) == lines)
  }

  @Test(arguments: [
    ("a\r\nb\r\n", ["a", "b"]), ("a\r\nb", ["a", "b"]), ("a\r\nb\r", ["a", "b"]),
    ("\r\n\r\n", ["", ""]), ("a\rb\n", ["a\rb"]), ("a\r\r\n", ["a\r"]),
  ])
  func carriageReturnBeforeTheLineFeedIsRemoved(
    text: String, lines: [String]
  ) async throws {
    #expect(try await read([Data(text.utf8)]) == lines)
  }

  @Test(arguments: [
    ("\u{FEFF}ls\nls\n", ["ls", "ls"]), ("\u{FEFF}\r\nls", ["", "ls"]),
    ("ls\n\u{FEFF}ls\n", ["ls", "\u{FEFF}ls"]), ("\u{FEFF}\u{FEFF}ls", ["\u{FEFF}ls"]),
  ])
  func byteOrderMarkIsRemovedAtTheStartOnly(text: String, lines: [String]) async throws {
    let read = try await read([Data(text.utf8)])
    #expect(read.map { Array($0.unicodeScalars) } == lines.map { Array($0.unicodeScalars) })
  }

  @Test(arguments: [
    ([0x61, 0xFF, 0x62, 0x0A], "a\u{FFFD}b"), ([0xC3, 0x0A], "\u{FFFD}"),
    ([0xC3, 0x28], "\u{FFFD}("), ([0xE5, 0x8D], "\u{FFFD}"), ([0x80], "\u{FFFD}"),
  ])
  func bytesThatAreNotUTF8AreReplaced(bytes: [UInt8], line: String) async throws {
    #expect(try await read([Data(bytes)]) == [line])
  }

  @Test(arguments: [
    ("# a\n\nls\n", [3]), ("ls\n#x\n \t\r\n  # y\nls", [1, 5]), ("\u{FEFF}# a\nls\n", [2]),
    ("ls\n# no end", [1]), ("#\n#", []), ("ls\n\n\n", [1]), ("ls #\nls\n", [1, 2]),
  ])
  func linesWithoutACommandAreSkippedButCounted(text: String, numbers: [Int]) async throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try pipe.fileHandleForWriting.close()
    var reader = LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
    var commandNumbers: [Int] = []
    while let line = try await reader.nextCommand() {
      if try !LineParser.commands(in: line).isEmpty { commandNumbers.append(reader.lineNumber) }
    }
    #expect(commandNumbers == numbers)
  }

  @Test(arguments: [65_530, 65_536, 65_540])
  func commentAtAChunkBoundaryHidesNoLine(length: Int) async throws {
    let comment = "#" + String(repeating: "x", count: length)
    let pipe = Pipe()
    Thread.detachNewThread {
      let text = "ls\n\(comment)\nsecond\n#\nthird"
      try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try? pipe.fileHandleForWriting.close()
    }
    var reader = LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
    var lines: [String] = []
    while let line = try await reader.nextCommand() {
      if !line.hasPrefix("#") { lines.append("\(reader.lineNumber) \(line)") }
    }
    #expect(lines == ["1 ls", "3 second", "5 third"])
  }

  @Test func lineCanArriveInPieces() async throws {
    let pieces = ["\u{FEFF}sea", "rch é", "\r", "\nls\n", "qu", "it"].map { Data($0.utf8) }
    #expect(try await read(pieces) == ["search é", "ls", "quit"])
    let letter = Data("é\n".utf8)
    #expect(try await read([letter.prefix(1), letter.dropFirst()]) == ["é"])
  }

  @Test(arguments: [65_534, 65_535, 65_536, 65_537, 131_072])
  func linesThatEndAtAChunkBoundaryAreNotSplit(length: Int) async throws {
    let first = String(repeating: "x", count: length)
    #expect(try await read([Data("\(first)\r\nsecond\n".utf8)]) == [first, "second"])
    let wide = String(repeating: "x", count: length - 1) + "é"
    #expect(try await read([Data("\(wide)\nsecond".utf8)]) == [wide, "second"])
  }

  @Test func lineOf300KilobytesIsNotSplit() async throws {
    let line = String(repeating: "0123456789", count: 30_000)
    #expect(try await read([Data("ls\n\(line)\nls".utf8)]) == ["ls", line, "ls"])
  }

  @Test func lineIsReturnedBeforeTheNextOneIsWritten() async throws {
    let pipe = Pipe()
    var reader = LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
    for line in ["first", "second"] {
      try pipe.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
      #expect(try await reader.next() == line)
    }
    try pipe.fileHandleForWriting.close()
    #expect(try await reader.next() == nil)
    #expect(try await reader.next() == nil)
  }

  @Test func lineOverAMegabyteIsAnError() async throws {
    let line = Data(repeating: UInt8(ascii: "x"), count: 2 << 20)
    let error = await #expect(throws: CommandError.self) { try await read([line]) }
    #expect(error?.exitCategory == .inputOutput)
    #expect(error?.message.contains("is over a megabyte") == true)
  }

  @Test func readErrorIsReported() async throws {
    var reader = LineReader(descriptor: -1, named: "evening")
    let error = await #expect(throws: CommandError.self) { try await reader.next() }
    #expect(error?.message.contains("evening: Bad file descriptor") == true)
  }

  /// Returns the lines that a reader reads while the pieces are written one after another.
  ///
  /// The pieces are written on a thread of their own, because a full pipe would block a thread of the
  /// cooperative pool.
  private func read(_ pieces: [Data]) async throws -> [String] {
    let pipe = Pipe()
    Thread.detachNewThread {
      for piece in pieces { try? pipe.fileHandleForWriting.write(contentsOf: piece) }
      try? pipe.fileHandleForWriting.close()
    }
    var reader = LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
    var lines: [String] = []
    while let line = try await reader.next() { lines.append(line) }
    return lines
  }
}
