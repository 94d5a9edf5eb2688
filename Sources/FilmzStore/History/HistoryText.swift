import Foundation
import Glibc

/// Parses and serializes the content of a history file; only damaged lines are lost.
enum HistoryText {
  /// Returns the newest lines, at most `maximumCount`, oldest first.
  ///
  /// Removes NUL bytes, which a power failure may leave in the file, and a carriage return at the end of
  /// a line, and replaces invalid UTF-8 with U+FFFD. Skips lines that are longer than `maximumLineBytes`
  /// or contain only whitespace.
  static func lines(in data: [UInt8], maximumCount: Int, maximumLineBytes: Int) -> [String] {
    var lines: [String] = []
    forEachLine(in: data) { line in
      let bytes =
        line.count > maximumLineBytes || line.contains(0)
        ? line.filter { $0 != 0 } : Array(line)
      guard bytes.count <= maximumLineBytes else { return }
      let text = String(decoding: bytes.last == 13 ? bytes.dropLast() : bytes[...], as: UTF8.self)
      if text.contains(where: { !$0.isWhitespace }) { lines.append(text) }
    }
    return lines.suffix(maximumCount)
  }

  /// Returns the content of a file with the newest lines that fit into `maximumBytes`.
  static func data(of lines: [String], maximumBytes: Int) -> Data {
    var size = 0
    let fittingLines = lines.reversed().prefix { line in
      size += line.utf8.count + 1
      return size <= maximumBytes
    }
    return Data(fittingLines.reversed().map { $0 + "\n" }.joined().utf8)
  }

  /// Returns the number of lines, including blank ones.
  static func count(in data: [UInt8]) -> Int {
    var count = 0
    forEachLine(in: data) { _ in count += 1 }
    return count
  }

  /// Returns whether the last line of a file is equal to a line and ends with a line break.
  ///
  /// The bytes must be the last `line.count + 2` bytes of the file, or all bytes of a shorter file.
  static func ends(_ bytes: [UInt8], withLine line: [UInt8]) -> Bool {
    let end = line + [10]
    return bytes == end
      || (bytes.count == end.count + 1 && bytes[0] == 10 && bytes[1...] == end[...])
  }

  private static func forEachLine(in data: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    data.withUnsafeBufferPointer { buffer in
      var remaining = buffer
      while let start = remaining.baseAddress, !remaining.isEmpty {
        let end = memchr(start, 10, remaining.count).map {
          UnsafeRawPointer(start).distance(to: $0)
        }
        body(UnsafeBufferPointer(rebasing: remaining[..<(end ?? remaining.count)]))
        remaining = UnsafeBufferPointer(
          rebasing: remaining[min(remaining.count, (end ?? remaining.count) + 1)...])
      }
    }
  }
}
