import Glibc

/// Why a file or folder could not be created or written.
package enum FileError: Error, Equatable {
  case cannotCreate(path: String, reason: String)
  case diskFull(path: String)

  /// The error for a path and an error number, by default that of the last system call.
  init(path: String, code: CInt = errno) {
    self =
      code == ENOSPC
      ? .diskFull(path: path) : .cannotCreate(path: path, reason: .systemError(code))
  }

  /// The file or folder that the error is about.
  package var path: String {
    switch self {
    case .cannotCreate(let path, _), .diskFull(let path): path
    }
  }

  /// The system's text for the error.
  package var reason: String {
    switch self {
    case .cannotCreate(_, let reason): reason
    case .diskFull: .systemError(ENOSPC)
    }
  }
}
