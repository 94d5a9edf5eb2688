import FilmzDomain

/// Scans the words of a command line, byte by byte.
struct LineScanner {
  private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
  private static let semicolon = UInt8(ascii: ";")
  private static let backslash = UInt8(ascii: "\\")
  private static let doubleQuote = UInt8(ascii: "\"")
  private static let singleQuote = UInt8(ascii: "'")

  private let bytes: [UInt8]
  /// The UTF-8 offset of the next byte.
  private(set) var position = 0
  /// `false` if a `;` does not separate commands, but is part of a text.
  var separatesCommands = true

  init(_ line: String) { bytes = Array(line.utf8) }

  /// The next byte, or `nil` at the end of the line.
  var nextByte: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The text from the current position to the end of the line.
  var remainingText: String { text(position..<bytes.count) }

  mutating func skipByte() { position += 1 }

  mutating func skipWhitespace() { while let length = whitespaceLength(at: position) { position += length } }

  /// Scans a word.
  ///
  /// A quoted word ends with its closing quotation mark. Any other word ends before whitespace, or
  /// before a `;` that is followed by whitespace or the end of the line. A quoted value after letters and
  /// a `=`, as in `title="Some Film"`, is part of the word with its quotation marks.
  ///
  /// - Throws: ``CommandError/unclosedQuote(_:)``.
  mutating func scanWord() throws(CommandError) -> Word {
    let (word, unclosedQuote) = scanPartialWord()
    if let unclosedQuote { throw .unclosedQuote(String(unclosedQuote)) }
    return word
  }

  /// Scans a word, and also returns its opening quotation mark if the closing one is missing.
  mutating func scanPartialWord() -> (word: Word, unclosedQuote: Character?) {
    if let quote = nextByte, quote == Self.doubleQuote || quote == Self.singleQuote {
      position += 1
      let (text, isClosed) = scanQuotedText(quote)
      let unclosedQuote = isClosed ? nil : Character(UnicodeScalar(quote))
      return (Word(text, isQuoted: true), unclosedQuote)
    }
    let start = position
    while position < bytes.count, whitespaceLength(at: position) == nil, !isSeparator(at: position) {
      position = endOfQuotedValue(at: position, ofWordAt: start) ?? position + 1
    }
    return (Word(text(start..<position)), nil)
  }

  /// Returns the end of the quoted value that begins at a position; `nil` unless letters and a `=` precede it in the word.
  private func endOfQuotedValue(at position: Int, ofWordAt start: Int) -> Int? {
    let quote = bytes[position]
    guard quote == Self.doubleQuote || quote == Self.singleQuote, position > start + 1,
      bytes[position - 1] == UInt8(ascii: "="),
      bytes[start..<position - 1].allSatisfy({ Self.letters.contains($0 | 0x20) })
    else { return nil }
    var end = position + 1
    while end < bytes.count {
      if bytes[end] == quote, isWordEnd(end + 1) { return end + 1 }
      end += bytes[end] == Self.backslash && quote == Self.doubleQuote ? 2 : 1
    }
    return nil
  }

  /// Scans the command line of another program, and returns it unchanged.
  ///
  /// The command line ends before a `;` that follows a space or a tab, or that precedes whitespace
  /// or the end of the line. Quotation marks and backslashes have the same meaning as in `sh`, so a
  /// quoted `;` does not end the command line.
  ///
  /// - Throws: ``CommandError/unclosedQuote(_:)``.
  mutating func scanProgram() throws(CommandError) -> String {
    skipWhitespace()
    let start = position
    var quote: UInt8?
    while let byte = nextByte {
      if quote == nil, isSeparator(at: position) || isSemicolonAfterSpace(at: position) { break }
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
    if let quote { throw .unclosedQuote(String(UnicodeScalar(quote))) }
    return text(start..<position)
  }

  /// `true` before a `;` that ends a command.
  var isAtSeparator: Bool { position < bytes.count && isSeparator(at: position) }

  /// Scans the text of an SQL query up to the end of a word and the whitespace after it.
  ///
  /// A text between `'`, `"` or backquotes is scanned as a whole. A doubled quotation mark, an escape sequence of SQL,
  /// ends one such text and begins the next.
  ///
  /// - Throws: ``CommandError/unclosedQuote(_:)``.
  mutating func scanQueryText() throws(CommandError) -> String {
    let start = position
    var quote: UInt8?
    while let byte = nextByte {
      if quote == nil, whitespaceLength(at: position) != nil || isSeparator(at: position) { break }
      if byte == quote {
        quote = nil
      } else if quote == nil, [Self.singleQuote, Self.doubleQuote, UInt8(ascii: "`")].contains(byte) {
        quote = byte
      }
      position += 1
    }
    if let quote { throw .unclosedQuote(String(UnicodeScalar(quote))) }
    skipWhitespace()
    return text(start..<position)
  }

  /// Skips a `;` between a quoted text and the end of the line.
  ///
  /// - Throws: ``CommandError/unsupportedSyntax(_:)`` if words follow the `;`: they may belong to the text, or be another
  ///   command.
  mutating func skipSemicolonAfterText() throws(CommandError) {
    guard nextByte == Self.semicolon else { return }
    position += 1
    skipWhitespace()
    guard nextByte == nil else {
      throw .unsupportedSyntax("put the whole text in quotes, or the command after `;` on a line of its own")
    }
  }

  private mutating func scanQuotedText(_ quote: UInt8) -> (text: String, isClosed: Bool) {
    var text: [UInt8] = []
    while let byte = nextByte {
      position += 1
      if byte == quote, isWordEnd(position) { return (String(decoding: text, as: UTF8.self), true) }
      if byte == Self.backslash, quote == Self.doubleQuote, let escaped = nextByte,
        escaped == Self.doubleQuote || escaped == Self.backslash
      {
        text.append(escaped)
        position += 1
      } else {
        text.append(byte)
      }
    }
    return (String(decoding: text, as: UTF8.self), false)
  }

  /// Returns whether a quotation mark directly before a position closes the quoted word.
  private func isWordEnd(_ position: Int) -> Bool {
    position == bytes.count || bytes[position] == Self.semicolon || whitespaceLength(at: position) != nil
  }

  /// Returns whether there is a `;` at a position, followed by whitespace or the end of the line.
  private func isSeparator(at position: Int) -> Bool {
    separatesCommands && bytes[position] == Self.semicolon
      && (position + 1 == bytes.count || whitespaceLength(at: position + 1) != nil)
  }

  /// Returns whether there is a `;` at a position, preceded by a space or a tab.
  private func isSemicolonAfterSpace(at position: Int) -> Bool {
    guard bytes[position] == Self.semicolon, position > 0 else { return false }
    return bytes[position - 1] == 0x20 || bytes[position - 1] == 0x09
  }

  /// Returns the length in bytes of the whitespace character at a position, or `nil` if there is no
  /// whitespace.
  private func whitespaceLength(at position: Int) -> Int? {
    guard position < bytes.count else { return nil }
    switch bytes[position] {
    case 0x20, 0x09...0x0D: return 1
    case 0xC2: return multibyteWhitespaceLength(at: position, length: 2)
    case 0xE1...0xE3: return multibyteWhitespaceLength(at: position, length: 3)
    default: return nil
    }
  }

  /// Returns the given length if this number of bytes at a position form one whitespace character,
  /// such as U+00A0 or U+3000; `nil` if they do not.
  private func multibyteWhitespaceLength(at position: Int, length: Int) -> Int? {
    guard position + length <= bytes.count else { return nil }
    let scalars = text(position..<position + length).unicodeScalars
    guard scalars.count == 1, scalars.first?.properties.isWhitespace == true else { return nil }
    return length
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
