import FilmzDomain

/// The SHA-256 of a whole file.
package struct SyncChecksum: Sendable, Hashable {
  static let size = 32

  let bytes: [UInt8]

  /// Computes the checksum of the content of a file.
  init(of content: [UInt8]) { bytes = SHA256.hash(of: content) }

  /// Creates a checksum from ``size`` bytes; returns `nil` if all of them are 0, which stands for none.
  init?(bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes.contains(where: { $0 != 0 }) else { return nil }
    self.bytes = bytes
  }

  /// Reads a checksum from its ``text``.
  ///
  /// - Returns: `nil` if the text is not 64 hexadecimal digits in small letters.
  package init?(text: String) {
    guard let bytes = [UInt8](hexadecimal: text[...]) else { return nil }
    self.init(bytes: bytes)
  }

  /// The checksum as 64 hexadecimal digits in small letters.
  package var text: String { bytes.hexadecimal }
}
