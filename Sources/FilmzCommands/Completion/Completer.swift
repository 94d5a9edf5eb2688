import FilmzDomain

/// Completes lines: a pure function of the line, the cursor, the grammar and what a session knows.
package enum Completer {
  /// What fits a word, before it is put into the line.
  struct Value: Sendable {
    /// As it stands in the line, without quotes.
    let text: String
    let label: String
    let summary: String
    /// Whether it stands for the whole phrase, a title, and not for the word alone.
    var isTitle = false
    /// Whether the word is finished by it, so that a blank goes behind.
    var isFinal = true
    /// Whether it must not be quoted, as an option.
    var isBare = false
    /// Whether there may be more of its sort than the session knows.
    var mayBeCut = false
  }

  /// Completes a line at its cursor.
  package static func completion(
    of line: String, cursor: String.Index, aliases: [String: String] = [:], state: CompletionState
  ) -> Completion {
    let text = String(line[..<cursor])
    let question = CompletionRequest(text, aliases: aliases)
    return answer(question, to: text, before: line[cursor...].first, state: state)
  }

  /// Puts into the text what fits, as far as that is certain.
  package static func answer(
    _ question: CompletionRequest, to text: String, before next: Character? = nil,
    state: CompletionState
  ) -> Completion {
    let values = values(question, state)
    let insertion = CompletionInsertion(question: question, text: text, next: next)
    let replacement = insertion.replacement(values, isCut: state.isCut)
    return Completion(
      removed: replacement == nil ? 0 : text[insertion.start(values)...].unicodeScalars.count,
      replacement: replacement,
      candidates: values.map { .init(label: $0.label, summary: $0.summary) },
      isCut: state.isCut && values.contains(where: \.mayBeCut))
  }

  /// What fits, each with its text as it stands in the line without quotes.
  package static func candidates(
    _ question: CompletionRequest, state: CompletionState
  ) -> [Completion.Candidate] {
    safe(values(question, state), question.typed).map {
      .init(
        label: question.fixedPrefix + $0.text, summary: $0.text == $0.label ? $0.summary : $0.label)
    }
  }

  /// Values that another shell may put in: several of them only where what they have in common goes
  /// on where the word ends, for that is put in its place.
  private static func safe(_ values: [Value], _ typed: String) -> [Value] {
    let common = values.dropFirst().reduce(values.first?.text ?? "") {
      $0.commonPrefix(with: $1.text)
    }
    let goesOn = TitlePrefix(common).key.hasPrefix(TitlePrefix(typed).key)
    guard values.count > 1, !goesOn else { return values }
    return values.filter { $0.text.lowercased().hasPrefix(typed.lowercased()) }
  }

  // MARK: - Values

  private static func values(
    _ question: CompletionRequest, _ state: CompletionState
  ) -> [Value] {
    question.wanted.flatMap { values($0, question, state) }.compactMap { value in
      guard !question.fixedPrefix.isEmpty, value.text.contains(where: \.isWhitespace) else {
        return value
      }
      return question.isFilter ? value.quotedInFilter : nil
    }
  }

  private static func values(
    _ wanted: CompletionRequest.Wanted, _ question: CompletionRequest, _ state: CompletionState
  ) -> [Value] {
    switch wanted {
    case .words(let words):
      words.filter { $0.label.hasPrefix(question.typed.lowercased()) }.map(Value.init(candidate:))
    case .options(let options): self.options(options, question)
    case .value(.film), .value(.collectedFilm), .value(.title):
      TitleMatches(question: question, state: state).values
    case .value(.list(let values)): list(values, question)
    // Any word of a name may be begun, which is known where the names come from.
    case .value(.person): state.people.map(Value.init(word:))
    case .value(let kind): values(of: kind, state).filter { $0.fits(question.typed) }
    }
  }

  private static func options(
    _ options: [Parameter], _ question: CompletionRequest
  ) -> [Value] {
    options.compactMap { option in
      option.names.last { $0.hasPrefix(question.typed) }
        .map { Value(candidate: .init(label: $0, summary: option.summary)) }
    }
  }

  /// The values behind the last comma that are not named already.
  private static func list(_ values: [String], _ question: CompletionRequest) -> [Value] {
    var parts = question.typed.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.lowercased() }
    let begun = parts.popLast() ?? ""
    let plus = begun.hasPrefix("+") ? "+" : ""
    let before = question.typed.dropLast(begun.count) + plus
    let named = Set(parts.map { $0.drop { $0 == "+" } })
    return values.filter { value in
      value.lowercased().hasPrefix(begun.dropFirst(plus.count))
        && !named.contains(value.lowercased()[...])
    }.map { Value(text: before + $0, label: $0, summary: "", isBare: true) }
  }

  private static func values(of kind: ValueKind, _ state: CompletionState) -> [Value] {
    switch kind {
    case .tag: state.tags.map(Value.init(word:))
    case .recommender: (state.recommenders + ["none"]).map(Value.init(word:))
    case .backup:
      state.backups.map { Value(text: $0.label, label: $0.label, summary: $0.summary) }
    case .source:
      state.sources.map { Value(candidate: .init(label: $0, summary: "")) }
    case .verb: Filmz.verbs.map { Value(text: $0.label, label: $0.label, summary: $0.summary) }
    case .setting:
      (kind.fixed + state.aliases.map { "alias.\($0)" }).map(Value.init(word:))
    case .file, .folder:
      state.files.map {
        Value(text: $0, label: $0, summary: "", isFinal: !$0.hasSuffix("/"), mayBeCut: true)
      }
    default: kind.fixed.map { Value(candidate: .init(label: $0, summary: "")) }
    }
  }
}

extension Completer.Value {
  fileprivate init(word: String) { self.init(text: word, label: word, summary: "") }

  /// A word of the grammar, which is never quoted.
  fileprivate init(candidate: Completion.Candidate) {
    self.init(
      text: candidate.label, label: candidate.label, summary: candidate.summary, isBare: true)
  }

  /// The value as it stands behind the colon of a filter, `"akira kurosawa"`; it is put in as a whole only.
  fileprivate var quotedInFilter: Self {
    Self(text: "\"\(text)\"", label: label, summary: summary, isBare: true)
  }

  /// Returns `true` if it begins with what was typed, whatever the case.
  fileprivate func fits(_ typed: String) -> Bool {
    text.lowercased().hasPrefix(typed.lowercased())
  }
}
