import Glibc

extension String {
  /// The system's description of the error in `errno`.
  package static var systemError: String { systemError(errno) }

  /// Returns the system's description of an error number.
  package static func systemError(_ code: CInt) -> String { String(cString: strerror(code)) }
}
