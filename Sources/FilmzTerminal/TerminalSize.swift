import Glibc

/// The columns of the terminal behind a file descriptor, `nil` if there is none or it has none.
package func columns(of descriptor: Int32) -> Int? {
  windowSize(of: descriptor).flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
}

/// The rows of the terminal behind a file descriptor, `nil` if there is none or it has none.
package func rows(of descriptor: Int32) -> Int? {
  windowSize(of: descriptor).flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
}

/// Whether the file descriptor is a terminal.
package func isTerminal(_ descriptor: Int32) -> Bool {
  isatty(descriptor) == 1
}

private func windowSize(of descriptor: Int32) -> winsize? {
  var size = winsize()
  return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
}
