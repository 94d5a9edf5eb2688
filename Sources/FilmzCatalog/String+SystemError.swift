import Glibc

extension String {
  /// What the system says of its last error.
  static var systemError: String { String(cString: strerror(errno)) }
}
