import FilmzTerminal
import Glibc
import Synchronization

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
      guard let state = wakePipe.wait(orFor: STDIN_FILENO) else { return .endOfInput }
      if let reason = wakePipe.next() { return .woken(reason) }
      if state.isReadable, let event = readByte() { return event }
    }
  }

  /// The number of bytes that can be read without blocking.
  var availableByteCount: CInt {
    var count: CInt = 0
    return ioctl(STDIN_FILENO, UInt(FIONREAD), &count) == 0 ? count : 0
  }

  /// Reads a byte, or returns `nil` if none arrives in time or the input ends.
  ///
  /// Wake reasons stay pending.
  func nextByte(within milliseconds: CInt) -> UInt8? {
    var polledDescriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&polledDescriptor, 1, milliseconds) > 0, case .byte(let byte)? = readByte() else { return nil }
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
  /// The time between ESC and the next byte, in milliseconds.
  private static let secondByteTimeout: CInt = 100
  /// The time between later bytes of an escape sequence, in milliseconds.
  ///
  /// It is longer because users do not type `ESC [` by hand.
  private static let laterByteTimeout: CInt = 500

  /// Reads and returns the bytes that an arrow key or function key sends after ESC; further ESCs are skipped.
  ///
  /// ECMA-48: `ESC [`, parameters, and a final byte from `@` to `~`. xterm: `ESC O` and one byte.
  /// Linux console: `ESC [ [` and one byte.
  @discardableResult
  func skipSequence() -> [UInt8] {
    var byte: UInt8?
    repeat { byte = nextByte(within: Self.secondByteTimeout) } while byte == 0x1B
    var sequence: [UInt8] = byte.map { [$0] } ?? []
    func readLaterByte() -> UInt8? {
      let byte = nextByte(within: Self.laterByteTimeout)
      if let byte { sequence.append(byte) }
      return byte
    }
    switch byte {
    case UInt8(ascii: "O"): _ = readLaterByte()
    case UInt8(ascii: "["):
      byte = readLaterByte()
      if byte == UInt8(ascii: "[") { byte = readLaterByte() }
      while let next = byte, !(0x40...0x7E).contains(next) { byte = readLaterByte() }
    default: break
    }
    return sequence
  }
}

/// Decodes UTF-8 one byte at a time, without reading ahead.
///
/// libedit can decode by itself, but ignores bytes that are not UTF-8. This type replaces these
/// bytes with U+FFFD, so that the user notices them.
struct IncrementalUTF8Decoder: Sendable {
  private var bytes: [UInt8] = []
  private var expectedCount = 0

  /// Decodes the next byte, and returns the scalars that it completes.
  ///
  /// If there is an incomplete scalar and the byte does not continue it, the result begins with
  /// U+FFFD for the incomplete scalar.
  mutating func decode(_ byte: UInt8) -> [Unicode.Scalar] {
    guard !bytes.isEmpty else { return begin(with: byte) }
    guard byte & 0xC0 == 0x80 else {
      self = Self()
      return ["\u{FFFD}"] + begin(with: byte)
    }
    bytes.append(byte)
    return bytes.count == expectedCount ? [finish()] : []
  }

  private mutating func begin(with byte: UInt8) -> [Unicode.Scalar] {
    switch byte {
    case 0x00...0x7F: return [Unicode.Scalar(byte)]
    case 0xC2...0xDF: expectedCount = 2
    case 0xE0...0xEF: expectedCount = 3
    case 0xF0...0xF4: expectedCount = 4
    default: return ["\u{FFFD}"]
    }
    bytes = [byte]
    return []
  }

  private mutating func finish() -> Unicode.Scalar {
    defer { self = Self() }
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first ?? "\u{FFFD}"
  }
}

/// Reads single keys from the terminal; used only on the editing thread.
struct KeyReader {
  let input: TerminalInput
  private var decoder = IncrementalUTF8Decoder()
  private var pendingScalars: [Unicode.Scalar] = []

  init(input: TerminalInput) { self.input = input }

  /// Waits for the next key; keys that were typed ahead come first.
  mutating func next() -> KeyPress {
    while true {
      if !pendingScalars.isEmpty { return key(pendingScalars.removeFirst()) }
      switch input.next() {
      case .byte(let byte): pendingScalars = decoder.decode(byte)
      case .endOfInput: return .endOfInput
      case .woken(let reason): return respond(to: reason)
      }
    }
  }

  /// Returns the key for a scalar; if the scalar is ESC, reads the rest of the escape sequence.
  private func key(_ scalar: Unicode.Scalar) -> KeyPress {
    switch scalar.value {
    case 0x0A, 0x0D: return .enter
    case 0x04: return .endOfInput  // Ctrl-D
    case 0x1B: return Self.key(forSequence: input.skipSequence())  // ESC
    default: return scalar.isText ? .character(Character(scalar)) : .unknown
    }
  }

  /// Returns the key for the bytes that follow ESC.
  ///
  /// The sequence of an arrow may contain modifiers, such as Ctrl. Two brackets begin the function keys of the Linux
  /// console, which have no meaning.
  private static func key(forSequence bytes: [UInt8]) -> KeyPress {
    guard let first = bytes.first, [UInt8(ascii: "["), UInt8(ascii: "O")].contains(first),
      bytes.dropFirst().first != UInt8(ascii: "[")
    else { return .unknown }
    return switch bytes.last {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    default: .unknown
    }
  }

  /// Returns the key for a wake reason.
  ///
  /// Enters noncanonical mode again after the program was suspended, and leaves this mode on Ctrl-C
  /// and when the program is being terminated.
  private func respond(to reason: WakeReason) -> KeyPress {
    switch reason {
    case .resizing: return .resized
    case .cancellation: return .cancelled
    case .resumption: return NoncanonicalMode.enter() ? .resumed : .endOfInput
    case .interruption, .termination:
      NoncanonicalMode.leave()
      return reason == .interruption ? .interrupted : .terminated
    }
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
  var withoutEcho: TerminalModes { enabling(ICANON | ISIG, disabling: ECHO | ECHONL) }

  /// These modes in noncanonical mode without echo: a read returns each key immediately.
  ///
  /// Signal keys stay enabled.
  var noncanonical: TerminalModes {
    var modes = enabling(ISIG, disabling: ICANON | ECHO | ECHONL)
    withUnsafeMutableBytes(of: &modes.attributes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    return modes
  }

  private func enabling(_ enabledFlags: CInt, disabling disabledFlags: CInt) -> TerminalModes {
    var modes = self
    modes.attributes.c_lflag &= ~tcflag_t(disabledFlags)
    modes.attributes.c_lflag |= tcflag_t(enabledFlags)
    return modes
  }

  /// Sets the terminal to these modes after pending output has been written; unread input is kept.
  func apply() {
    var attributes = attributes
    while tcsetattr(STDIN_FILENO, TCSADRAIN, &attributes) == -1, errno == EINTR {}
  }
}

/// The terminal's noncanonical mode without echo, in which single keys are read.
///
/// The editing thread enters and leaves this mode; another thread leaves it, too, before it exits
/// the program.
enum NoncanonicalMode {
  /// The modes to restore, or `nil` while the terminal is not in noncanonical mode.
  private static let previousModes = Mutex<TerminalModes?>(nil)

  /// Enters noncanonical mode, or enters it again after the program was suspended.
  ///
  /// - Returns: `false` if standard input is not a terminal.
  static func enter() -> Bool {
    previousModes.withLock { previousModes in
      previousModes = previousModes ?? TerminalModes()
      if let previousModes { SavedTerminalModes.save(previousModes) }
      previousModes?.noncanonical.apply()
      return previousModes != nil
    }
  }

  /// Restores the previous modes, if the terminal is in noncanonical mode.
  static func leave() {
    previousModes.withLock { previousModes in
      previousModes?.apply()
      previousModes = nil
    }
  }
}
