import Glibc

/// Waits for the next byte of standard input or the next wake reason, whichever comes first.
///
/// Input is read one byte at a time, so that input that was typed ahead stays in the terminal's
/// queue for child processes.
struct TerminalInput: Sendable {
  enum Event: Sendable {
    case byte(UInt8)
    case woken(WakeReason)
    case endOfInput
  }

  let wakePipe: WakePipe

  /// Blocks until there is an event, and returns it; read errors are reported as the end of input.
  func next() -> Event {
    while true {
      var polledDescriptors = [
        pollfd(fd: wakePipe.readEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polledDescriptors, nfds_t(polledDescriptors.count), -1) >= 0 else {
        if errno == EINTR || errno == EAGAIN { continue }
        return .endOfInput
      }
      if let reason = wakePipe.next() { return .woken(reason) }
      if polledDescriptors[1].revents != 0, let event = readByte() { return event }
    }
  }

  /// The number of bytes that can be read without blocking.
  var availableByteCount: CInt {
    var count: CInt = 0
    return ioctl(STDIN_FILENO, UInt(FIONREAD), &count) == 0 ? count : 0
  }

  /// Reads the next byte, or returns `nil` at the end of the input or after an error.
  ///
  /// In the modes ``TerminalModes/withoutBlockingReads``, also returns `nil` if there is no input.
  /// In other modes, waits for input.
  func nextByte() -> UInt8? {
    guard case .byte(let byte)? = readByte() else { return nil }
    return byte
  }

  /// Reads a byte, or returns `nil` if none arrives in time or the input ends.
  ///
  /// Wake reasons stay pending.
  func nextByte(within milliseconds: CInt) -> UInt8? {
    var polledDescriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&polledDescriptor, 1, milliseconds) > 0, case .byte(let byte)? = readByte() else {
      return nil
    }
    return byte
  }

  /// Discards the pending wake reasons, and returns whether one of them was a termination.
  func discardWakeReasons() -> Bool {
    var isTerminated = false
    while let reason = wakePipe.next() { isTerminated = isTerminated || reason == .termination }
    return isTerminated
  }

  private func readByte() -> Event? {
    var byte: UInt8 = 0
    switch read(STDIN_FILENO, &byte, 1) {
    case 1: return .byte(byte)
    case 0: return .endOfInput
    default: return errno == EINTR || errno == EAGAIN ? nil : .endOfInput
    }
  }
}
