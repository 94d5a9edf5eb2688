import GRDB

extension CatalogError {
  /// Why a catalog cannot be read, from what SQLite says.
  init(_ error: DatabaseError, path: String) {
    self =
      switch error.resultCode.primaryResultCode {
      case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
        .cannotRead(name: path, reason: "it cannot be opened; check its rights")
      case .SQLITE_NOMEM: .cannotRead(name: path, reason: "there is not enough memory")
      default: .damaged(path: path)
      }
  }
}
