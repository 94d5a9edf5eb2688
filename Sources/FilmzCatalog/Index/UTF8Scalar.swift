/// Decodes Unicode scalars from UTF-8.
enum UTF8Scalar {
  /// Returns the scalar at an index and the number of its bytes, or `nil` if the bytes are not valid
  /// UTF-8 (RFC 3629).
  static func decode(_ bytes: Span<UInt8>, at index: Int) -> (scalar: Unicode.Scalar, length: Int)?
  {
    let first = UInt32(bytes[index])
    if first < 0x80 { return (Unicode.Scalar(UInt8(first)), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first < 0xF5, index + length <= bytes.count else { return nil }
    var value = first & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let next = UInt32(bytes[index + offset])
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | next & 0x3F
    }
    guard value >= (length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000) else { return nil }
    return Unicode.Scalar(value).map { ($0, length) }
  }

  /// Returns whether all bytes are valid UTF-8.
  static func isValid(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      if index + 8 <= bytes.count,
        bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
          & 0x8080_8080_8080_8080 == 0
      {
        // Eight ASCII characters.
        index += 8
      } else if bytes[index] < 0x80 {
        index += 1
      } else {
        guard let (_, length) = decode(bytes, at: index) else { return false }
        index += length
      }
    }
    return true
  }
}
