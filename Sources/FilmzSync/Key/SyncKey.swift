import Crypto
import Foundation

/// The secret key, of 256 bits, with which the installations of one person encrypt what they exchange.
///
/// Descriptions of a key do not contain it; only ``text`` and ``cipherKey`` do.
package struct SyncKey: Sendable, Equatable {
  /// The size of a key in bytes.
  static let size = 32

  private let secret: SymmetricKey

  /// Creates a random key.
  package init() { secret = SymmetricKey(size: .bits256) }

  /// Creates a key from ``size`` bytes.
  init(bytes: [UInt8]) { secret = SymmetricKey(data: bytes) }

  /// The key that encrypts files, derived from this one (HKDF with SHA-256, RFC 5869).
  var cipherKey: SymmetricKey { derived("filmz sync files", size: Self.size) }

  /// Eight bytes that tell this key from others, and from which the key cannot be computed.
  package var fingerprint: SyncKeyFingerprint {
    SyncKeyFingerprint(
      bytes: derived("filmz sync key", size: SyncKeyFingerprint.size).withUnsafeBytes {
        Array($0)
      })
  }

  private func derived(_ purpose: String, size: Int) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: secret, info: Array(purpose.utf8), outputByteCount: size)
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
    let bytes = secret.withUnsafeBytes { Array($0) }
    let characters = Base32.encode(bytes) + Self.checksum(of: bytes)
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
    Base32.encode(Array(SHA256.hash(data: bytes))).prefix(groupSize)
  }
}

extension SyncKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "SyncKey" }

  package var debugDescription: String { description }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
