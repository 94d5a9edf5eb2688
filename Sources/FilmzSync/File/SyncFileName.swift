import FilmzDomain
import Foundation

/// The name of a synced file: the installation that wrote it, and its number.
///
/// The file name is `INSTALLATION-NNNNNNNNNN.filmzsync`, with the UUID in capital letters and ten digits.
package struct SyncFileName: Sendable, Hashable {
  /// The UUID of the installation that wrote the file, in capital letters.
  package let installation: String
  /// The position of the file among those of its installation, from 1.
  package let number: Int

  static let suffix = ".filmzsync"
  /// The highest number that a file can have.
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
    (self.installation, self.number) = (installation, number)
  }

  /// Reads a file name.
  ///
  /// - Returns: `nil` if filmz would not write exactly this name.
  package init?(fileName: String) {
    let bytes = Array(fileName.utf8)
    let digits = bytes.dropFirst(Self.installationLength + 1).prefix(Self.digitCount)
    guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let number = Int(String(decoding: digits, as: UTF8.self)),
      let file = Self(
        installation: String(decoding: bytes.prefix(Self.installationLength), as: UTF8.self), number: number),
      file.fileName.utf8.elementsEqual(bytes)
    else { return nil }
    self = file
  }

  /// The name of the file in a folder.
  package var fileName: String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: Self.digitCount - digits.count)
    return "\(installation)-\(zeros)\(digits)\(Self.suffix)"
  }
}

extension SyncFileName: Comparable {
  /// Orders files by installation, then by number.
  package static func < (left: Self, right: Self) -> Bool {
    (left.installation, left.number) < (right.installation, right.number)
  }
}

/// The SHA-256 of a whole file.
package struct SyncChecksum: Sendable, Hashable {
  static let size = 32

  let bytes: [UInt8]

  /// Computes the checksum of the content of a file.
  init(of content: [UInt8]) { bytes = SHA256.hash(of: content) }

  /// Creates a checksum from ``size`` bytes; returns `nil` if all of them are 0, which means that there is no file.
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

/// The reason why a file cannot be read or merged.
package enum SyncFileProblem: Error, Hashable {
  /// The file no longer exists, such as after its installation has rewritten its files.
  case removed
  /// The file is shorter than the size that it states.
  case incomplete
  /// The file was altered, renamed, or exchanged, or its content is malformed.
  case damaged
  /// The content of the file differs from the content that was read before.
  case replaced
  /// The file was encrypted with another key.
  case wrongKey
  /// The file has this version of the format, which only a newer filmz reads.
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
  /// `true` if no machine can read the file, until it is copied to the carrier again.
  var isPermanent: Bool { self == .incomplete || self == .damaged }

  /// The description of the problem, to be written after the name of the file.
  ///
  /// It is `nil` for a removed file, because its installation has just rewritten its files.
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
