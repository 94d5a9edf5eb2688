import Glibc

/// The pipe to ourselves by which signals reach an editor that waits in `poll`.
package final class WakePipe: Sendable {
  let readEnd: CInt
  private let writeEnd: CInt

  /// Opens the pipe; neither end blocks, and neither is handed on to children.
  ///
  /// Without free file descriptors the pipe is mute: the editor then reads keys alone.
  package init() {
    var ends: [CInt] = [-1, -1]
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    if readEnd >= 0 { close(readEnd) }
    if writeEnd >= 0 { close(writeEnd) }
  }

  /// Wakes the editor, or the next reading if none waits now.
  ///
  /// Interruptions, resizings and resumptions from before a reading are forgotten when it begins.
  package func send(_ reason: WakeReason) {
    var byte = reason.rawValue
    _ = write(writeEnd, &byte, 1)
  }

  /// The oldest reason that has not been taken yet; nil when there is none.
  func next() -> WakeReason? {
    var byte: UInt8 = 0
    guard read(readEnd, &byte, 1) == 1 else { return nil }
    return WakeReason(rawValue: byte)
  }
}
