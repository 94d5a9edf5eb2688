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

  private func key(_ scalar: Unicode.Scalar) -> KeyPress {
    switch scalar.value {
    case 0x0A, 0x0D: return .enter
    case 0x04: return .endOfInput
    case 0x1B:
      input.skipSequence()
      return .unknown
    case 0..<0x20, 0x7F..<0xA0: return .unknown
    default: return .character(Character(scalar))
    }
  }

  /// Returns the key for a wake reason.
  ///
  /// Leaves noncanonical mode if the program is interrupted or terminated.
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
