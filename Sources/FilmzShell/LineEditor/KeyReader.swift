import FilmzTerminal

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
      case .endOfInput: return .closed
      case .woken(let reason): return respond(to: reason)
      }
    }
  }

  /// Returns the key for a scalar; if the scalar is ESC, reads the rest of the escape sequence.
  private mutating func key(_ scalar: Unicode.Scalar) -> KeyPress {
    guard scalar == "\u{1B}" else { return Self.key(for: scalar) }
    let sequence = input.skipSequence()
    if sequence.isEmpty { input.startDroppingRestOfSequence() }
    if sequence == Array("[200~".utf8) { return readPaste() }
    if sequence.count == 1, sequence[0] >= 0x80 { return readAlt(startingWith: sequence[0]) }
    return Self.key(forSequence: sequence)
  }

  /// Returns the key for a scalar other than ESC.
  static func key(for scalar: Unicode.Scalar) -> KeyPress {
    switch scalar.value {
    case 0x0A, 0x0D: .enter
    case 0x04: .endOfInput  // Ctrl-D
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x01...0x1A: .control(Character(Unicode.Scalar(UInt8(0x60 + scalar.value))))
    default: scalar.isText ? .character(Character(scalar)) : .unknown
    }
  }

  /// Returns the key for the bytes that follow ESC, if any.
  ///
  /// Left and Right with a modifier other than Shift are Alt-B and Alt-F, which move by a word; otherwise, modifiers such
  /// as Ctrl are ignored. Two brackets begin the function keys of the Linux console, which have no meaning.
  static func key(forSequence bytes: [UInt8]) -> KeyPress {
    guard let first = bytes.first else { return .escape }
    guard bytes.count > 1 else {
      let scalar = Unicode.Scalar(first)
      return if first == 0x7F { .control("w") } else { scalar.isText ? .alt(Character(scalar)) : .unknown }
    }
    guard bytes[1] != UInt8(ascii: "[") else { return .unknown }
    return switch bytes.last {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): movesByWord(bytes) ? .alt("f") : .right
    case UInt8(ascii: "D"): movesByWord(bytes) ? .alt("b") : .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    case UInt8(ascii: "~"): key(forNumber: bytes.dropFirst().prefix { (0x30...0x39).contains($0) })
    default: .unknown
    }
  }

  /// Returns whether a sequence such as `ESC [ 1 ; 5 C` has a modifier other than Shift (xterm: 3 to 8).
  private static func movesByWord(_ bytes: [UInt8]) -> Bool {
    guard let modifier = bytes.dropLast().last else { return false }
    return (UInt8(ascii: "3")...UInt8(ascii: "8")).contains(modifier)
  }

  /// Returns the key for the number in a sequence such as `ESC [ 3 ~` (VT220, rxvt).
  private static func key(forNumber digits: ArraySlice<UInt8>) -> KeyPress {
    switch String(decoding: digits, as: UTF8.self) {
    case "1", "7": .home
    case "3": .delete
    case "4", "8": .end
    case "5": .pageUp
    case "6": .pageDown
    default: .unknown
    }
  }

  /// Reads the rest of a character that is not ASCII, and that follows ESC.
  private mutating func readAlt(startingWith byte: UInt8) -> KeyPress {
    var scalars = decoder.decode(byte)
    while scalars.isEmpty, let next = input.nextByte(within: input.secondByteTimeout) { scalars = decoder.decode(next) }
    return scalars.first.map { .alt(Character($0)) } ?? .unknown
  }

  private func readPaste() -> KeyPress {
    let (bytes, reason) = input.readBracketedPaste()
    return reason.map(respond) ?? .paste(String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the key for a wake reason.
  ///
  /// Enters noncanonical mode again after the program was suspended, and leaves this mode on Ctrl-C
  /// and when the program is being terminated.
  private func respond(to reason: WakeReason) -> KeyPress {
    switch reason {
    case .resizing: return .resized
    case .cancellation: return .cancelled
    case .resumption: return NoncanonicalMode.enter() ? .resumed : .closed
    case .interruption, .termination:
      NoncanonicalMode.leave()
      return reason == .interruption ? .interrupted : .terminated
    }
  }
}
