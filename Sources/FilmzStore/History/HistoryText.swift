import Foundation
import Glibc

/// The text of a history file; damage costs the lines that it is in.
enum HistoryText {
  /// The newest lines, oldest first.
  ///
  /// Zero bytes, which a power cut leaves behind, are dropped; what is no UTF-8 becomes U+FFFD; lines
  /// that are blank or have more than so many bytes are left out.
  static func lines(in data: [UInt8], most: Int, bytes: Int) -> [String] {
    var lines: [String] = []
    forEachLine(in: data) { line in
      let kept = line.count > bytes || line.contains(0) ? line.filter { $0 != 0 } : Array(line)
      guard kept.count <= bytes else { return }
      let text = String(decoding: kept.last == 13 ? kept.dropLast() : kept[...], as: UTF8.self)
      if text.contains(where: { !$0.isWhitespace }) { lines.append(text) }
    }
    return lines.suffix(most)
  }

  /// The newest lines as they stand in a file of so many bytes at most.
  static func data(of lines: [String], most: Int) -> Data {
    var size = 0
    let fitting = lines.reversed().prefix { line in
      size += line.utf8.count + 1
      return size <= most
    }
    return Data(fitting.reversed().map { $0 + "\n" }.joined().utf8)
  }

  /// How many lines there are.
  static func count(in data: [UInt8]) -> Int {
    var count = 0
    forEachLine(in: data) { _ in count += 1 }
    return count
  }

  /// Whether the last line of some bytes, which are the whole text or longer than that line, is this
  /// one.
  static func ends(_ bytes: [UInt8], withLine line: [UInt8]) -> Bool {
    let end = line + [10]
    return bytes == end
      || (bytes.count == end.count + 1 && bytes[0] == 10 && bytes[1...] == end[...])
  }

  private static func forEachLine(in data: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    data.withUnsafeBufferPointer { buffer in
      var rest = buffer
      while let start = rest.baseAddress, !rest.isEmpty {
        let end = memchr(start, 10, rest.count).map { UnsafeRawPointer(start).distance(to: $0) }
        body(UnsafeBufferPointer(rebasing: rest[..<(end ?? rest.count)]))
        rest = UnsafeBufferPointer(rebasing: rest[min(rest.count, (end ?? rest.count) + 1)...])
      }
    }
  }
}
