/// Decodes UTF-8 one byte at a time, without reading ahead.
///
/// libedit can decode by itself, but ignores bytes that are not UTF-8. This type replaces these
/// bytes with U+FFFD, so that the user notices them.
struct IncrementalUTF8Decoder: Sendable {
  private var bytes: [UInt8] = []
  private var expectedCount = 0

  /// Decodes the next byte, and returns the scalars that it completes.
  ///
  /// If there is an incomplete scalar and the byte does not continue it, the result begins with
  /// U+FFFD for the incomplete scalar.
  mutating func decode(_ byte: UInt8) -> [Unicode.Scalar] {
    guard !bytes.isEmpty else { return begin(with: byte) }
    guard byte & 0xC0 == 0x80 else {
      reset()
      return ["\u{FFFD}"] + begin(with: byte)
    }
    bytes.append(byte)
    return bytes.count == expectedCount ? [finish()] : []
  }

  /// Discards an incomplete scalar.
  mutating func reset() {
    bytes = []
    expectedCount = 0
  }

  private mutating func begin(with byte: UInt8) -> [Unicode.Scalar] {
    switch byte {
    case 0x00...0x7F: return [Unicode.Scalar(byte)]
    case 0xC2...0xDF: expectedCount = 2
    case 0xE0...0xEF: expectedCount = 3
    case 0xF0...0xF4: expectedCount = 4
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
