import FilmzCommands

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
