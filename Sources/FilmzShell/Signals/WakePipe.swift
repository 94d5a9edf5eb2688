import Glibc

/// A self-pipe that wakes a thread waiting in `poll` when a signal arrives or a task is cancelled.
package final class WakePipe: Sendable {
  let readEnd: CInt
  private let writeEnd: CInt

  /// Opens the pipe, with both ends nonblocking and closed in child processes.
  ///
  /// If no file descriptor is available, ``send(_:)`` has no effect; the editor still reads keys.
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

  /// Wakes the waiting thread or, if none is waiting, ends the next wait immediately.
  ///
  /// When the editor starts to read a line, it discards pending reasons other than `termination`.
  package func send(_ reason: WakeReason) {
    var byte = reason.rawValue
    _ = write(writeEnd, &byte, 1)
  }

  /// Waits until a reason is pending or a read of a descriptor would not block.
  ///
  /// - Returns: Whether a reason is pending (`isWoken`), and whether a read would not block; `nil` after an error.
  func wait(orFor descriptor: CInt) -> (isWoken: Bool, isReadable: Bool)? {
    var polledDescriptors = [readEnd, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&polledDescriptors, nfds_t(polledDescriptors.count), -1) < 0 {
      guard errno == EINTR || errno == EAGAIN else { return nil }
    }
    return (polledDescriptors[0].revents != 0, polledDescriptors[1].revents != 0)
  }

  /// Removes and returns the oldest pending reason, or returns `nil` if there is none.
  func next() -> WakeReason? {
    var byte: UInt8 = 0
    guard read(readEnd, &byte, 1) == 1 else { return nil }
    return WakeReason(rawValue: byte)
  }
}

/// A reason to wake a thread that waits for input, sent as one byte through a ``WakePipe``.
package enum WakeReason: UInt8, Sendable {
  /// Ctrl-C, or the cancellation of the task that reads a script.
  case interruption = 1
  /// The terminal has changed its size.
  case resizing
  /// The program continues after it was suspended.
  case resumption
  /// A signal terminates the program, or the editor is closed.
  case termination
  /// The cancellation of the task that waits for a key in the editor.
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
