import Dispatch
import FilmzCommands
import FilmzFiles
import Glibc

/// Reads a script line by line, in memory that does not grow with it; a line has a megabyte at most.
///
/// Takes any of LF and CRLF, a byte order mark at the start, and a last line without an end. Bytes
/// that are no UTF-8 become U+FFFD.
package struct LineReader {
  private static let chunkSize = 65_536
  private static let longestLine = 1 << 20
  private static let lineFeed: UInt8 = 10

  private let descriptor: CInt
  private let name: String
  /// Ends a waiting for bytes when the task is cancelled.
  private let wake = WakePipe()
  private var chunk: [UInt8] = []
  private var position = 0
  private var isFirst = true
  /// The number of the line that was given last, from 1 on.
  package private(set) var number = 0

  /// Reads from an open file descriptor, which stays open; the name is for errors.
  package init(descriptor: CInt, named name: String = "on the standard input") {
    self.descriptor = descriptor
    self.name = name
  }

  /// The next line that may hold a command; blank ones and comments are passed over where that is cheap.
  ///
  /// - Throws: ``CommandError/unreadableScript(path:reason:)``, `CancellationError`.
  package mutating func nextCommand() async throws -> String? {
    // Before the first line there may be a byte order mark.
    if !isFirst {
      let (end, count) = Self.idleLines(in: chunk, from: position)
      position = end
      number += count
    }
    return try await next()
  }

  /// The next line without its end, or nothing at the end of the script.
  ///
  /// - Throws: ``CommandError/unreadableScript(path:reason:)``, `CancellationError`.
  package mutating func next() async throws -> String? {
    var line: [UInt8] = []
    while true {
      if position == chunk.count {
        guard line.count <= Self.longestLine else {
          throw CommandError.unreadableScript(
            path: name, reason: "line \(number + 1) is over a megabyte")
        }
        chunk = try await read()
        position = 0
        if chunk.isEmpty { return line.isEmpty ? nil : text(line[...]) }
      }
      guard let end = chunk[position...].firstIndex(of: Self.lineFeed) else {
        line += chunk[position...]
        position = chunk.count
        continue
      }
      let last = chunk[position..<end]
      position = end + 1
      return text(line.isEmpty ? last : line[...] + last)
    }
  }

  /// Where whole lines end that are blank or comments in ASCII blanks, and how many they are.
  private static func idleLines(in chunk: [UInt8], from start: Int) -> (end: Int, count: Int) {
    chunk.withUnsafeBufferPointer { bytes in
      var end = start
      var count = 0
      var place = start
      while place < bytes.count {
        switch bytes[place] {
        case lineFeed:
          place += 1
          (end, count) = (place, count + 1)
        case 0x20, 0x09...0x0D: place += 1
        case UInt8(ascii: "#"):
          guard let next = bytes[place...].firstIndex(of: lineFeed) else { return (end, count) }
          place = next
        default: return (end, count)
        }
      }
      return (end, count)
    }
  }

  private mutating func text(_ line: ArraySlice<UInt8>) -> String {
    number += 1
    var bytes = line
    if isFirst, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    isFirst = false
    if bytes.last == 13 { bytes = bytes.dropLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Some bytes, read on a thread that may wait; none at the end.
  private func read() async throws -> [UInt8] {
    try Task.checkCancellation()
    let (bytes, code) = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { [descriptor, wake] in
          continuation.resume(returning: Self.readNow(descriptor, wake))
        }
      }
    } onCancel: { [wake] in
      wake.send(.interruption)
    }
    try Task.checkCancellation()
    guard code == 0 else {
      throw CommandError.unreadableScript(path: name, reason: .systemError(code))
    }
    return bytes
  }

  /// Bytes, or the error number of a read that failed; none where the waiting was ended.
  private static func readNow(_ descriptor: CInt, _ wake: WakePipe) -> (bytes: [UInt8], code: CInt)
  {
    while wait(for: descriptor, wake) {
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

  /// Waits until a read would not; false where it is to wait no more.
  ///
  /// `poll` says nothing of a FIFO that nobody has opened for writing yet, while a read would take
  /// that for its end.
  private static func wait(for descriptor: CInt, _ wake: WakePipe) -> Bool {
    guard descriptor >= 0 else { return true }
    while true {
      var sources = [
        pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&sources, nfds_t(sources.count), -1)
      if count < 0, errno != EINTR, errno != EAGAIN { return true }
      guard count > 0 else { continue }
      return sources[0].revents == 0
    }
  }
}
