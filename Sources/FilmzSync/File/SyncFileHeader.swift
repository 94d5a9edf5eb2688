import FilmzDomain

/// The header of a synced file, the part that is not encrypted.
///
/// | bytes | content |
/// | --- | --- |
/// | 8 | `FILMZSYN` |
/// | 2 | version of the format |
/// | 8 | fingerprint of the key; has the same position in all versions |
/// | 32 | SHA-256 of the installation's previous file; zeros if there is none |
/// | 12 | nonce |
/// | 8 | size of the rest of the file |
///
/// Numbers are unsigned and little-endian. The rest of the file is the segment (``SyncSegment/encoded()``), compressed
/// (``Compression``) and encrypted with ChaCha20-Poly1305 (RFC 8439), followed by the tag of 16 bytes. The tag also
/// authenticates this header and the file's installation (36 bytes) and number (8 bytes), so a file that was renamed is
/// refused. In Python, with the ``SyncKey/cipherKey`` as `key`:
///
/// ```
/// name = installation.encode() + number.to_bytes(8, "little")
/// content = ChaCha20Poly1305(key).decrypt(file[50:62], file[70:], file[:70] + name)
/// segment = json.loads(zlib.decompress(content[8:]))
/// ```
package struct SyncFileHeader: Sendable, Hashable {
  static let size = 70
  static let magic = Array("FILMZSYN".utf8)
  /// The version of the format that is written, and the only one that can be read.
  ///
  /// Version 1 had content of another form; only versions of filmz before the first release wrote it.
  static let currentVersion = 2
  static let nonceSize = ChaCha20Poly1305.nonceSize
  /// The size of the authentication tag at the end of the file.
  static let tagSize = ChaCha20Poly1305.tagSize
  /// The maximum size of a file: 64 MB.
  package static let maximumFileSize = 64 << 20

  /// The version of the format, at most ``currentVersion``.
  let version: Int
  package let keyFingerprint: [UInt8]
  /// The checksum of the installation's previous file; `nil` if there was none.
  package let predecessor: SyncChecksum?
  let nonce: [UInt8]
  /// The size of the encrypted segment and the tag.
  let sealedSize: Int

  init(keyFingerprint: [UInt8], predecessor: SyncChecksum?, nonce: [UInt8], sealedSize: Int) {
    version = Self.currentVersion
    (self.keyFingerprint, self.predecessor, self.nonce) = (keyFingerprint, predecessor, nonce)
    self.sealedSize = sealedSize
  }

  /// Reads the header at the start of a file.
  ///
  /// - Throws: ``SyncFileProblem/incomplete``, ``SyncFileProblem/damaged``,
  ///   ``SyncFileProblem/newerVersion(_:)``, or ``SyncFileProblem/tooLarge``.
  init(_ bytes: some Collection<UInt8>) throws(SyncFileProblem) {
    var rest = bytes.prefix(Self.size)[...]
    func next(_ count: Int) throws(SyncFileProblem) -> [UInt8] {
      let field = Array(rest.prefix(count))
      guard field.count == count else { throw .incomplete }
      rest = rest.dropFirst(count)
      return field
    }
    guard Self.magic.starts(with: rest.prefix(Self.magic.count)) else { throw .damaged }
    _ = try next(Self.magic.count)
    version = Int(UInt64(littleEndian: try next(2)))
    guard version <= Self.currentVersion else { throw .newerVersion(version) }
    guard version > 0 else { throw .damaged }
    keyFingerprint = try next(SyncKey.fingerprintSize)
    predecessor = SyncChecksum(bytes: try next(SyncChecksum.size))
    nonce = try next(Self.nonceSize)
    let sealedSize = UInt64(littleEndian: try next(8))
    guard sealedSize >= UInt64(Self.tagSize) else { throw .damaged }
    guard sealedSize <= UInt64(Self.maximumFileSize - Self.size) else { throw .tooLarge }
    self.sealedSize = Int(sealedSize)
  }

  /// Returns the fingerprint of the key that a file of any version needs.
  ///
  /// - Returns: `nil` if the bytes are not the start of a file of filmz, or too few.
  static func keyFingerprint(in bytes: [UInt8]) -> [UInt8]? {
    let start = magic.count + 2
    guard bytes.starts(with: magic), bytes.count >= start + SyncKey.fingerprintSize else { return nil }
    return Array(bytes[start..<start + SyncKey.fingerprintSize])
  }

  /// The header as it is stored.
  var bytes: [UInt8] {
    Self.magic + UInt16(version).littleEndianBytes + keyFingerprint
      + (predecessor?.bytes ?? Array(repeating: 0, count: SyncChecksum.size)) + nonce
      + UInt64(sealedSize).littleEndianBytes
  }
}
