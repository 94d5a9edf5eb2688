import Glibc

/// Why a file or folder could not be created, read or written.
package enum FileError: Error, Equatable {
  case cannotCreate(path: String, reason: String)
  case cannotRead(path: String, reason: String)
  case diskFull(path: String)
  /// Another program holds a lock for too long.
  case locked(path: String)
  /// A folder, a pipe, a device or a symbolic link is where a file should be.
  case notAFile(path: String)

  /// The error for a path and an error number, by default that of the last system call.
  init(path: String, code: CInt = errno) {
    self =
      switch code {
      case ENOSPC, EDQUOT: .diskFull(path: path)
      case ELOOP: .notAFile(path: path)
      default: .cannotCreate(path: path, reason: .systemError(code))
      }
  }

  /// The file or folder that the error is about.
  package var path: String {
    switch self {
    case .cannotCreate(let path, _), .cannotRead(let path, _), .diskFull(let path),
      .locked(let path), .notAFile(let path):
      path
    }
  }

  /// What went wrong with the path, such as the system's text for the error.
  package var reason: String {
    switch self {
    case .cannotCreate(_, let reason), .cannotRead(_, let reason): reason
    case .diskFull: .systemError(ENOSPC)
    case .locked: "another program has locked it"
    case .notAFile: "it is not a file"
    }
  }
}
