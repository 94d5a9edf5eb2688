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
