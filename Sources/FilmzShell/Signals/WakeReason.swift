import Glibc

/// A reason to wake a thread that waits for input, sent as one byte through a ``WakePipe``.
package enum WakeReason: UInt8, Sendable {
  /// Ctrl-C, or the cancellation of the task that waits for the input.
  case interruption = 1
  /// The terminal has changed its size.
  case resizing
  /// The program continues after it was suspended.
  case resumption
  /// A signal terminates the program, or the editor is closed.
  case termination
  /// The cancellation of the task that waits for a key.
  case cancellation

  /// Creates the reason for a signal, or returns `nil` if the signal does not wake the editor.
  package init?(signal: CInt) {
    switch signal {
    case SIGINT: self = .interruption
    case SIGWINCH: self = .resizing
    case SIGCONT: self = .resumption
    case SIGTERM, SIGHUP: self = .termination
    default: return nil
    }
  }
}
