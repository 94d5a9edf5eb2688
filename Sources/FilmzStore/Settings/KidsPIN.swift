import FilmzDomain
import FilmzFiles
import Foundation

/// The PIN that turning the kids filter off asks for, as a salted hash.
///
/// It keeps children from turning the filter off, and nobody who can delete the file.
package struct KidsPIN: Sendable, Codable, Equatable {
  private static let rounds = 100_000

  private let salt: Data
  private let hash: Data

  package init(_ pin: String) {
    salt = Data([UInt8].random(count: 16))
    hash = Self.hash(pin, salt)
  }

  package func matches(_ pin: String) -> Bool { Self.hash(pin, salt) == hash }

  /// Returns whether a file has a PIN; a file that cannot be read has one that no text matches.
  package static func exists(inFileAt path: String) -> Bool {
    FileStatus(path: path).map { $0.bytes > 0 } ?? false
  }

  /// Returns whether a text can be a PIN: 4 to 12 digits.
  package static func isValid(_ pin: String) -> Bool {
    (4...12).contains(pin.utf8.count) && pin.utf8.allSatisfy(\.isDigit)
  }

  private static func hash(_ pin: String, _ salt: Data) -> Data {
    let salt = Array(salt)
    var digest = salt + Array(pin.utf8)
    for _ in 0..<rounds { digest = SHA256.hash(of: salt + digest) }
    return Data(digest)
  }
}
