import FilmzCommands
import Synchronization

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
    case 0x1B:  // ESC
      return Self.key(forSequence: input.skipSequence())
    default: return scalar.isText ? .character(Character(scalar)) : .unknown
    }
  }

  /// Returns the key for the bytes that follow ESC; arrows may have parameters, such as Ctrl.
  ///
  /// Function keys of the Linux console have two brackets.
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
      reset()
      return ["\u{FFFD}"] + begin(with: byte)
    }
    bytes.append(byte)
    return bytes.count == expectedCount ? [finish()] : []
  }

  /// Discards an incomplete scalar.
  mutating func reset() {
    bytes = []
    expectedCount = 0
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
    defer { reset() }
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first ?? "\u{FFFD}"
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
