extension TerminalInput {
  /// Milliseconds in which the rest of an escape sequence comes behind its first byte, and in which
  /// it goes on: nobody types `ESC [` by hand.
  private enum Patience {
    static let beginning: CInt = 100
    static let rest: CInt = 500
  }

  /// Takes what an arrow or a function key sends behind its ESC (ECMA-48: `ESC [`, parameters, and a
  /// final byte from `@` to `~`; xterm: `ESC O` and one byte; Linux console: `ESC [ [` and one byte).
  func skipSequence() {
    var byte = self.byte(within: Patience.beginning)
    while byte == 0x1B { byte = self.byte(within: Patience.beginning) }
    switch byte {
    case UInt8(ascii: "O"): _ = self.byte(within: Patience.rest)
    case UInt8(ascii: "["):
      byte = self.byte(within: Patience.rest)
      if byte == UInt8(ascii: "[") { byte = self.byte(within: Patience.rest) }
      while let next = byte, !(0x40...0x7E).contains(next) {
        byte = self.byte(within: Patience.rest)
      }
    default: break
    }
  }
}
