package import FilmzDomain

/// Parses command lines.
package enum LineParser {
  /// Splits a line into commands, and commands into words.
  ///
  /// Words are separated by whitespace, commands by a `;` at the start or the end of a word. A
  /// quotation mark, `'` or `"`, opens a quoted word only at the start of a word, and closes it
  /// only before whitespace, a `;` or the end of the line. Inside `"…"`, `\"` and `\\` are escape
  /// sequences. The command line of a program after `|` is not split into words, and neither is the query
  /// of `sql` (``QueryWords``).
  ///
  /// A line whose first character after any leading whitespace is `#` is a comment, and contains no
  /// command. If this character is `!`, the rest of the line, including the `!`, is a single word.
  ///
  /// - Throws: ``CommandError/unclosedQuote(_:)``.
  package static func commands(in line: String) throws(CommandError) -> [ParsedCommand] {
    var scanner = LineScanner(line)
    scanner.skipWhitespace()
    switch scanner.nextByte {
    case UInt8(ascii: "#"): return []
    case UInt8(ascii: "!"): return [ParsedCommand(words: [Word(scanner.remainingText)])]
    default: return try commands(from: &scanner)
    }
  }

  private static func commands(
    from scanner: inout LineScanner
  ) throws(CommandError) -> [ParsedCommand] {
    var commands: [ParsedCommand] = []
    var command = ParsedCommand()
    while let byte = scanner.nextByte {
      if byte == UInt8(ascii: ";") {
        scanner.skipByte()
        if !command.isEmpty { commands.append(command) }
        command = ParsedCommand()
      } else if QueryWords.areExpected(after: command) {
        command.words += try QueryWords.scan(&scanner)
      } else {
        try command.append(try scanner.scanWord(), &scanner)
      }
      scanner.skipWhitespace()
    }
    if !command.isEmpty { commands.append(command) }
    return commands
  }
}

/// One command of a line: its words and its redirection.
package struct ParsedCommand: Sendable, Hashable {
  package var words: [Word]
  /// The redirection of the output with `>`, `>>` or `|`.
  package var redirection: Redirection?

  /// Creates a command without a redirection from words that have been split already.
  package init(words: [Word] = []) { self.words = words }
}

extension ParsedCommand {
  /// The same command, with the global options that precede the verb moved to after the verb.
  package var withVerbFirst: ParsedCommand {
    guard let first = words.first, first.isOption else { return self }
    let (options, remainingWords) = CommandTree.splitLeadingOptions(words)
    guard let verb = remainingWords.first else { return self }
    var command = self
    command.words = [verb] + options + remainingWords.dropFirst()
    return command
  }

  fileprivate var isEmpty: Bool { words.isEmpty && redirection == nil }

  /// Appends a word to the command or to its redirection, or begins the redirection.
  ///
  /// If the word is `|`, the command line of the program is scanned as well.
  fileprivate mutating func append(
    _ word: Word, _ scanner: inout LineScanner
  ) throws(CommandError) {
    if redirection != nil {
      redirection?.words.append(word)
    } else if !word.isQuoted, let kind = Redirection.Kind(rawValue: word.text) {
      redirection = Redirection(
        kind: kind, program: kind == .pipe ? try scanner.scanProgram() : "")
    } else {
      words.append(word)
    }
  }
}

/// Splits a command line into words, byte by byte.
struct LineScanner {
  private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
  private static let semicolon = UInt8(ascii: ";")
  private static let backslash = UInt8(ascii: "\\")
  private static let doubleQuote = UInt8(ascii: "\"")
  private static let singleQuote = UInt8(ascii: "'")

  private let bytes: [UInt8]
  /// The UTF-8 offset of the next byte.
  private(set) var position = 0

  init(_ line: String) {
    bytes = Array(line.utf8)
  }

  /// The next byte, or `nil` at the end of the line.
  var nextByte: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The text from the current position to the end of the line.
  var remainingText: String { text(position..<bytes.count) }

  mutating func skipByte() { position += 1 }

  mutating func skipWhitespace() {
    while let length = whitespaceLength(at: position) { position += length }
  }

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

  /// Scans a word, and returns its opening quotation mark as well if the closing one is missing.
  mutating func scanPartialWord() -> (word: Word, unclosedQuote: Character?) {
    if let quote = nextByte, quote == Self.doubleQuote || quote == Self.singleQuote {
      position += 1
      let (text, isClosed) = scanQuotedText(quote)
      let unclosedQuote = isClosed ? nil : Character(UnicodeScalar(quote))
      return (Word(text, isQuoted: true), unclosedQuote)
    }
    let start = position
    while position < bytes.count, whitespaceLength(at: position) == nil, !isSeparator(at: position)
    {
      position = endOfQuotedValue(at: position, ofWordAt: start) ?? position + 1
    }
    return (Word(text(start..<position)), nil)
  }

  /// Returns the position after the quoted value that begins at a position, after letters and a `=`; `nil` if
  /// there is none.
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
  /// A text between `'`, `"` or backquotes is scanned as a whole; a doubled quotation mark does not end it,
  /// because the text after it begins again.
  ///
  /// - Throws: ``CommandError/unclosedQuote(_:)``.
  mutating func scanQueryText() throws(CommandError) -> String {
    let start = position
    var quote: UInt8?
    while let byte = nextByte {
      if quote == nil, whitespaceLength(at: position) != nil || isSeparator(at: position) { break }
      if byte == quote {
        quote = nil
      } else if quote == nil, [Self.singleQuote, Self.doubleQuote, 0x60].contains(byte) {
        quote = byte
      }
      position += 1
    }
    if let quote { throw .unclosedQuote(String(UnicodeScalar(quote))) }
    skipWhitespace()
    return text(start..<position)
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
    position == bytes.count || bytes[position] == Self.semicolon
      || whitespaceLength(at: position) != nil
  }

  /// Returns whether there is a `;` at a position, followed by whitespace or the end of the line.
  private func isSeparator(at position: Int) -> Bool {
    bytes[position] == Self.semicolon
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

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

extension Word: ArgumentValue {
  package static let kind = ValueKind.text

  package init(argument word: Word) { self = word }

  /// `true` for an unquoted word that begins with a dash, such as `-x`, `--name` or `--`.
  ///
  /// `-` alone is not an option, nor is a word whose second character is a digit, such as `-1`.
  var isOption: Bool {
    guard !isQuoted, text.first == "-", let second = text.dropFirst().first else { return false }
    return !(second.isASCII && second.isNumber)
  }

  /// The word as it is written in a command line, in quotes if it was quoted or needs them.
  package var quotedIfNeeded: String {
    guard isQuoted || needsQuotes else { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "\"" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return "\"" + String(escaped) + "\""
  }

  /// `true` if the text is read as one word whatever follows it, which a quotation mark without an end would take in.
  private var isOneWord: Bool {
    ["\"", "'"].allSatisfy { mark in
      let words = try? LineParser.commands(in: "x \(text) y\(mark)").first?.words.map(\.text)
      return words == ["x", text, "y" + mark]
    }
  }

  /// `true` if the text may be parsed differently without quotes.
  private var needsQuotes: Bool {
    guard let first = text.unicodeScalars.first, first != "'", first != "\"" else { return true }
    if text.hasSuffix("\""), isOneWord { return false }
    return Redirection.Kind(rawValue: text) != nil
      || text.unicodeScalars.contains {
        $0.properties.isWhitespace || $0 == ";"
      } || !isOneWord
  }
}
