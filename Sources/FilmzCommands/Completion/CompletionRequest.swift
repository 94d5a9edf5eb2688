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
    fixedPrefix = parser.fixedPrefix
    isFilter = parser.isFilter
    isForProgram = parser.isForProgram
    partialWord =
      parser.quotedFilter?.value ?? String((word?.text ?? "").dropFirst(fixedPrefix.count))
    start = parser.quotedFilter?.start ?? line.currentToken?.start ?? text.endIndex
    quote = word?.isQuoted == true ? line.currentToken?.unclosedQuote ?? "\"" : nil
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

/// Parses the words before the cursor to determine which words are expected next.
private struct RequestParser {
  var expectedWords: [CompletionRequest.ExpectedWord] = []
  var fixedPrefix = ""
  var isFilter = false
  /// The words before the current one that are neither options nor their values.
  var positionals: [PartialLine.Token] = []
  /// The number of positional arguments that precede the films, such as the name of a list.
  var leadingArgumentCount = 0
  var isForProgram = false
  /// The filter whose value has an opening quotation mark and no closing one; the value may have several
  /// words.
  var quotedFilter: (start: String.Index, value: String)?

  mutating func parse(
    _ finished: [PartialLine.Token], _ current: PartialLine.Token, _ aliases: [String: String]
  ) {
    if let words = Self.externalWords(finished) {
      expectedWords = words.isEmpty ? [] : [.value(.file)]
      isForProgram = words.first.map { !$0.isRedirection || $0.word.text == "|" } ?? false
    } else if finished.isEmpty {
      guard !current.word.isQuoted else { return }
      let names = aliases.map { Completion.Candidate(label: $0.key, summary: "= " + $0.value) }
      expectedWords = [.keyword((Filmz.verbCandidates + names).sorted { $0.label < $1.label })]
    } else {
      parseCommand(finished, current, aliases)
    }
  }

  private mutating func parseCommand(
    _ finished: [PartialLine.Token], _ current: PartialLine.Token, _ aliases: [String: String]
  ) {
    let expansion = AliasExpansion(aliases, abbreviated: true)
    let typedWords = finished.map(\.word)
    let words = (try? expansion.commands(for: .init(words: typedWords)).last?.words) ?? typedWords
    let names = aliases.keys.sorted()
    guard let match = try? CommandTree.find(words, abbreviated: true, aliases: names) else {
      return
    }
    if words.count == 1, !match.namedCommand.subcommands.isEmpty {
      expectedWords = [.keyword(match.namedCommand.subcommandCandidates)]
      return parse([], current, as: match.command)
    }
    // The number of typed words that name the command; an alias counts as one word.
    let nameLength = words.count - match.words.count - (words.count - finished.count)
    parse(Array(finished.dropFirst(max(1, nameLength))), current, as: match.command)
  }

  /// Returns the finished words that belong to a program or to a redirection; `nil` if the current
  /// word belongs to a filmz command.
  ///
  /// If the command begins with `!`, these are all of its words. Otherwise, the last redirection
  /// operator determines them: after `|`, they are the words that follow; after `>` or `>>`, they
  /// also include the operator.
  private static func externalWords(
    _ words: [PartialLine.Token]
  ) -> ArraySlice<PartialLine.Token>? {
    if let first = words.first, !first.word.isQuoted, first.word.text.hasPrefix("!") {
      return words[...]
    }
    guard let index = words.lastIndex(where: \.isRedirection) else { return nil }
    return words[index].word.text == "|" ? words[(index + 1)...] : words[index...]
  }

  /// Parses the words after the name of a command.
  mutating func parse(
    _ finished: [PartialLine.Token], _ current: PartialLine.Token, as command: Command
  ) {
    var optionAwaitingValue: Parameter?
    var usedOptionNames: Set<String> = []
    var isAfterDoubleDash = false
    for token in finished {
      if optionAwaitingValue != nil {
        optionAwaitingValue = nil
      } else if token.mayBeOption, !isAfterDoubleDash {
        isAfterDoubleDash = token.word.text == "--"
        let parts = token.word.text.split(separator: "=", maxSplits: 1)
        let option = parts.first.flatMap { command.option(named: String($0)) }
        usedOptionNames.formUnion(option?.isRepeating == false ? option?.names ?? [] : [])
        optionAwaitingValue = parts.count == 1 && option?.kind == .option ? option : nil
      } else {
        positionals.append(token)
      }
    }
    if let optionAwaitingValue {
      expectedWords += optionAwaitingValue.valueKinds.map { .value($0) }
    } else if current.mayBeOption, !isAfterDoubleDash {
      parseOption(current.word.text, command, usedOptionNames)
    } else {
      parsePositional(current, command, mayBeOption: !isAfterDoubleDash, usedOptionNames)
    }
  }

  private mutating func parseOption(
    _ text: String, _ command: Command, _ usedOptionNames: Set<String>
  ) {
    guard let equalSign = text.firstIndex(of: "=") else {
      let options = (command.options + GlobalOptions.parameters)
      expectedWords = [.option(options.filter { usedOptionNames.isDisjoint(with: $0.names) })]
      return
    }
    fixedPrefix = String(text[...equalSign])
    let option = command.option(named: String(text[..<equalSign]))
    expectedWords = option?.valueKinds.map { .value($0) } ?? []
  }

  private mutating func parsePositional(
    _ current: PartialLine.Token, _ command: Command, mayBeOption: Bool,
    _ usedOptionNames: Set<String>
  ) {
    let word = current.word
    let parameters = command.positionals
    leadingArgumentCount = parameters.prefix { !$0.isRepeating }.count
    let index = positionals.count < parameters.count ? positionals.count : parameters.count - 1
    guard index >= 0, positionals.count == index || parameters[index].isRepeating else {
      guard word.text.isEmpty, mayBeOption else { return }
      let options = command.options.filter { usedOptionNames.isDisjoint(with: $0.names) }
      return expectedWords.append(.option(options))
    }
    let valueKinds = parameters[index].valueKinds
    if word.text.hasPrefix("@"), !word.isQuoted, valueKinds.contains(where: \.acceptsCollections) {
      expectedWords = [.value(.smartCollection)]
    } else if let scope = valueKinds.first?.filterScope, !word.isQuoted,
      parseQuotedFilter(current, scope)
    {
      return
    } else if let scope = valueKinds.first?.filterScope, !word.isQuoted,
      let (field, value) = FilterText.partialFilter(word.text, in: scope)
    {
      fixedPrefix = String(word.text.dropLast(value.count))
      isFilter = true
      expectedWords = [.value(ValueKind(field))]
    } else if valueKinds == [.verb], let verb = positionals.first {
      let match = try? CommandTree.find([verb.word], abbreviated: true)
      expectedWords += [.keyword(match?.namedCommand.subcommandCandidates ?? [])]
    } else if valueKinds == [.settingValue], let setting = positionals.first {
      expectedWords.append(.value(.values(ofSetting: setting.word.text)))
    } else {
      // The first word is more often a film than a value.
      let kinds = positionals.isEmpty ? valueKinds.reversed() : valueKinds.afterFirstWord
      expectedWords += kinds.map { .value($0) }
    }
  }
}

extension RequestParser {
  /// Parses a filter such as `director:"akira kur`, and returns whether there is one at the cursor.
  fileprivate mutating func parseQuotedFilter(
    _ current: PartialLine.Token, _ scope: FilterScope
  ) -> Bool {
    let tokens = Array(positionals.suffix(while: { !$0.word.isQuoted })) + [current]
    for index in tokens.indices.reversed() {
      guard let (field, value) = FilterText.partialFilter(tokens[index].word.text, in: scope),
        value.hasPrefix("\"")
      else { continue }
      let words = [String(value.dropFirst())] + tokens[(index + 1)...].map(\.word.text)
      let name = words.joined(separator: " ")
      guard !name.contains("\"") else { return false }
      fixedPrefix = String(tokens[index].word.text.dropLast(value.count))
      isFilter = true
      quotedFilter = (tokens[index].start, name)
      expectedWords = [.value(ValueKind(field))]
      return true
    }
    return false
  }
}

extension Command {
  fileprivate var subcommandCandidates: [Completion.Candidate] {
    subcommands.map { .init(label: $0.shortName, summary: $0.summary) }
  }
}

extension PartialLine.Token {
  fileprivate var isRedirection: Bool {
    !word.isQuoted && [">", ">>", "|"].contains(word.text)
  }

  /// `true` if the word is unquoted and begins with a dash.
  ///
  /// Unlike ``Word/isOption``, this includes `-` alone, after which the name of an option can be typed,
  /// and words such as `-1`.
  fileprivate var mayBeOption: Bool { !word.isQuoted && word.text.hasPrefix("-") }
}

extension Array {
  /// Returns the longest suffix whose elements all satisfy the condition.
  fileprivate func suffix(while condition: (Element) -> Bool) -> ArraySlice<Element> {
    self[(lastIndex { !condition($0) } ?? -1) + 1..<count]
  }
}
