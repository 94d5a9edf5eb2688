/// Base32 without padding (RFC 4648, section 6), as ASCII characters.
enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  /// Returns the characters for some bytes; the bits after the last byte are 0.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var characters: [UInt8] = []
    var bits = 0
    var bitCount = 0
    for byte in bytes {
      bits = (bits << 8 | Int(byte)) & 0xFFFF
      bitCount += 8
      while bitCount >= 5 {
        bitCount -= 5
        characters.append(alphabet[bits >> bitCount & 31])
      }
    }
    if bitCount > 0 { characters.append(alphabet[bits << (5 - bitCount) & 31]) }
    return characters
  }

  /// Returns the bytes for some characters.
  ///
  /// - Returns: `nil` if a character is not in the alphabet, or a bit after the last byte is 1.
  static func decode(_ characters: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits = 0
    var bitCount = 0
    for character in characters {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      bits = (bits << 5 | value) & 0xFFFF
      bitCount += 5
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    return bitCount < 5 && bits & (1 << bitCount - 1) == 0 ? bytes : nil
  }

  /// Returns the character of the alphabet that was meant by a typed ASCII character.
  static func normalized(_ character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - 32
    case UInt8(ascii: "0"): UInt8(ascii: "O")
    case UInt8(ascii: "1"): UInt8(ascii: "I")
    case UInt8(ascii: "8"): UInt8(ascii: "B")
    default: character
    }
  }
}
