import FilmzDomain

/// Parses the words before the cursor to determine which words are expected next.
struct RequestParser {
  var expectedWords: [CompletionRequest.ExpectedWord] = []
  var fixedPrefix = ""
  var isFilter = false
  /// The words before the current one that are neither options nor their values.
  var positionals: [PartialLine.Token] = []
  /// The number of positional arguments that precede the films, such as the name of a list.
  var leadingArgumentCount = 0
  var isForProgram = false
  /// `true` if the word belongs to an SQL query.
  var isQuery = false
  /// The filter whose value has an opening quotation mark and no closing one; the value may have several
  /// words.
  var quotedFilter: (start: String.Index, value: String)?

  mutating func parse(_ finished: [PartialLine.Token], _ current: PartialLine.Token, _ aliases: [String: String]) {
    let isQuery = QueryWords.areUnquoted(in: finished.map(\.word))
    if !isQuery, let words = Self.externalWords(finished) {
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
    guard let match = try? CommandTree.find(words, abbreviated: true, aliases: names) else { return }
    if words.count == 1, !match.namedCommand.subcommands.isEmpty {
      expectedWords = [.keyword(match.namedCommand.subcommandCandidates)]
      return parse([], current, as: match.command)
    }
    // The number of typed words that name the command; an alias counts as one word.
    let nameLength = finished.count - match.words.count
    parse(Array(finished.dropFirst(max(1, nameLength))), current, as: match.command)
  }

  /// Returns the finished words that belong to a program or to a redirection; `nil` if the current
  /// word belongs to a filmz command.
  ///
  /// If the command begins with `!`, these are all words. Otherwise, they are the words after the last `|`, or the last
  /// `>` or `>>` and the words after this operator.
  private static func externalWords(_ words: [PartialLine.Token]) -> ArraySlice<PartialLine.Token>? {
    if let first = words.first, !first.word.isQuoted, first.word.text.hasPrefix("!") { return words[...] }
    guard let index = words.lastIndex(where: \.isRedirection) else { return nil }
    return words[index].word.text == "|" ? words[(index + 1)...] : words[index...]
  }

  /// Parses the words after the name of a command.
  mutating func parse(_ finished: [PartialLine.Token], _ current: PartialLine.Token, as command: Command) {
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

  private mutating func parseOption(_ text: String, _ command: Command, _ usedOptionNames: Set<String>) {
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
    _ current: PartialLine.Token, _ command: Command, mayBeOption: Bool, _ usedOptionNames: Set<String>
  ) {
    let word = current.word
    let parameters = command.positionals
    leadingArgumentCount = parameters.prefix { !$0.isRepeating }.count
    let index = min(positionals.count, parameters.count - 1)
    guard index >= 0, positionals.count == index || parameters[index].isRepeating else {
      guard word.text.isEmpty, mayBeOption else { return }
      let options = command.options.filter { usedOptionNames.isDisjoint(with: $0.names) }
      expectedWords.append(.option(options))
      return
    }
    let valueKinds = parameters[index].valueKinds
    if valueKinds == [.query] {
      isQuery = true
      fixedPrefix = String(word.text[..<QueryWords.lastName(in: word.text).start])
      expectedWords = [.value(.query)]
    } else if word.text.hasPrefix("@"), !word.isQuoted, valueKinds.contains(where: \.acceptsCollections) {
      expectedWords = [.value(.smartCollection)]
    } else if let scope = valueKinds.first?.filterScope, !word.isQuoted, parseQuotedFilter(current, scope) {
      return
    } else if let scope = valueKinds.first?.filterScope, !word.isQuoted,
      let (field, value) = FilterText.partialFilter(word.text, in: scope)
    {
      fixedPrefix = String(word.text.dropLast(value.count))
      isFilter = true
      expectedWords = [.value(ValueKind(field, in: scope))]
    } else if valueKinds.contains(.recordField), parseRecordValue(word) {
      return
    } else if valueKinds == [.verb], let verb = positionals.first {
      let match = try? CommandTree.find([verb.word], abbreviated: true)
      expectedWords += [.keyword(match?.namedCommand.subcommandCandidates ?? [])]
    } else if valueKinds == [.settingValue], let setting = positionals.first {
      expectedWords.append(.value(.kind(ofSetting: setting.word.text)))
    } else {
      // The first word is more often a film than a value, so values come last.
      let kinds = positionals.isEmpty ? valueKinds.reversed() : valueKinds.afterFirstWord
      expectedWords += kinds.map { .value($0) }
    }
  }
}

extension PartialLine.Token {
  fileprivate var isRedirection: Bool { !word.isQuoted && [">", ">>", "|"].contains(word.text) }

  /// `true` if the word is unquoted and begins with a dash.
  ///
  /// Unlike ``Word/isOption``, this includes `-` alone, after which the name of an option can be typed,
  /// and words such as `-1`.
  fileprivate var mayBeOption: Bool { !word.isQuoted && word.text.hasPrefix("-") }
}

extension Array {
  /// Returns the longest suffix whose elements all satisfy the condition.
  func suffix(while condition: (Element) -> Bool) -> ArraySlice<Element> {
    self[(lastIndex { !condition($0) } ?? -1) + 1..<count]
  }
}

// Values of filters, and of fields of own records.
extension RequestParser {
  /// Parses a filter such as `director:"akira kur`, and returns whether there is one at the cursor.
  mutating func parseQuotedFilter(_ current: PartialLine.Token, _ scope: FilterScope) -> Bool {
    let tokens = Array(positionals.suffix(while: { !$0.word.isQuoted })) + [current]
    for index in tokens.indices.reversed() {
      guard let (field, value) = FilterText.partialFilter(tokens[index].word.text, in: scope), value.hasPrefix("\"")
      else { continue }
      let words = [String(value.dropFirst())] + tokens[(index + 1)...].map(\.word.text)
      let quotedText = words.joined(separator: " ")
      guard !quotedText.contains("\"") else { return false }
      fixedPrefix = String(tokens[index].word.text.dropLast(value.count))
      isFilter = true
      quotedFilter = (tokens[index].start, quotedText)
      expectedWords = [.value(ValueKind(field, in: scope))]
      return true
    }
    return false
  }

  /// Parses a value of an own record such as `genres=Crime, Th`, and returns whether there is one at the
  /// cursor.
  ///
  /// A value extends to the next word that begins with `FIELD=`.
  mutating func parseRecordValue(_ word: Word) -> Bool {
    guard !word.isQuoted else { return false }
    let words = positionals.map(\.word) + [word]
    guard let index = words.lastIndex(where: { Self.assignment($0) != nil }),
      let (field, name) = Self.assignment(words[index])
    else { return false }
    let isAtFirstWord = index == words.count - 1
    if isAtFirstWord { fixedPrefix = name }
    if let kind = Self.valueKind(of: field), isAtFirstWord || field.form == .list { expectedWords.append(.value(kind)) }
    if !isAtFirstWord { expectedWords.append(.value(.recordField)) }
    return true
  }

  /// Returns the field, and the beginning of the word up to `=`, if a word is `FIELD=` and a value.
  private static func assignment(_ word: Word) -> (field: RecordField, name: String)? {
    guard let end = word.text.firstIndex(of: "="),
      let field = RecordField(named: String(word.text[..<end]))
    else { return nil }
    return (field, String(word.text[...end]))
  }

  /// Returns the kind of values with which a field can be completed; `nil` if it cannot be completed.
  private static func valueKind(of field: RecordField) -> ValueKind? {
    switch field {
    case .type: .choice(MediaType.allCases.map(\.rawValue))
    case .genres: .genres
    default: nil
    }
  }
}
