import FilmzDomain
import FilmzViewModels

/// The word being completed, and the kinds of word that are expected at its position.
package struct CompletionRequest: Sendable {
  /// A kind of word that is expected at the cursor.
  package enum ExpectedWord: Sendable, Equatable {
    case keyword([Completion.Candidate])
    case option([Parameter])
    case value(ValueKind)
  }

  /// The consecutive unquoted words up to the cursor, which may be one title, or the quoted word at
  /// the cursor.
  struct PartialTitle: Sendable {
    let text: String
    let start: String.Index

    /// `true` if the last word is empty or consists of digits, and each word before it names a film by
    /// itself, so that the last word can be the number of a film in the result set.
    var canEndWithNumber: Bool {
      let words = text.split(whereSeparator: \.isWhitespace)
      let isAtNewWord = text.last.map(\.isWhitespace) ?? true
      let lastWord = isAtNewWord ? "" : words.last ?? ""
      return lastWord.allSatisfy { $0.isASCII && $0.isNumber }
        && (isAtNewWord ? words[...] : words.dropLast()).allSatisfy {
          Target.isStandalone(String($0))
        }
    }
  }

  package let expectedWords: [ExpectedWord]
  /// The part of the word before the cursor, without quotation marks and without ``fixedPrefix``.
  package let partialWord: String
  /// The part of the word that precedes the value, such as `--format=`.
  let fixedPrefix: String
  /// `true` if the value follows the colon of a filter.
  let isFilter: Bool
  /// The start of the word in the line.
  let start: String.Index
  /// The quotation mark of the word: the opening one if the quote is unclosed, `"` if it is closed, and
  /// `nil` if the word is not quoted.
  let quote: Character?
  let partialTitle: PartialTitle
  /// `true` if the word belongs to the command line of another program, which is quoted for `sh`.
  let isForProgram: Bool
  /// The words of the query before the cursor, if the command takes a query.
  let query: String

  /// Creates a request for the word at the end of a text.
  ///
  /// Aliases in the text are replaced by their commands.
  package init(_ text: String, aliases: [String: String] = [:]) {
    self.init(PartialLine(text), of: text) { $0.parse($1, $2, aliases) }
  }

  /// Creates a request for the last argument of a call of the program.
  ///
  /// Launch options can precede the verb. Positions in the line are not valid.
  init(call words: [String], aliases: [String: String]) {
    let launchOptions = LaunchOptions.split(words.dropLast()).launchOptions
    if launchOptions.count == words.count - 1,
      LaunchOptions.isAwaitingValue(launchOptions) || words.last?.hasPrefix("-") == true
    {
      self.init(PartialLine(words: words), of: "") { $0.parse($1, $2, as: Filmz.program) }
    } else {
      self.init(PartialLine(words: Array(words.dropFirst(launchOptions.count))), of: "") {
        $0.parse($1, $2, aliases)
      }
    }
  }

  private init(
    _ line: PartialLine, of text: String,
    _ parse: (
      inout RequestParser, _ finished: [PartialLine.Token], _ current: PartialLine.Token
    ) -> Void
  ) {
    var parser = RequestParser()
    if let current = line.currentToken { parse(&parser, Array(line.finishedTokens), current) }
    let word = line.currentToken?.word
    expectedWords = parser.expectedWords
    let name = parser.isQuery && !text.isEmpty ? QueryWords.lastName(in: text) : nil
    fixedPrefix = name == nil ? parser.fixedPrefix : ""
    isFilter = parser.isFilter
    isForProgram = parser.isForProgram
    query = (parser.positionals.map(\.word.text) + [parser.fixedPrefix]).joined(separator: " ")
    partialWord =
      name?.text ?? parser.quotedFilter?.value
      ?? String((word?.text ?? "").dropFirst(fixedPrefix.count))
    start = name?.start ?? parser.quotedFilter?.start ?? line.currentToken?.start ?? text.endIndex
    quote =
      word?.isQuoted == true && name == nil ? line.currentToken?.unclosedQuote ?? "\"" : nil
    // Consecutive unquoted words are one title.
    let targets = Array(parser.positionals.dropFirst(parser.leadingArgumentCount))
    let titleWords = quote == nil ? targets.suffix(while: { !$0.word.isQuoted }) : []
    partialTitle = PartialTitle(
      text: titleWords.first.map { String(text[$0.start...]) } ?? partialWord,
      start: titleWords.first?.start ?? start)
  }

  /// Returns whether a value of a kind is expected at the cursor.
  func expects(_ kind: ValueKind) -> Bool { expectedWords.contains(.value(kind)) }
}
