import FilmzSync

extension SyncError {
  /// The state of sync that the error means.
  var state: SyncStatus.State {
    switch self {
    case .wrongKey, .keyNeeded: .wrongKey
    case .full: .full
    default: .unreachable
    }
  }
}

/// Runs a closure and replaces the errors of a folder by those that the user sees.
func mapFolderErrors<Value>(
  _ path: String, _ body: () async throws -> Value
) async throws -> Value {
  do { return try await body() } catch let error as SyncFolderError { throw SyncError(error, path) }
}

func mapFolderErrors<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
  do { return try body() } catch let error as SyncFolderError { throw SyncError(error, path) }
}

extension SyncError {
  fileprivate init(_ error: SyncFolderError, _ folder: String) {
    self =
      switch error {
      case .missing(let path): .unreachable(path: path, reason: "it does not exist")
      case .emptied(let path): .unreachable(path: path, reason: "it has no files of filmz any more")
      case .wrongKey(let path, let file): .wrongKey(path: path, file: file)
      case .notAFolder(let path): .notAFolder(path: path)
      case .unreadable(let path, let reason): .unreachable(path: path, reason: reason)
      case .cannotWrite(let path, let reason): .notWritten(path: path, reason: reason)
      case .full(let path): .full(path: path)
      case .exists(let file):
        .notWritten(path: "\(folder)/\(file.fileName)", reason: "another filmz has written it")
      case .contentTooLarge: .notWritten(path: folder, reason: "a change is too large")
      case .stepMissing: .notWritten(path: folder, reason: "a change has no step")
      }
  }
}
