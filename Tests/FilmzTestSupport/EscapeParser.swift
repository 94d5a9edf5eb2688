/// Cuts what a program writes to a terminal into characters, moves and escape sequences.
struct EscapeParser: Sendable {
  /// One thing that a terminal does.
  enum Token: Sendable, Equatable {
    case character(Unicode.Scalar)
    case lineFeed
    case carriageReturn
    case backspace
    case tab
    /// A control sequence: its last character, and its numbers with 0 for those left out.
    case control(Unicode.Scalar, [Int])
    /// A mode without a question mark, set or reset.
    case mode(Int, isSet: Bool)
  }

  private enum State {
    case text
    case escape
    case control(String)
    /// Until BEL or ESC \, as operating system commands are.
    case string(afterEscape: Bool)
    case one
  }

  private var state = State.text
  private var cut: [UInt8] = []

  /// The characters of `bytes`, repaired; one that is cut at the end is kept for the next call.
  mutating func decode(_ bytes: [UInt8]) -> String.UnicodeScalarView {
    let all = cut + bytes
    let whole = all.count - Self.lengthOfCutCharacter(all)
    cut = Array(all[whole...])
    return String(decoding: all[..<whole], as: UTF8.self).unicodeScalars
  }

  /// What `scalar` completes, if anything that shows.
  mutating func next(_ scalar: Unicode.Scalar) -> Token? {
    switch state {
    case .text: return text(scalar)
    case .escape: state = Self.afterEscape(scalar)
    case .control(let parameters): return control(parameters, scalar)
    case .one: state = .text
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
    case "(", ")", "*", "+": .one
    default: .text
    }
  }

  private mutating func control(_ parameters: String, _ scalar: Unicode.Scalar) -> Token? {
    guard ("@"..."~").contains(scalar) else {
      state = .control(parameters + String(scalar))
      return nil
    }
    state = .text
    if let mark = parameters.first, "<=>?".contains(mark) { return nil }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    let isMode = scalar == "h" || scalar == "l"
    return isMode ? .mode(numbers[0], isSet: scalar == "h") : .control(scalar, numbers)
  }

  /// How many bytes at the end begin a character that is not complete.
  private static func lengthOfCutCharacter(_ bytes: [UInt8]) -> Int {
    let tail = bytes.suffix(3).reversed()
    guard let index = Array(tail).firstIndex(where: { $0 & 0xc0 != 0x80 }) else { return 0 }
    let lead = bytes[bytes.count - 1 - index]
    let length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
    return index + 1 < length ? index + 1 : 0
  }
}
