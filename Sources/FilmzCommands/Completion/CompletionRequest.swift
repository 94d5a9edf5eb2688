import FilmzDomain
import FilmzViewModels

/// The word being completed, and the kinds of word that are expected at its position.
struct CompletionRequest: Sendable {
  /// A kind of word that is expected at the cursor.
  enum ExpectedWord: Sendable, Equatable {
    case keyword([Completion.Candidate])
    case option([Parameter])
    case value(ValueKind)
  }

  /// The text up to the cursor that may be a title: consecutive unquoted words, or one quoted word.
  struct PartialTitle: Sendable {
    let text: String
    let start: String.Index

    /// `true` if the last word can be the number of a film in the result set.
    ///
    /// It then is empty or consists of digits, and each word before it refers to films without the other words.
    var canEndWithNumber: Bool {
      let words = text.split(whereSeparator: \.isWhitespace)
      let isAtNewWord = text.last.map(\.isWhitespace) ?? true
      let lastWord = isAtNewWord ? "" : words.last ?? ""
      let precedingWords = isAtNewWord ? words[...] : words.dropLast()
      return lastWord.allSatisfy { $0.isASCII && $0.isNumber }
        && precedingWords.allSatisfy { Target.isStandalone(String($0)) }
    }
  }

  let expectedWords: [ExpectedWord]
  /// The part of the word before the cursor, without quotation marks and without ``fixedPrefix``.
  let partialWord: String
  /// The part of the word that precedes the value, such as `--format=`.
  let fixedPrefix: String
  /// `true` if the word is a filter, and its value is completed.
  let isFilter: Bool
  /// The start of the word in the line.
  let start: String.Index
  /// The quotation mark of the word: the opening one if the quote is unclosed, `"` if it is closed, and
  /// `nil` if the word is not quoted.
  let quote: Character?
  let partialTitle: PartialTitle
  /// `true` if the word belongs to the command line of another program, which is quoted for `sh`.
  let isForProgram: Bool
  /// The text of the SQL query before the cursor, for a command that takes one.
  let query: String

  /// Creates a request for the word at the end of a text.
  ///
  /// Aliases in the text are replaced by their commands.
  init(_ text: String, aliases: [String: String] = [:]) {
    self.init(PartialLine(text), of: text) { $0.parse($1, $2, aliases) }
  }

  /// Creates a request for the last argument of a call of the program.
  ///
  /// Launch options can precede the verb. The positions of the request are not valid, because there is no line.
  init(call words: [String], aliases: [String: String]) {
    let launchOptions = LaunchOptions.split(words.dropLast()).launchOptions
    if launchOptions.count == words.count - 1,
      LaunchOptions.isAwaitingValue(launchOptions) || words.last?.hasPrefix("-") == true
    {
      self.init(PartialLine(words: words), of: "") { $0.parse($1, $2, as: Filmz.program) }
    } else {
      self.init(PartialLine(words: Array(words.dropFirst(launchOptions.count))), of: "") { $0.parse($1, $2, aliases) }
    }
  }

  private init(
    _ line: PartialLine, of text: String,
    _ parse: (inout RequestParser, _ finished: [PartialLine.Token], _ current: PartialLine.Token) -> Void
  ) {
    var parser = RequestParser()
    if let current = line.currentToken { parse(&parser, Array(line.finishedTokens), current) }
    let word = line.currentToken?.word
    expectedWords = parser.expectedWords
    let nameInQuery = parser.isQuery && !text.isEmpty ? QueryWords.lastName(in: text) : nil
    fixedPrefix = nameInQuery == nil ? parser.fixedPrefix : ""
    isFilter = parser.isFilter
    isForProgram = parser.isForProgram
    query = (parser.positionals.map(\.word.text) + [parser.fixedPrefix]).joined(separator: " ")
    partialWord =
      nameInQuery?.text ?? parser.quotedFilter?.value ?? String((word?.text ?? "").dropFirst(fixedPrefix.count))
    start = nameInQuery?.start ?? parser.quotedFilter?.start ?? line.currentToken?.start ?? text.endIndex
    let isQuoted = word?.isQuoted == true && nameInQuery == nil
    quote = isQuoted ? line.currentToken?.unclosedQuote ?? "\"" : nil
    // Consecutive unquoted words are one title.
    let targets = Array(parser.positionals.dropFirst(parser.leadingArgumentCount))
    let titleWords = quote == nil ? targets.suffix(while: { !$0.word.isQuoted }) : []
    partialTitle = PartialTitle(
      text: titleWords.first.map { String(text[$0.start...]) } ?? partialWord, start: titleWords.first?.start ?? start)
  }

  /// Returns whether a value of a kind is expected at the cursor.
  func expects(_ kind: ValueKind) -> Bool { expectedWords.contains(.value(kind)) }
}

/// The part of a line before the cursor that belongs to the command being typed.
///
/// The syntax is that of ``LineParser``, except that the quote of the last word may be unclosed, and
/// that redirections, comments and the command lines of programs are split into words as well.
struct PartialLine: Sendable, Equatable {
  /// A word and its position in the line.
  struct Token: Sendable, Equatable {
    let word: Word
    let start: String.Index
    /// The opening quotation mark if the closing one is missing; otherwise `nil`.
    let unclosedQuote: Character?
  }

  /// The words before the cursor; the last word is being typed, and can be empty.
  let tokens: [Token]

  /// Parses the text before the cursor.
  init(_ text: String) {
    var scanner = LineScanner(text)
    var tokens: [Token] = []
    var canContinueWord = false
    var isInProgram = false
    scanner.skipWhitespace()
    while let byte = scanner.nextByte {
      let start = scanner.position
      if tokens.count < 3 {
        scanner.separatesCommands = OutputRedirection.verbWithText(tokens.map(\.word), abbreviated: true) == nil
      }
      if byte == UInt8(ascii: ";"), scanner.separatesCommands {
        scanner.skipByte()
        if !isInProgram { tokens = [] }
      } else {
        let (word, quote) = scanner.scanPartialWord()
        tokens.append(Token(word: word, start: text.utf8Index(start), unclosedQuote: quote))
        // The word can be continued if the text ends with it.
        canContinueWord = scanner.nextByte == nil
        if tokens.last?.isPipe == true, !isInProgram { isInProgram = !scanner.skipProgram() }
      }
      scanner.skipWhitespace()
    }
    let emptyToken = Token(word: Word(""), start: text.utf8Index(scanner.position), unclosedQuote: nil)
    self.tokens = canContinueWord ? tokens : tokens + [emptyToken]
  }

  /// Creates a line from words that have been split already; the last word is being typed.
  ///
  /// The positions of the words are not valid.
  init(words: [String]) { tokens = words.map { Token(word: Word($0), start: "".startIndex, unclosedQuote: nil) } }

  /// The words before the word being typed.
  var finishedTokens: ArraySlice<Token> { tokens.dropLast() }

  /// The word being typed; `nil` only if the line was created from an empty list of words.
  var currentToken: Token? { tokens.last }
}

extension PartialLine.Token { fileprivate var isPipe: Bool { !word.isQuoted && word.text == "|" } }

extension LineScanner {
  /// Skips the command line of a program if text follows it.
  ///
  /// - Returns: `false` if the command line is still being typed; it is not skipped then.
  fileprivate mutating func skipProgram() -> Bool {
    var scanner = self
    guard (try? scanner.scanProgram()) != nil, scanner.nextByte != nil else { return false }
    self = scanner
    return true
  }
}

extension String { fileprivate func utf8Index(_ offset: Int) -> Index { utf8.index(startIndex, offsetBy: offset) } }
