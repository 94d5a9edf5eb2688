import FilmzCommands

/// Reads single keys from the terminal; it belongs to the editing thread.
struct KeyReader {
  let input: TerminalInput
  private var assembler = UTF8Assembler()
  private var pending: [Unicode.Scalar] = []

  init(input: TerminalInput) { self.input = input }

  /// Waits for the next key; what was typed before comes first.
  mutating func next() -> KeyPress {
    while true {
      if !pending.isEmpty { return key(pending.removeFirst()) }
      switch input.next() {
      case .byte(let byte): pending = assembler.take(byte)
      case .end: return .endOfInput
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

  /// Whoever ends the program gets the terminal back at once.
  private func respond(to reason: WakeReason) -> KeyPress? {
    switch reason {
    case .resizing: return nil
    case .resumption: return TakenTerminal.take() ? .resumed : .endOfInput
    case .interruption, .termination:
      TakenTerminal.giveBack()
      return reason == .interruption ? .interrupted : .terminated
    }
  }
}
