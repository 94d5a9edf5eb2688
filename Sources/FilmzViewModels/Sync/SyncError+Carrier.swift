import FilmzSync

extension SyncError {
  /// The state of sync that the error means.
  var state: SyncStatus.State {
    switch self {
    case .wrongKey, .wrongKeyGiven, .otherKeysLeft, .keyNeeded: .wrongKey
    case .full: .full
    default: .unreachable
    }
  }
}

/// Runs a closure and replaces the errors of a folder or server by those that the user sees.
func mapCarrierErrors<Value>(
  _ path: String, _ body: () async throws -> Value
) async throws -> Value {
  do { return try await body() } catch let error as SyncCarrierError {
    throw SyncError(error, path)
  } catch let error as PostgresError {
    throw SyncError(error, place: path)
  }
}

extension SyncError {
  fileprivate init(_ error: SyncCarrierError, _ place: String) {
    self =
      switch error {
      case .noSchema(let path): .noSchema(path: path)
      case .missing(let path): .unreachable(path: path, reason: "it does not exist")
      case .emptied(let path): .unreachable(path: path, reason: "it has no files of filmz any more")
      case .wrongKey(let path, let file): .wrongKey(path: path, file: file)
      case .notAFolder(let path): .notAFolder(path: path)
      case .unreadable(let path, let reason): .unreachable(path: path, reason: reason)
      case .cannotWrite(let path, let reason): .notWritten(path: path, reason: reason)
      case .full(let path): .full(path: path)
      case .exists(let file):
        .notWritten(path: "\(place)/\(file.fileName)", reason: "another filmz has written it")
      case .noLibrary(let error): .noLibrary(error)
      case .contentTooLarge: .notWritten(path: place, reason: "a change is too large")
      case .stepMissing: .notWritten(path: place, reason: "a change has no step")
      }
  }
}
