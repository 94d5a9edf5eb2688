import FilmzCommands

/// Reads single keys from the terminal; it belongs to the editing thread.
struct KeyReader {
  /// Milliseconds in which the rest of an escape sequence comes behind its first byte, and in which
  /// it goes on: nobody types `ESC [` by hand.
  private enum Patience {
    static let beginning: CInt = 100
    static let rest: CInt = 500
  }

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
      skipSequence()
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

  /// Takes what an arrow or a function key sends behind its ESC (ECMA-48: `ESC [`, parameters, and a
  /// final byte from `@` to `~`; xterm: `ESC O` and one byte; Linux console: `ESC [ [` and one byte).
  private func skipSequence() {
    var byte = input.byte(within: Patience.beginning)
    while byte == 0x1B { byte = input.byte(within: Patience.beginning) }
    switch byte {
    case UInt8(ascii: "O"): _ = input.byte(within: Patience.rest)
    case UInt8(ascii: "["):
      byte = input.byte(within: Patience.rest)
      if byte == UInt8(ascii: "[") { byte = input.byte(within: Patience.rest) }
      while let next = byte, !(0x40...0x7E).contains(next) {
        byte = input.byte(within: Patience.rest)
      }
    default: break
    }
  }
}
