/// Puts bytes together into Unicode scalars, one byte at a time and without reading ahead.
///
/// `libedit` would decode by itself, but drops the bytes that are not UTF-8; here they become
/// U+FFFD, so that a wrong paste is seen.
struct UTF8Assembler: Sendable {
  private var bytes: [UInt8] = []
  private var wanted = 0

  /// Takes the next byte; returns the scalars that it completes: none, one, or two when it breaks
  /// off an unfinished one.
  mutating func take(_ byte: UInt8) -> [Unicode.Scalar] {
    guard !bytes.isEmpty else { return begin(with: byte) }
    guard byte & 0xC0 == 0x80 else {
      reset()
      return ["\u{FFFD}"] + begin(with: byte)
    }
    bytes.append(byte)
    return bytes.count == wanted ? [finish()] : []
  }

  /// Forgets an unfinished scalar.
  mutating func reset() {
    bytes = []
    wanted = 0
  }

  private mutating func begin(with byte: UInt8) -> [Unicode.Scalar] {
    switch byte {
    case 0x00...0x7F: return [Unicode.Scalar(byte)]
    case 0xC2...0xDF: wanted = 2
    case 0xE0...0xEF: wanted = 3
    case 0xF0...0xF4: wanted = 4
    default: return ["\u{FFFD}"]
    }
    bytes = [byte]
    return []
  }

  private mutating func finish() -> Unicode.Scalar {
    defer { reset() }
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first ?? "\u{FFFD}"
  }
}
