import Foundation

/// The path of a SQLite database in forms that SQLite can open, and the paths of its companion files.
package enum DatabasePath {
  /// The endings that SQLite appends to the path of a database for its companion files.
  private static let companionSuffixes = ["-wal", "-shm", "-journal"]

  /// Returns the path of a companion file of a database if it is a folder, pipe, or device; `nil` if there is none.
  ///
  /// With such a file, opening the database would fail, or wait for a program that writes to the pipe.
  package static func irregularCompanion(of path: String) -> String? {
    let path = FileStatus.target(of: path)
    return companionSuffixes.map { path + $0 }.first { FileStatus(path: $0)?.isRegular == false }
  }

  /// Returns a path as a URI for SQLite.
  ///
  /// Source: SQLite, "Uniform Resource Identifiers".
  package static func uri(of path: String) -> String {
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return path.hasPrefix("/") ? "file://\(escaped)" : "file:\(escaped)"
  }

  /// Returns the URI for reading a database that is never changed after it was written; `nil` if the path is not that
  /// of a regular file.
  ///
  /// SQLite then uses neither locks nor companion files.
  package static func immutableURI(of path: String) -> String? {
    guard FileStatus(path: path)?.isRegular == true else { return nil }
    return uri(of: path) + "?mode=ro&immutable=1"
  }
}
