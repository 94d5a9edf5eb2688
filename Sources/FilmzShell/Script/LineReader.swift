import Dispatch
import FilmzCommands
import FilmzFiles
import Glibc

/// Reads the lines of a script, in chunks.
///
/// Lines end with LF or CRLF; the last line may lack a line ending. A byte order mark at the start
/// of the script is skipped, and bytes that are not UTF-8 are replaced by U+FFFD. The script cannot
/// be read if a line is longer than about a megabyte.
package struct LineReader {
  private static let chunkSize = 65_536
  private static let maximumLineLength = 1 << 20
  private static let lineFeed: UInt8 = 10

  private let descriptor: CInt
  private let name: String
  /// Interrupts a blocking read when the task is cancelled.
  private let wakePipe = WakePipe()
  private var chunk: [UInt8] = []
  private var position = 0
  private var isFirstLine = true
  /// The number of the line that was returned most recently, starting at 1, or 0 before the first
  /// one.
  package private(set) var lineNumber = 0

  /// Creates a reader, which does not close the descriptor.
  ///
  /// Errors contain `name` after "cannot read the script": a path, or `on standard input`.
  package init(descriptor: CInt, named name: String = "on standard input") {
    (self.descriptor, self.name) = (descriptor, name)
  }

  /// Skips most empty lines and comments, and returns the next line, or `nil` at the end of the script.
  ///
  /// To be fast, it skips only lines that can be recognized without decoding them.
  ///
  /// - Throws: ``CommandError/unreadableScript(path:reason:)``, `CancellationError`.
  package mutating func nextCommand() async throws -> String? {
    // The first line may begin with a byte order mark.
    if !isFirstLine {
      let (end, count) = Self.skippableLines(in: chunk, from: position)
      position = end
      lineNumber += count
    }
    return try await next()
  }

  /// Returns the next line without its line break, or `nil` at the end of the script.
  ///
  /// - Throws: ``CommandError/unreadableScript(path:reason:)``, `CancellationError`.
  package mutating func next() async throws -> String? {
    var line: [UInt8] = []
    while true {
      if position == chunk.count {
        guard line.count <= Self.maximumLineLength else {
          throw CommandError.unreadableScript(path: name, reason: "line \(lineNumber + 1) is over a megabyte")
        }
        chunk = try await read()
        position = 0
        if chunk.isEmpty { return line.isEmpty ? nil : decode(line[...]) }
      }
      guard let end = chunk[position...].firstIndex(of: Self.lineFeed) else {
        line += chunk[position...]
        position = chunk.count
        continue
      }
      let restOfLine = chunk[position..<end]
      position = end + 1
      return decode(line.isEmpty ? restOfLine : line[...] + restOfLine)
    }
  }

  /// Returns the end and the number of the empty lines and comments that begin at a position.
  ///
  /// Counts only lines that end in the chunk, and recognizes only ASCII whitespace.
  private static func skippableLines(in chunk: [UInt8], from start: Int) -> (end: Int, count: Int) {
    chunk.withUnsafeBufferPointer { bytes in
      var end = start
      var count = 0
      var index = start
      while index < bytes.count {
        switch bytes[index] {
        case lineFeed:
          index += 1
          (end, count) = (index, count + 1)
        case 0x20, 0x09...0x0D: index += 1
        case UInt8(ascii: "#"):
          guard let next = bytes[index...].firstIndex(of: lineFeed) else { return (end, count) }
          index = next
        default: return (end, count)
        }
      }
      return (end, count)
    }
  }

  /// Counts a line, and decodes it without the byte order mark and the CR.
  private mutating func decode(_ line: ArraySlice<UInt8>) -> String {
    lineNumber += 1
    var bytes = line
    if isFirstLine, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    isFirstLine = false
    if bytes.last == 13 { bytes = bytes.dropLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the next chunk on a thread that may block; returns no bytes at the end of the script.
  private func read() async throws -> [UInt8] {
    try Task.checkCancellation()
    let (bytes, code) = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { [descriptor, wakePipe] in
          continuation.resume(returning: Self.readBlocking(descriptor, wakePipe))
        }
      }
    } onCancel: { [wakePipe] in
      wakePipe.send(.interruption)
    }
    try Task.checkCancellation()
    guard code == 0 else { throw CommandError.unreadableScript(path: name, reason: .systemError(code)) }
    return bytes
  }

  /// Reads bytes; returns no bytes at the end of the script or if `wakePipe` interrupts the wait.
  ///
  /// The code is the error number, or 0 if there is no error. A FIFO that has not been opened for
  /// writing is not readable for `poll`, whereas `read` would report the end of the file.
  private static func readBlocking(_ descriptor: CInt, _ wakePipe: WakePipe) -> (bytes: [UInt8], code: CInt) {
    // `poll` would ignore an invalid descriptor; `read` reports the error.
    while descriptor < 0 || wakePipe.wait(orFor: descriptor)?.isWoken != true {
      var code: CInt = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
        let result = Glibc.read(descriptor, buffer.baseAddress, chunkSize)
        if result < 0 { code = errno }
        count = max(0, result)
      }
      if code != EINTR, code != EAGAIN { return (bytes, code) }
    }
    return ([], 0)
  }
}
