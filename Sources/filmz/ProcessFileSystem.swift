import Glibc

/// The file system `/proc`, in which Linux shows processes and their threads.
enum ProcessFileSystem {
  private static let status = "/proc/self/stat"
  /// The exit status for files that cannot be read; source: the contract, Streams and exit status.
  private static let unreadable: CInt = 74

  /// Ends the program with a message if `/proc` cannot be read.
  ///
  /// Without it, Swift's library finds no arguments, and Dispatch, which reads the states of its threads there, ends
  /// the program with an illegal instruction.
  static func require() {
    guard access(status, R_OK) != 0 else { return }
    let message =
      "filmz: cannot read \(status): \(String(cString: strerror(errno))); mount /proc, which filmz needs\n"
    _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(unreadable)
  }
}
