/// Splits terminal output into characters, control characters, and escape sequences.
struct EscapeParser: Sendable {
  /// One operation of a terminal.
  enum Token: Sendable, Equatable {
    case character(Unicode.Scalar)
    case lineFeed
    case carriageReturn
    case backspace
    case tab
    /// A control sequence: its final character, and its parameters, with 0 for omitted ones.
    case control(Unicode.Scalar, [Int])
    /// Sets or resets an ANSI mode (without a question mark).
    case mode(Int, isSet: Bool)
    /// Sets or resets a private mode (with a question mark).
    case privateMode(Int, isSet: Bool)
    case saveCursor
    case restoreCursor
  }

  private enum State {
    case text
    case escape
    case control(String)
    /// A string such as an operating system command, up to BEL or `ESC \`.
    case string(afterEscape: Bool)
    /// A sequence with one more character.
    case oneMoreCharacter
  }

  private var state = State.text
  private var incompleteCharacter: [UInt8] = []

  /// Decodes UTF-8, repairing invalid bytes; an incomplete character is kept for the next call.
  mutating func decode(_ bytes: [UInt8]) -> String.UnicodeScalarView {
    let input = incompleteCharacter + bytes
    let end = input.count - Self.lengthOfIncompleteCharacter(input)
    incompleteCharacter = Array(input[end...])
    return String(decoding: input[..<end], as: UTF8.self).unicodeScalars
  }

  /// Processes a scalar, and returns the token that it completes, if any.
  mutating func next(_ scalar: Unicode.Scalar) -> Token? {
    switch state {
    case .text: return text(scalar)
    case .escape:
      state = Self.afterEscape(scalar)
      if scalar == "7" || scalar == "8" { return scalar == "7" ? .saveCursor : .restoreCursor }
    case .control(let parameters): return control(parameters, scalar)
    case .oneMoreCharacter: state = .text
    case .string(let afterEscape):
      let ends = scalar == "\u{7}" || (afterEscape && scalar == "\\")
      state = ends ? .text : .string(afterEscape: scalar == "\u{1b}")
    }
    return nil
  }

  private mutating func text(_ scalar: Unicode.Scalar) -> Token? {
    switch scalar {
    case "\u{1b}": state = .escape
    case "\n": return .lineFeed
    case "\r": return .carriageReturn
    case "\u{8}": return .backspace
    case "\t": return .tab
    case "\u{7f}", "\0"..<" ": break
    default: return .character(scalar)
    }
    return nil
  }

  private static func afterEscape(_ scalar: Unicode.Scalar) -> State {
    switch scalar {
    case "[": .control("")
    case "]", "P", "X", "^", "_": .string(afterEscape: false)
    case "(", ")", "*", "+": .oneMoreCharacter
    default: .text
    }
  }

  private mutating func control(_ parameters: String, _ scalar: Unicode.Scalar) -> Token? {
    guard ("@"..."~").contains(scalar) else {
      state = .control(parameters + String(scalar))
      return nil
    }
    state = .text
    if parameters.first == "?", scalar == "h" || scalar == "l" {
      return .privateMode(Int(parameters.dropFirst()) ?? 0, isSet: scalar == "h")
    }
    if let prefix = parameters.first, "<=>?".contains(prefix) { return nil }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    let isMode = scalar == "h" || scalar == "l"
    return isMode ? .mode(numbers[0], isSet: scalar == "h") : .control(scalar, numbers)
  }

  /// Returns the number of bytes at the end that belong to an incomplete character.
  private static func lengthOfIncompleteCharacter(_ bytes: [UInt8]) -> Int {
    let tail = bytes.suffix(3).reversed()
    guard let index = Array(tail).firstIndex(where: { $0 & 0xc0 != 0x80 }) else { return 0 }
    let lead = bytes[bytes.count - 1 - index]
    let length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
    return index + 1 < length ? index + 1 : 0
  }
}
