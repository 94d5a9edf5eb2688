import Glibc

/// What the editor is told while it waits for a key: one byte each in a `WakePipe`.
package enum WakeReason: UInt8, Sendable {
  case interruption = 1
  case resizing
  case resumption
  case termination

  /// What a signal means to a waiting editor; nil when it means nothing to it.
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
