package import Foundation

extension UUID {
  /// The same text as `uuidString`, computed several times as fast.
  package var text: String {
    withUnsafeBytes(of: uuid) { bytes in
      String(unsafeUninitializedCapacity: 36) { text in
        var position = 0
        for (index, byte) in bytes.enumerated() {
          if index == 4 || index == 6 || index == 8 || index == 10 {
            text[position] = UInt8(ascii: "-")
            position += 1
          }
          text[position] = HexDigit.digit(of: byte >> 4, isUppercase: true)
          text[position + 1] = HexDigit.digit(of: byte & 0xF, isUppercase: true)
          position += 2
        }
        return position
      }
    }
  }

  /// Returns whether a text is a UUID in uppercase letters.
  package static func isText(_ text: String) -> Bool {
    guard text.utf8.count == 36 else { return false }
    return text.utf8.enumerated().allSatisfy { index, byte in
      switch index {
      case 8, 13, 18, 23: byte == UInt8(ascii: "-")
      default: HexDigit.value(of: byte, isUppercase: true) != nil
      }
    }
  }
}

extension UUID {
  /// Creates the name-based UUID of a name in a namespace (RFC 9562, version 5).
  package init(nameBased name: [UInt8], in namespace: [UInt8]) {
    var bytes = SHA1.hash(of: namespace + name)
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension UUID {
  /// Returns a new UUID that sorts after the UUIDs of earlier milliseconds.
  ///
  /// The first 48 bits are milliseconds since 1970, the remaining bits are random, except for version and
  /// variant (RFC 9562, version 7).
  package static func timeOrdered(at moment: Date) -> UUID {
    let milliseconds = UInt64(max(0, min(2e14, moment.timeIntervalSince1970 * 1000)))
    return UUID(
      first: milliseconds << 16 | 0x7000 | UInt64.random(in: 0...0x0FFF),
      second: 1 << 63 | UInt64.random(in: 0..<(1 << 62)))
  }

  /// Returns a new UUID that sorts as the time stamp does.
  ///
  /// The milliseconds and the counter of the time stamp are followed by 58 of the given random bits (RFC 9562, version
  /// 7, method 1). A database index of such ids grows at its end.
  package static func timeOrdered(at clock: HybridTimestamp, random: UInt64) -> UUID {
    let value = UInt64(max(0, clock.rawValue))
    let counter = value & 0xFFFF
    return UUID(
      first: value & ~0xFFFF | 0x7000 | counter >> 4, second: 1 << 63 | (counter & 0xF) << 58 | random & (1 << 58 - 1))
  }

  /// Creates a UUID from its first and last 64 bits.
  private init(first: UInt64, second: UInt64) {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      bytes.storeBytes(of: first.bigEndian, as: UInt64.self)
      bytes.storeBytes(of: second.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    self.init(uuid: bytes)
  }
}
