/// Walks over the bytes of a line, word by word.
struct LineScanner {
  private static let semicolon = UInt8(ascii: ";")
  private static let backslash = UInt8(ascii: "\\")
  private static let doubleQuote = UInt8(ascii: "\"")
  private static let singleQuote = UInt8(ascii: "'")

  private let bytes: [UInt8]
  /// The byte that comes next, counted from the line's start.
  private(set) var position = 0

  init(_ line: String) {
    bytes = Array(line.utf8)
  }

  /// The byte that comes next; nothing at the end.
  var first: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// All that is left of the line.
  var rest: String { text(position..<bytes.count) }

  mutating func skip() { position += 1 }

  mutating func skipBlanks() {
    while let length = blank(at: position) { position += length }
  }

  /// The word that begins here, up to a blank or a `;` at its end.
  mutating func word() throws(CommandError) -> Word {
    let (word, openQuote) = openWord()
    if let openQuote { throw .unbalancedQuote(String(openQuote)) }
    return word
  }

  /// The word that begins here, and the sign of its quote where that is not closed.
  mutating func openWord() -> (word: Word, openQuote: Character?) {
    if let quote = first, quote == Self.doubleQuote || quote == Self.singleQuote {
      position += 1
      let (text, isClosed) = quoted(by: quote)
      let sign = isClosed ? nil : Character(UnicodeScalar(quote))
      return (Word(text, isQuoted: true), sign)
    }
    let start = position
    while position < bytes.count, blank(at: position) == nil, !isSeparator(at: position) {
      position += 1
    }
    return (Word(text(start..<position)), nil)
  }

  /// A command line of another shell as it was typed, up to a `;` between words.
  ///
  /// Quotes and backslashes hold as they do there, so that a `;` in them ends nothing.
  mutating func program() throws(CommandError) -> String {
    skipBlanks()
    let start = position
    var quote: UInt8?
    while let byte = first {
      if quote == nil, isSeparator(at: position) || isAlone(at: position) { break }
      if byte == Self.backslash, quote != Self.singleQuote {
        position += 1
      } else if byte == quote {
        quote = nil
      } else if quote == nil, byte == Self.doubleQuote || byte == Self.singleQuote {
        quote = byte
      }
      position += 1
    }
    position = min(position, bytes.count)
    if let quote { throw .unbalancedQuote(text(for: quote)) }
    return text(start..<position)
  }

  private mutating func quoted(by quote: UInt8) -> (text: String, isClosed: Bool) {
    var text: [UInt8] = []
    while let byte = first {
      position += 1
      if byte == quote, endsWord(position) { return (String(decoding: text, as: UTF8.self), true) }
      if byte == Self.backslash, quote == Self.doubleQuote, let next = first,
        next == Self.doubleQuote || next == Self.backslash
      {
        text.append(next)
        position += 1
      } else {
        text.append(byte)
      }
    }
    return (String(decoding: text, as: UTF8.self), false)
  }

  /// Whether a quote that closes before this place ends its word.
  private func endsWord(_ place: Int) -> Bool {
    place == bytes.count || bytes[place] == Self.semicolon || blank(at: place) != nil
  }

  /// Whether a `;` stands here with a blank or nothing behind it.
  private func isSeparator(at place: Int) -> Bool {
    bytes[place] == Self.semicolon && (place + 1 == bytes.count || blank(at: place + 1) != nil)
  }

  /// Whether a `;` stands here with a blank before it.
  private func isAlone(at place: Int) -> Bool {
    guard bytes[place] == Self.semicolon, place > 0 else { return false }
    return bytes[place - 1] == 0x20 || bytes[place - 1] == 0x09
  }

  /// The bytes of the blank that stands here; nothing where none does.
  private func blank(at place: Int) -> Int? {
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case 0x20, 0x09...0x0D: return 1
    case 0xC2: return wideBlank(at: place, length: 2)
    case 0xE1...0xE3: return wideBlank(at: place, length: 3)
    default: return nil
    }
  }

  /// A blank outside of ASCII, such as U+00A0 and U+3000.
  private func wideBlank(at place: Int, length: Int) -> Int? {
    guard place + length <= bytes.count else { return nil }
    let scalars = text(place..<place + length).unicodeScalars
    guard scalars.count == 1, scalars.first?.properties.isWhitespace == true else { return nil }
    return length
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private func text(for quote: UInt8) -> String { String(UnicodeScalar(quote)) }
}
