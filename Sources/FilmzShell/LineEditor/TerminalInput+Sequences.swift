extension TerminalInput {
  /// Timeouts within an escape sequence, in milliseconds.
  private enum SequenceTimeout {
    /// The time between ESC and the next byte.
    static let secondByte: CInt = 100
    /// The time between later bytes; it is longer because users do not type `ESC [` by hand.
    static let laterByte: CInt = 500
  }

  /// Reads and discards the bytes that an arrow key or function key sends after ESC.
  ///
  /// ECMA-48: `ESC [`, parameters, and a final byte from `@` to `~`. xterm: `ESC O` and one byte.
  /// Linux console: `ESC [ [` and one byte.
  func skipSequence() {
    var byte = self.nextByte(within: SequenceTimeout.secondByte)
    while byte == 0x1B { byte = self.nextByte(within: SequenceTimeout.secondByte) }
    switch byte {
    case UInt8(ascii: "O"): _ = self.nextByte(within: SequenceTimeout.laterByte)
    case UInt8(ascii: "["):
      byte = self.nextByte(within: SequenceTimeout.laterByte)
      if byte == UInt8(ascii: "[") { byte = self.nextByte(within: SequenceTimeout.laterByte) }
      while let next = byte, !(0x40...0x7E).contains(next) {
        byte = self.nextByte(within: SequenceTimeout.laterByte)
      }
    default: break
    }
  }
}
