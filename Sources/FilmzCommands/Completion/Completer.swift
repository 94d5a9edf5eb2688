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
    let question = CompletionQuestion(text, aliases: aliases)
    return answer(question, to: text, before: line[cursor...].first, state: state)
  }

  /// Puts into the text what fits, as far as that is certain.
  package static func answer(
    _ question: CompletionQuestion, to text: String, before next: Character? = nil,
    state: CompletionState
  ) -> Completion {
    let values = values(question, state)
    let placing = Placing(question: question, text: text, next: next)
    let replacement = placing.replacement(values, isCut: state.isCut)
    return Completion(
      removed: replacement == nil ? 0 : text[placing.start(values)...].unicodeScalars.count,
      replacement: replacement,
      candidates: values.map { .init(label: $0.label, summary: $0.summary) },
      isCut: state.isCut && values.contains(where: \.mayBeCut))
  }

  /// What fits, each with its text as it stands in the line without quotes.
  package static func candidates(
    _ question: CompletionQuestion, state: CompletionState
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
    _ question: CompletionQuestion, _ state: CompletionState
  ) -> [Value] {
    question.wanted.flatMap { values($0, question, state) }
      .filter { question.fixedPrefix.isEmpty || !$0.text.contains(where: \.isWhitespace) }
  }

  private static func values(
    _ wanted: CompletionQuestion.Wanted, _ question: CompletionQuestion, _ state: CompletionState
  ) -> [Value] {
    switch wanted {
    case .words(let words):
      words.filter { $0.label.hasPrefix(question.typed.lowercased()) }.map(Value.init(candidate:))
    case .options(let options): self.options(options, question)
    case .value(.film), .value(.collectedFilm), .value(.title):
      TitleMatches(question: question, state: state).values
    case .value(.genres): genres(question)
    case .value(let kind): values(of: kind, state).filter { $0.fits(question.typed) }
    }
  }

  private static func options(
    _ options: [Parameter], _ question: CompletionQuestion
  ) -> [Value] {
    options.compactMap { option in
      option.names.last { $0.hasPrefix(question.typed) }
        .map { Value(candidate: .init(label: $0, summary: option.summary)) }
    }
  }

  /// The genre behind the last comma, where it is not named already.
  private static func genres(_ question: CompletionQuestion) -> [Value] {
    let parts = question.typed.split(separator: ",", omittingEmptySubsequences: false)
    let before = parts.dropLast().map { $0 + "," }.joined()
    let named = Set(parts.dropLast().map { $0.lowercased() })
    return Genre.all.filter { genre in
      genre.lowercased().hasPrefix((parts.last ?? "").lowercased())
        && !named.contains(genre.lowercased())
    }.map { Value(text: before + $0, label: $0, summary: "") }
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

  /// Returns `true` if it begins with what was typed, whatever the case.
  fileprivate func fits(_ typed: String) -> Bool {
    text.lowercased().hasPrefix(typed.lowercased())
  }
}
