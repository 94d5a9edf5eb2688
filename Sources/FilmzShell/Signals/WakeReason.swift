import Glibc

/// A reason to wake an editor that waits for a key, sent as one byte through a ``WakePipe``.
package enum WakeReason: UInt8, Sendable {
  case interruption = 1
  case resizing
  case resumption
  case termination

  /// Converts a signal, or returns `nil` if the editor does not handle it.
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
