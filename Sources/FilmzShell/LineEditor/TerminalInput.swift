import Glibc

/// Waits for the next byte of standard input or the next reason to wake, whichever comes first.
///
/// It reads one byte at a time, so that whatever was typed ahead stays in the terminal for the
/// programs that are started between two lines.
struct TerminalInput: Sendable {
  /// What a waiting reader gets.
  enum Event: Sendable {
    case byte(UInt8)
    case woken(WakeReason)
    case end
  }

  let wake: WakePipe

  /// Blocks until something happens; never fails, as a broken terminal is the end of input.
  func next() -> Event {
    while true {
      var sources = [
        pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&sources, nfds_t(sources.count), -1) >= 0 else {
        if errno == EINTR || errno == EAGAIN { continue }
        return .end
      }
      if let reason = wake.next() { return .woken(reason) }
      if sources[1].revents != 0, let event = readByte() { return event }
    }
  }

  /// Bytes that wait to be read.
  var waitingBytes: CInt {
    var count: CInt = 0
    return ioctl(STDIN_FILENO, UInt(FIONREAD), &count) == 0 ? count : 0
  }

  /// The next byte; `nil` if there is none, where the terminal does not wait for one.
  func byteAtOnce() -> UInt8? {
    guard case .byte(let byte)? = readByte() else { return nil }
    return byte
  }

  /// A byte that is there within some milliseconds; what wakes meanwhile waits.
  func byte(within milliseconds: CInt) -> UInt8? {
    var source = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&source, 1, milliseconds) > 0, case .byte(let byte)? = readByte() else {
      return nil
    }
    return byte
  }

  /// Forgets what woke nobody in time; tells whether a termination was among it.
  func drain() -> Bool {
    var isTerminated = false
    while let reason = wake.next() { isTerminated = isTerminated || reason == .termination }
    return isTerminated
  }

  private func readByte() -> Event? {
    var byte: UInt8 = 0
    switch read(STDIN_FILENO, &byte, 1) {
    case 1: return .byte(byte)
    case 0: return .end
    default: return errno == EINTR || errno == EAGAIN ? nil : .end
    }
  }
}
