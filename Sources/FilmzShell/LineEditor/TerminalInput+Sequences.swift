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
