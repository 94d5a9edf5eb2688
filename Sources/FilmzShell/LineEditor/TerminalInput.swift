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

extension TerminalInput {
  /// Timeouts within an escape sequence, in milliseconds.
  private enum SequenceTimeout {
    /// The time between ESC and the next byte.
    static let secondByte: CInt = 100
    /// The time between later bytes; it is longer because users do not type `ESC [` by hand.
    static let laterByte: CInt = 500
  }

  /// Reads the bytes that an arrow key or function key sends after ESC, and returns them without further
  /// ESCs.
  ///
  /// ECMA-48: `ESC [`, parameters, and a final byte from `@` to `~`. xterm: `ESC O` and one byte.
  /// Linux console: `ESC [ [` and one byte.
  @discardableResult
  func skipSequence() -> [UInt8] {
    var byte = self.nextByte(within: SequenceTimeout.secondByte)
    while byte == 0x1B { byte = self.nextByte(within: SequenceTimeout.secondByte) }
    var sequence: [UInt8] = byte.map { [$0] } ?? []
    func readByte() -> UInt8? {
      let byte = self.nextByte(within: SequenceTimeout.laterByte)
      if let byte { sequence.append(byte) }
      return byte
    }
    switch byte {
    case UInt8(ascii: "O"): _ = readByte()
    case UInt8(ascii: "["):
      byte = readByte()
      if byte == UInt8(ascii: "[") { byte = readByte() }
      while let next = byte, !(0x40...0x7E).contains(next) { byte = readByte() }
    default: break
    }
    return sequence
  }
}

/// The modes (`termios`) of the terminal at standard input.
struct TerminalModes: Sendable {
  private(set) var attributes: termios

  /// Reads the current modes, or returns `nil` if standard input is not a terminal.
  init?() {
    var attributes = termios()
    guard tcgetattr(STDIN_FILENO, &attributes) == 0 else { return nil }
    self.attributes = attributes
  }

  /// These modes in canonical mode without echo; signal keys stay enabled.
  var withoutEcho: TerminalModes {
    var modes = self
    modes.attributes.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    modes.attributes.c_lflag |= tcflag_t(ICANON | ISIG)
    return modes
  }

  /// These modes in noncanonical mode without echo: a read returns each key immediately.
  ///
  /// Signal keys stay enabled.
  var noncanonical: TerminalModes {
    var modes = self
    modes.attributes.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL)
    modes.attributes.c_lflag |= tcflag_t(ISIG)
    modes.setMinimumReadSize(1)
    return modes
  }

  /// These modes with reads that return immediately if there is no input, for noncanonical mode.
  var withoutBlockingReads: TerminalModes {
    var modes = self
    modes.setMinimumReadSize(0)
    return modes
  }

  /// Sets `VMIN`, the number of bytes that a read waits for, without a timeout.
  private mutating func setMinimumReadSize(_ count: cc_t) {
    withUnsafeMutableBytes(of: &attributes.c_cc) { characters in
      characters[Int(VMIN)] = count
      characters[Int(VTIME)] = 0
    }
  }

  /// Sets the terminal to these modes after pending output has been written; unread input is kept.
  func apply() {
    var attributes = attributes
    while tcsetattr(STDIN_FILENO, TCSADRAIN, &attributes) == -1, errno == EINTR {}
  }
}
