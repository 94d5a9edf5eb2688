import FilmzDomain
import Foundation

/// The name of a file of the folder: the installation that wrote it, and its number.
///
/// The file name is `INSTALLATION-NNNNNNNNNN.filmzsync`, with the UUID in capital letters and ten digits.
package struct SyncFile: Sendable, Hashable {
  /// The UUID of the installation that wrote the file, in capital letters.
  package let installation: String
  /// The position of the file among those of its installation, from 1.
  package let number: Int

  static let suffix = ".filmzsync"
  /// The highest number of a file.
  package static let maximumNumber = 9_999_999_999
  private static let digitCount = 10
  private static let installationLength = 36

  /// Creates a name.
  ///
  /// - Returns: `nil` if the installation is not a UUID in capital letters, or the number is not between
  ///   1 and ``maximumNumber``.
  package init?(installation: String, number: Int) {
    guard UUID(uuidString: installation)?.uuidString == installation,
      1...Self.maximumNumber ~= number
    else { return nil }
    self.installation = installation
    self.number = number
  }

  /// Reads a file name.
  ///
  /// - Returns: `nil` if the name differs in any way from that of a file that filmz writes.
  package init?(fileName: String) {
    let bytes = Array(fileName.utf8)
    let digits = bytes.dropFirst(Self.installationLength + 1).prefix(Self.digitCount)
    guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let number = Int(String(decoding: digits, as: UTF8.self)),
      let file = Self(
        installation: String(decoding: bytes.prefix(Self.installationLength), as: UTF8.self),
        number: number),
      file.fileName.utf8.elementsEqual(bytes)
    else { return nil }
    self = file
  }

  /// The name of the file in its folder.
  package var fileName: String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: Self.digitCount - digits.count)
    return "\(installation)-\(zeros)\(digits)\(Self.suffix)"
  }
}

extension SyncFile: Comparable {
  /// Orders files by installation, then by number.
  package static func < (left: Self, right: Self) -> Bool {
    (left.installation, left.number) < (right.installation, right.number)
  }
}

/// The part of a file that is not encrypted.
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
/// (``Compression``) and encrypted with ChaCha20-Poly1305 (RFC 8439), and the tag of 16 bytes. Authenticated with it are
/// this header and the file's installation (36 bytes) and number (8 bytes), so a file that was renamed is refused. In
/// Python, with the ``SyncKey/cipherKey``:
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
  /// Version 1, of which the content had another form, is from before the first release.
  static let currentVersion = 2
  static let nonceSize = ChaCha20Poly1305.nonceSize
  /// The size of the authentication tag at the end of the file.
  static let tagSize = ChaCha20Poly1305.tagSize
  /// The maximum size of a file: 64 MB.
  package static let maximumFileSize = 64 << 20

  /// The version of the format, at most ``currentVersion``.
  let version: Int
  package let keyFingerprint: SyncKeyFingerprint
  /// The checksum of the installation's previous file, if there was one.
  package let predecessor: SyncChecksum?
  let nonce: [UInt8]
  /// The size of the encrypted segment and the tag.
  let sealedSize: Int

  init(
    keyFingerprint: SyncKeyFingerprint, predecessor: SyncChecksum?, nonce: [UInt8],
    sealedSize: Int
  ) {
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
    keyFingerprint = SyncKeyFingerprint(bytes: try next(SyncKeyFingerprint.size))
    predecessor = SyncChecksum(bytes: try next(SyncChecksum.size))
    nonce = try next(Self.nonceSize)
    let sealedSize = UInt64(littleEndian: try next(8))
    guard sealedSize >= UInt64(Self.tagSize) else { throw .damaged }
    guard sealedSize <= UInt64(Self.maximumFileSize - Self.size) else { throw .tooLarge }
    self.sealedSize = Int(sealedSize)
  }

  /// Returns the fingerprint of the key that a file needs, whatever its version is.
  ///
  /// - Returns: `nil` if the bytes are not the start of a file of filmz, or too few.
  static func keyFingerprint(_ bytes: [UInt8]) -> SyncKeyFingerprint? {
    let start = magic.count + 2
    guard bytes.starts(with: magic), bytes.count >= start + SyncKeyFingerprint.size else {
      return nil
    }
    return SyncKeyFingerprint(bytes: Array(bytes[start..<start + SyncKeyFingerprint.size]))
  }

  /// The header as it is stored.
  var bytes: [UInt8] {
    Self.magic + UInt16(version).littleEndianBytes + keyFingerprint.bytes
      + (predecessor?.bytes ?? Array(repeating: 0, count: SyncChecksum.size)) + nonce
      + UInt64(sealedSize).littleEndianBytes
  }
}

/// A reason why a file of the folder cannot be read or applied.
package enum SyncFileProblem: Error, Hashable {
  /// The file no longer exists, such as after its installation has written its files anew.
  case removed
  /// The file ends before the length that it states.
  case incomplete
  /// The file was altered, renamed, or exchanged, or its content has another form than it should.
  case damaged
  /// The file has another content than when it was read before.
  case replaced
  /// The file was encrypted with another key.
  case wrongKey
  /// The file has this version of the format, which a newer filmz has written.
  case newerVersion(Int)
  /// The file has a version of the format that filmz does not read any more.
  case olderVersion
  /// The file, or its content after decompression, is larger than permitted.
  case tooLarge
  /// A symbolic link, folder, pipe, socket, or device is in the place of the file.
  case notAFile
  /// The system cannot read the file; the reason is the system's description.
  case unreadable(String)
}

extension SyncFileProblem {
  /// `true` if no machine can read the file, unless it is brought again.
  var isPermanent: Bool { self == .incomplete || self == .damaged }

  /// What is wrong, after the name of the file; `nil` if nothing is: the file is being replaced.
  var text: String? {
    switch self {
    case .removed: nil
    case .incomplete: "is not complete yet"
    case .damaged: "was altered or is damaged; it was not applied"
    case .replaced: "was replaced; it was not applied"
    case .wrongKey: "has another key"
    case .newerVersion: "can only be read by a newer filmz"
    case .olderVersion: "can only be read by an earlier filmz"
    case .tooLarge: "is too large"
    case .notAFile: "is not a file"
    case .unreadable(let reason): "cannot be read: \(reason)"
    }
  }
}

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
