package import FilmzDomain

/// The part of a line before the cursor that belongs to the command being typed.
///
/// The syntax is that of ``LineParser``, except that the quote of the last word may be unclosed, and
/// that redirections, comments and the command lines of programs are split into words as well.
package struct PartialLine: Sendable, Equatable {
  /// A word and its position in the line.
  package struct Token: Sendable, Equatable {
    package let word: Word
    package let start: String.Index
    /// The opening quotation mark if the closing one is missing; otherwise `nil`.
    package let unclosedQuote: Character?
  }

  /// The words before the cursor; the last word is being typed, and can be empty.
  package let tokens: [Token]

  /// Parses the text before the cursor.
  package init(_ text: String) {
    var scanner = LineScanner(text)
    var tokens: [Token] = []
    var isWordOpen = false
    var isInProgram = false
    scanner.skipWhitespace()
    while let byte = scanner.nextByte {
      let start = scanner.position
      if byte == UInt8(ascii: ";") {
        scanner.skipByte()
        if !isInProgram { tokens = [] }
      } else {
        let (word, quote) = scanner.scanPartialWord()
        tokens.append(Token(word: word, start: text.utf8Index(start), unclosedQuote: quote))
        // The word can be continued if the text ends with it.
        isWordOpen = scanner.nextByte == nil
        if tokens.last?.isPipe == true, !isInProgram { isInProgram = !scanner.skipProgram() }
      }
      scanner.skipWhitespace()
    }
    let emptyToken = Token(
      word: Word(""), start: text.utf8Index(scanner.position), unclosedQuote: nil)
    self.tokens = isWordOpen ? tokens : tokens + [emptyToken]
  }

  /// Creates a line from words that have been split already; the last word is being typed.
  ///
  /// The positions of the words are not valid.
  package init(words: [String]) {
    tokens = words.map { Token(word: Word($0), start: "".startIndex, unclosedQuote: nil) }
  }

  /// The words before the word being typed.
  package var finishedTokens: ArraySlice<Token> { tokens.dropLast() }

  /// The word being typed; `nil` only if the line was created from an empty list of words.
  package var currentToken: Token? { tokens.last }
}

extension PartialLine.Token {
  fileprivate var isPipe: Bool { !word.isQuoted && word.text == "|" }
}

extension LineScanner {
  /// Skips the command line of a program if a `;` follows it.
  ///
  /// - Returns: `false` if the command line of the program is still being typed; nothing is skipped in
  ///   this case.
  fileprivate mutating func skipProgram() -> Bool {
    var scanner = self
    guard (try? scanner.scanProgram()) != nil, scanner.nextByte != nil else { return false }
    self = scanner
    return true
  }
}

extension String {
  fileprivate func utf8Index(_ offset: Int) -> Index {
    utf8.index(startIndex, offsetBy: offset)
  }
}
