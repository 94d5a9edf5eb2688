import Dispatch
import Glibc

/// Reads a script line by line, in memory that does not grow with it.
///
/// Takes any of LF and CRLF, a byte order mark at the start, and a last line without an end. Bytes
/// that are no UTF-8 become U+FFFD.
package struct LineReader {
  private static let chunkSize = 65_536
  private static let queue = DispatchQueue(label: "filmz.script")

  private let descriptor: CInt
  private var chunk: [UInt8] = []
  private var position = 0
  private var isFirst = true

  /// Reads from an open file descriptor, which stays open.
  package init(descriptor: CInt) { self.descriptor = descriptor }

  /// The next line without its end, or nothing at the end of the script.
  package mutating func next() async -> String? {
    var line: [UInt8] = []
    while true {
      if position == chunk.count {
        chunk = await Self.read(descriptor)
        position = 0
        if chunk.isEmpty { return line.isEmpty ? nil : text(line) }
      }
      guard let end = chunk[position...].firstIndex(of: 10) else {
        line += chunk[position...]
        position = chunk.count
        continue
      }
      line += chunk[position..<end]
      position = end + 1
      return text(line)
    }
  }

  private mutating func text(_ line: [UInt8]) -> String {
    var bytes = line[...]
    if isFirst, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    isFirst = false
    if bytes.last == 13 { bytes = bytes.dropLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Some bytes, read on a thread that may wait; none at the end.
  private static func read(_ descriptor: CInt) async -> [UInt8] {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: readNow(descriptor)) }
    }
  }

  private static func readNow(_ descriptor: CInt) -> [UInt8] {
    while true {
      let bytes = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
        count = Glibc.read(descriptor, buffer.baseAddress, chunkSize)
        if count < 0 { count = 0 }
      }
      if bytes.isEmpty, errno == EINTR { continue }
      return bytes
    }
  }
}
