import FilmzDomain
import Foundation

/// The secret key, of 256 bits, with which the installations of one person encrypt what they exchange.
///
/// Descriptions of a key do not contain it; only ``text`` and ``cipherKey`` do.
package struct SyncKey: Sendable, Equatable {
  /// The size of a key in bytes.
  static let size = 32

  private let secret: [UInt8]

  /// Creates a random key.
  package init() { secret = .random(count: Self.size) }

  /// Creates a key from ``size`` bytes.
  init(bytes: [UInt8]) { secret = bytes }

  /// The key that encrypts files, derived from this one (HKDF with SHA-256, RFC 5869).
  var cipherKey: [UInt8] { derived("filmz sync files", size: ChaCha20Poly1305.keySize) }

  /// Eight bytes that tell this key from others, and from which the key cannot be computed.
  package var fingerprint: SyncKeyFingerprint {
    SyncKeyFingerprint(bytes: derived("filmz sync key", size: SyncKeyFingerprint.size))
  }

  private func derived(_ purpose: String, size: Int) -> [UInt8] {
    SHA256.derivedKey(from: secret, purpose: Array(purpose.utf8), size: size)
  }
}

/// Eight bytes that tell which key a file needs.
package struct SyncKeyFingerprint: Sendable, Hashable {
  static let size = 8

  let bytes: [UInt8]
}

/// The text of a key: 14 groups of four characters, joined by hyphens.
///
/// The first 13 groups are the key in base32 without padding (RFC 4648, section 6), the last group is a
/// checksum: the first 20 bits of the SHA-256 of the key, in base32. A wrong text is taken for a key with
/// a probability of about one in a million.
extension SyncKey {
  private static let groupSize = 4
  /// The number of characters of the key, without the checksum.
  private static let keyLength = 52

  /// The text of the key, in capital letters.
  package var text: String {
    let characters = Base32.encode(secret) + Self.checksum(of: secret)
    return stride(from: 0, to: characters.count, by: Self.groupSize)
      .map { String(decoding: characters[$0..<$0 + Self.groupSize], as: UTF8.self) }
      .joined(separator: "-")
  }

  /// Creates a key from its text.
  ///
  /// Case, hyphens, and white space are ignored; the digits 0, 1, and 8 are read as O, I, and B.
  ///
  /// - Returns: `nil` if the text is not that of a key, or has a typing error.
  package init?(text: String) {
    let scalars = text.unicodeScalars.filter { $0 != "-" && !$0.properties.isWhitespace }
    let characters = scalars.compactMap { $0.isASCII ? Base32.normalized(UInt8($0.value)) : nil }
    guard characters.count == scalars.count,
      characters.count == Self.keyLength + Self.groupSize,
      let bytes = Base32.decode(characters.prefix(Self.keyLength)),
      Self.checksum(of: bytes).elementsEqual(characters.suffix(Self.groupSize))
    else { return nil }
    self.init(bytes: bytes)
  }

  private static func checksum(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    Base32.encode(SHA256.hash(of: bytes)).prefix(groupSize)
  }
}

extension SyncKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "SyncKey" }

  package var debugDescription: String { description }

  package var customMirror: Mirror { Mirror(self, children: []) }
}

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
