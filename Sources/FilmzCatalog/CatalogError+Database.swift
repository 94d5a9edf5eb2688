import GRDB

extension CatalogError {
  /// Creates the error for an SQLite error that occurred while a catalog was read.
  init(_ error: DatabaseError, path: String) {
    self =
      switch error.resultCode.primaryResultCode {
      case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
        .cannotRead(name: path, reason: "it cannot be opened; check its permissions")
      case .SQLITE_NOMEM: .cannotRead(name: path, reason: "there is not enough memory")
      default: .damaged(path: path)
      }
  }
}
