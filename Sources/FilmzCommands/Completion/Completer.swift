/// Completes command lines.
///
/// The result depends only on the line, the cursor, the declared commands, the aliases and the state.
enum Completer {
  /// A completion of a word, before it is inserted into the line.
  struct Value: Sendable {
    /// The text to insert, without the quotation marks that the whole word may need.
    let text: String
    let label: String
    let summary: String
    /// `true` if the value replaces the whole partial title instead of the current word.
    var isTitle = false
    /// `true` if the word is complete with this value; `false` for a folder.
    var isFinal = true
    /// `true` if the value never needs quotation marks, such as an option.
    var isNeverQuoted = false
    /// `true` for titles and files, whose lists in the state can be incomplete (``CompletionState/isTruncated``).
    var isFromTruncatableList = false
  }

  /// Completes a line at the cursor.
  static func completion(
    of line: String, cursor: String.Index, aliases: [String: String] = [:], state: CompletionState
  ) -> Completion {
    let text = String(line[..<cursor])
    let request = CompletionRequest(text, aliases: aliases)
    return completion(for: request, of: text, before: line[cursor...].first, state: state)
  }

  /// Completes the text before the cursor with the only possible value, or with the common prefix of
  /// all possible values.
  static func completion(
    for request: CompletionRequest, of text: String, before nextCharacter: Character? = nil, state: CompletionState
  ) -> Completion {
    let values = values(request, state)
    let insertion = CompletionInsertion(request: request, text: text, nextCharacter: nextCharacter)
    let replacement = insertion.replacement(values, isTruncated: state.isTruncated)
    return Completion(
      removedScalarCount: replacement == nil ? 0 : text[insertion.start(values)...].unicodeScalars.count,
      replacement: replacement, candidates: values.map { .init(label: $0.label, summary: $0.summary) },
      isTruncated: state.isTruncated && values.contains(where: \.isFromTruncatableList))
  }

  /// Returns the candidates for another shell; their labels are the texts to insert, not yet quoted
  /// for that shell.
  static func candidates(for request: CompletionRequest, state: CompletionState) -> [Completion.Candidate] {
    valuesForOtherShells(values(request, state), request.partialWord).map {
      .init(label: request.fixedPrefix + $0.text, summary: $0.text == $0.label ? $0.summary : $0.label)
    }
  }

  /// Returns the values that another shell can insert.
  ///
  /// Other shells replace the word with the common prefix of the values. If there are several
  /// values and their common prefix would shorten or change the word, only the values that begin
  /// with the word are returned.
  private static func valuesForOtherShells(_ values: [Value], _ partialWord: String) -> [Value] {
    let commonPrefix = values.dropFirst().reduce(values.first?.text ?? "") { $0.commonPrefix(with: $1.text) }
    let continuesWord = TitlePrefix(commonPrefix).key.hasPrefix(TitlePrefix(partialWord).key)
    guard values.count > 1, !continuesWord else { return values }
    return values.filter { $0.text.lowercased().hasPrefix(partialWord.lowercased()) }
  }

  // MARK: - Values

  /// Returns the values that are possible at the cursor.
  ///
  /// A value with whitespace is left out after `--option=`, because a quoted word is not an option.
  /// After the colon of a filter, such a value is put in quotes.
  private static func values(_ request: CompletionRequest, _ state: CompletionState) -> [Value] {
    request.expectedWords.flatMap { values($0, request, state) }.compactMap { value in
      guard !request.fixedPrefix.isEmpty, value.text.contains(where: \.isWhitespace) else { return value }
      return request.isFilter ? value.quotedInFilter : nil
    }
  }

  private static func values(
    _ expectedWord: CompletionRequest.ExpectedWord, _ request: CompletionRequest, _ state: CompletionState
  ) -> [Value] {
    switch expectedWord {
    case .keyword(let keywords):
      keywords.filter { $0.label.hasPrefix(request.partialWord.lowercased()) }.map(Value.init(candidate:))
    case .option(let options): self.options(options, request)
    case .value(.film), .value(.collectedFilm), .value(.skippedFilm), .value(.searchText):
      TitleMatches(request: request, state: state).values
    case .value(.choiceList(let choices, let synonyms)): firstNonEmpty([choices, synonyms]) { choiceList($0, request) }
    case .value(.choice(let choices, let synonyms)):
      firstNonEmpty([choices, synonyms]) { values in
        values.map(Value.init(choice:)).filter { $0.hasPrefix(request.partialWord) }
      }
    // The state has only names that match; the typed text can be a prefix of any word of a name.
    case .value(.person): state.people.map(Value.init(word:))
    case .value(let kind): values(of: kind, state).filter { $0.hasPrefix(request.partialWord) }
    }
  }

  /// Returns the values of the first list of choices that has any, or an empty array.
  private static func firstNonEmpty(_ lists: [[String]], _ values: ([String]) -> [Value]) -> [Value] {
    lists.map(values).first { !$0.isEmpty } ?? []
  }

  private static func options(_ options: [Parameter], _ request: CompletionRequest) -> [Value] {
    options.compactMap { option in
      option.names.last { $0.hasPrefix(request.partialWord) }
        .map { Value(candidate: .init(label: $0, summary: option.summary)) }
    }
  }

  /// Returns the choices that complete the part after the last comma and are not in the list yet.
  private static func choiceList(_ choices: [String], _ request: CompletionRequest) -> [Value] {
    var elements = request.partialWord.split(separator: ",", omittingEmptySubsequences: false).map { $0.lowercased() }
    let lastElement = elements.popLast() ?? ""
    let plus = lastElement.hasPrefix("+") ? "+" : ""
    let textBeforeChoice = request.partialWord.dropLast(lastElement.count) + plus
    let listedChoices = Set(elements.map { $0.drop { $0 == "+" } })
    return choices.filter { choice in
      choice.lowercased().hasPrefix(lastElement.dropFirst(plus.count))
        && !listedChoices.contains(choice.lowercased()[...])
    }.map {
      Value(text: textBeforeChoice + $0, label: $0, summary: "", isNeverQuoted: !$0.contains(where: \.isWhitespace))
    }
  }

  private static func values(of kind: ValueKind, _ state: CompletionState) -> [Value] {
    switch kind {
    case .tag: state.tags.map(Value.init(word:))
    case .list, .followedList: state.lists.map(Value.init(word:))
    case .platform: state.platforms.map(Value.init(word:))
    case .smartCollection: state.smartCollections.map(Value.init(candidate:))
    case .savedCollection: state.smartCollections.map { Value(word: String($0.label.drop { $0 == "@" })) }
    case .recommender: (state.recommenders + ["none"]).map(Value.init(word:))
    case .query: state.queryNames.map(Value.init(candidate:))
    case .backup: state.backups.map { Value(text: $0.label, label: $0.label, summary: $0.summary) }
    case .source: state.sources.map { Value(candidate: .init(label: $0, summary: "")) }
    case .verb: Filmz.verbCandidates.map { Value(text: $0.label, label: $0.label, summary: $0.summary) }
    case .setting: (kind.fixedCompletions + state.aliases.map { "alias.\($0)" }).map(Value.init(word:))
    case .recordField: kind.fixedCompletions.map { Value(text: $0, label: $0, summary: "", isFinal: false) }
    case .file, .folder:
      state.files.map {
        Value(text: $0, label: $0, summary: "", isFinal: !$0.hasSuffix("/"), isFromTruncatableList: true)
      }
    default: kind.fixedCompletions.map { Value(candidate: .init(label: $0, summary: "")) }
    }
  }
}

extension Completer.Value {
  fileprivate init(word: String) { self.init(text: word, label: word, summary: "") }

  /// Creates a value that needs quotes only if it contains whitespace.
  fileprivate init(choice: String) {
    self.init(text: choice, label: choice, summary: "", isNeverQuoted: !choice.contains(where: \.isWhitespace))
  }

  /// Creates a value that never needs quotes, such as a verb or an option.
  fileprivate init(candidate: Completion.Candidate) {
    self.init(text: candidate.label, label: candidate.label, summary: candidate.summary, isNeverQuoted: true)
  }

  /// The value in quotes, as after the colon of a filter: `director:"akira kurosawa"`.
  ///
  /// A value in quotes is inserted only if it is the only value.
  fileprivate var quotedInFilter: Self {
    Self(text: "\"\(text)\"", label: label, summary: summary, isNeverQuoted: true)
  }

  /// Returns whether the text begins with a prefix, ignoring case.
  fileprivate func hasPrefix(_ prefix: String) -> Bool { text.lowercased().hasPrefix(prefix.lowercased()) }
}
