import Glibc

extension String {
  /// The system's text for the last error, which is the one in `errno`.
  package static var systemError: String { systemError(errno) }

  /// The system's text for an error number.
  package static func systemError(_ code: CInt) -> String { String(cString: strerror(code)) }
}
