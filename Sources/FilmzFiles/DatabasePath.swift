import Foundation

/// The path of a database of SQLite, and of the files that SQLite creates next to it.
package enum DatabasePath {
  /// The endings of the names of the files next to a database.
  private static let companionSuffixes = ["-wal", "-shm", "-journal"]

  /// Returns the path of a folder, pipe, or device in the place of a file that SQLite creates next to a database;
  /// `nil` if there is none.
  ///
  /// Opening the database would fail, or wait for a program that writes to the pipe.
  package static func irregularCompanion(of path: String) -> String? {
    let path = FileStatus.target(of: path)
    return companionSuffixes.map { path + $0 }.first {
      FileStatus(path: $0)?.isRegular == false
    }
  }

  /// Returns a path as a URI for SQLite.
  ///
  /// Source: SQLite, "Uniform Resource Identifiers".
  package static func uri(of path: String) -> String {
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return path.hasPrefix("/") ? "file://\(escaped)" : "file:\(escaped)"
  }

  /// Returns the URI for reading a database that is never changed after it was written; `nil` if it is not a file.
  ///
  /// SQLite uses neither locks nor the files next to it.
  package static func immutableURI(of path: String) -> String? {
    guard FileStatus(path: path)?.isRegular == true else { return nil }
    return uri(of: path) + "?mode=ro&immutable=1"
  }
}
