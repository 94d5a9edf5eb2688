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
      case .woken(let reason): if let key = respond(to: reason) { return key }
      }
    }
  }

  /// Returns the key for a scalar; if the scalar is ESC, discards the rest of the escape sequence.
  private func key(_ scalar: Unicode.Scalar) -> KeyPress {
    switch scalar.value {
    case 0x0A, 0x0D: return .enter
    case 0x04: return .endOfInput  // Ctrl-D
    case 0x1B:  // ESC
      input.skipSequence()
      return .unknown
    case 0..<0x20, 0x7F..<0xA0: return .unknown
    default: return .character(Character(scalar))
    }
  }

  /// Returns the key for a wake reason, or `nil` for a resize, which has no key.
  ///
  /// Enters noncanonical mode again after the program was suspended, and leaves this mode on Ctrl-C
  /// and when the program is being terminated.
  private func respond(to reason: WakeReason) -> KeyPress? {
    switch reason {
    case .resizing: return nil
    case .resumption: return NoncanonicalMode.enter() ? .resumed : .endOfInput
    case .interruption, .termination:
      NoncanonicalMode.leave()
      return reason == .interruption ? .interrupted : .terminated
    }
  }
}
