import Glibc

/// Returns the number of columns of a terminal.
///
/// Returns `nil` if the file descriptor is not a terminal, or the terminal does not report its size.
package func columns(of descriptor: Int32) -> Int? {
  windowSize(of: descriptor).flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
}

/// Returns the number of rows of a terminal.
///
/// Returns `nil` if the file descriptor is not a terminal, or the terminal does not report its size.
package func rows(of descriptor: Int32) -> Int? {
  windowSize(of: descriptor).flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
}

/// Returns whether a file descriptor is a terminal.
package func isTerminal(_ descriptor: Int32) -> Bool {
  isatty(descriptor) == 1
}

private func windowSize(of descriptor: Int32) -> winsize? {
  var size = winsize()
  return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
}
