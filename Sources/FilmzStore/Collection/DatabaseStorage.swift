import FilmzFiles
import Glibc

/// Where a database is stored: in a file, or in memory if the file does not exist.
enum DatabaseStorage: Equatable {
  case memory
  case file(FileIdentity)

  /// Finds out whether there is a file at a path, and which one.
  ///
  /// - Throws: ``StoreError/notAFile(path:)``, also for a file that SQLite creates next to it;
  ///   ``StoreError/cannotRead(path:reason:)``.
  init(path: String) throws(StoreError) {
    if let companion = DatabasePath.irregularCompanion(of: path) {
      throw .notAFile(path: companion)
    }
    if let status = FileStatus(path: path) {
      guard status.isRegular else { throw .notAFile(path: path) }
      self = .file(status.identity)
      return
    }
    guard errno == ENOENT else { throw .cannotRead(path: path, reason: .systemError) }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      self = .memory
      return
    }
    guard status.st_mode & S_IFMT == S_IFLNK else {
      // Another program has created the file in the meantime.
      try self.init(path: path)
      return
    }
    throw .cannotRead(path: path, reason: "it is a link to a file that does not exist")
  }
}
