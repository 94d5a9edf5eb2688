import Glibc

/// An error in creating, reading, or writing a file or folder.
package enum FileError: Error, Equatable {
  /// A file or folder could not be created, written, or opened for writing.
  case cannotWrite(path: String, reason: String)
  case cannotRead(path: String, reason: String)
  case diskFull(path: String)
  /// Another lock on the file or folder was held until the timeout.
  case locked(path: String)
  /// A folder, pipe, socket, device, or symbolic link was found in the place of a file.
  case notAFile(path: String)

  /// Creates the error for a path and an error number, by default `errno`.
  init(path: String, code: CInt = errno) {
    self =
      switch code {
      case ENOSPC, EDQUOT: .diskFull(path: path)
      case ELOOP: .notAFile(path: path)
      default: .cannotWrite(path: path, reason: .systemError(code))
      }
  }

  /// The path of the file or folder.
  package var path: String {
    switch self {
    case .cannotWrite(let path, _), .cannotRead(let path, _), .diskFull(let path),
      .locked(let path), .notAFile(let path):
      path
    }
  }

  /// The reason, such as the system's description of the error.
  package var reason: String {
    switch self {
    case .cannotWrite(_, let reason), .cannotRead(_, let reason): reason
    case .diskFull: .systemError(ENOSPC)
    case .locked: "another program has locked it"
    case .notAFile: "it is not a file"
    }
  }
}

extension String {
  /// The system's description of the error in `errno`.
  package static var systemError: String { systemError(errno) }

  /// Returns the system's description of an error number.
  package static func systemError(_ code: CInt) -> String { String(cString: strerror(code)) }
}
