import FilmzDomain
import FilmzViewModels

/// The options that filter films: one for each field of a scope, such as `--year 1999` for `year:1999`.
struct FilterOptions: ArgumentGroup {
  /// The filters that were given, each with the name of its field.
  private(set) var typed: [(name: String, value: Word)] = []

  /// Returns the options of a scope; some values of the field `is` are flags, such as `--watched`.
  static func arguments(in scope: FilterScope) -> [Argument<Self>] {
    FilterField.all(in: scope).flatMap { field -> [Argument<Self>] in
      if field.name == FilterField.markName { return FilterField.markFlags(in: scope).map(flag) }
      let argument = option(field.name, field, scope, field.summary)
      guard FilterField.named("rating", in: scope)?.name == field.name else { return [argument] }
      return [argument, option("rating", field, scope, "The same as --\(field.name).")]
    }
  }

  private static func option(
    _ name: String, _ field: FilterField, _ scope: FilterScope, _ summary: String
  ) -> Argument<Self> {
    let parameter = Parameter(
      kind: .option, names: ["--" + optionName(of: name)], valueName: field.valueName,
      valueKinds: [ValueKind(field, in: scope)], summary: summary, isRepeating: true)
    return Argument(parameter: parameter) { options, word in
      options.typed.append((name, word))
      return true
    }
  }

  /// Returns the name of the option for a field; that of the field `watched` differs, because `--watched` is a flag.
  static func optionName(of field: String) -> String { field == "watched" ? "watched-on" : field }

  private static func flag(_ mark: String, _ summary: String) -> Argument<Self> {
    let parameter = Parameter(kind: .flag, names: ["--" + mark], valueName: "", valueKinds: [], summary: summary)
    return Argument(parameter: parameter) { options, _ in
      options.add(mark: mark)
      return true
    }
  }

  /// The words of a command with these options.
  var words: [Word] {
    typed.flatMap { name, value in
      name == FilterField.markName ? [Word("--" + value.text)] : [Word("--" + Self.optionName(of: name)), value]
    }
  }

  /// Adds the condition of a value of the field `is`.
  mutating func add(mark: String) { typed.append((FilterField.markName, Word(mark))) }

  /// Returns whether a value of the field `is` was given.
  func contains(mark: String) -> Bool {
    typed.contains { $0.name == FilterField.markName && $0.value.text == mark }
  }

  /// Returns the values that were given for a field.
  func values(of name: String) -> [Word] { typed.filter { $0.name == name }.map(\.value) }
}

extension FilmFilter {
  /// Narrows the filter by the values of options; `scale` is that of the user's ratings.
  mutating func narrow(
    by options: [(name: String, value: Word)], in scope: FilterScope, on scale: RatingScale = .points
  ) throws(DomainError) {
    for (name, value) in options {
      let shown =
        name == FilterField.markName
        ? "--\(value.text)" : "--\(FilterOptions.optionName(of: name)) \(value.text)"
      try narrow(name, to: value.text, in: scope, shown: shown, on: scale)
    }
  }
}

extension Session {
  /// Parses the words of a command, which may contain filters.
  ///
  /// - Throws: ``DomainError``, also for a word with a colon that is not a filter, such as `foo:bar`, unless the text with
  ///   this word is a known title or the beginning of one, such as `mission:impossible`.
  func filterText(_ words: [Word], in scope: FilterScope) async throws -> FilterText {
    do {
      return try FilterText(typed: words, in: scope, mode, on: typedScale)
    } catch {
      guard case .unknownFilter = error else { throw error }
      let title = try FilterText(typed: words, in: scope, mode, on: typedScale, mayBeTitle: true)
      guard await viewModels.search.knowsTitle(title.text) else { throw error }
      return title
    }
  }
}

extension FilterText {
  /// Parses the words of a command.
  ///
  /// A word that is quoted as a whole is text, not a filter. In single-command mode, however, filters are
  /// also read inside a quoted word: the calling shell has removed the quotes, so it may have been typed
  /// as `"dune year:1984"` or `director:"akira kurosawa"`.
  init(
    typed words: [Word], in scope: FilterScope, _ mode: Session.Mode, on scale: RatingScale = .points,
    mayBeTitle: Bool = false
  ) throws(DomainError) {
    let parts = mode == .singleCommand ? words.flatMap { Self.parts(of: $0, in: scope) } : words
    self = try FilterText(parts, in: scope, on: scale, mayBeTitle: mayBeTitle)
  }

  /// Returns the text and the filters that a word contains.
  ///
  /// The value of a filter extends to the next filter or, if this value would be invalid, to the next space.
  private static func parts(of word: Word, in scope: FilterScope) -> [Word] {
    var parts: [[Substring]] = []
    for part in word.text.split(separator: " ") {
      if parts.isEmpty || partialFilter(String(part), in: scope) != nil {
        parts.append([part])
      } else {
        parts[parts.count - 1].append(part)
      }
    }
    guard parts.contains(where: { partialFilter(String($0[0]), in: scope) != nil }) else { return [word] }
    return parts.flatMap { words -> [Word] in
      let text = words.joined(separator: " ")
      guard let (field, value) = partialFilter(text, in: scope) else { return [Word(text, isQuoted: true)] }
      var filter = FilmFilter()
      let isValid = (try? filter.narrow(field.name, to: String(value), in: scope, shown: text)) != nil
      guard !isValid, words.count > 1 else { return [Word(text)] }
      return [Word(String(words[0])), Word(words.dropFirst().joined(separator: " "), isQuoted: true)]
    }
  }
}

extension FilmOrder {
  /// Returns the sort keys of a scope for completion.
  ///
  /// Each key except `random` is also returned with a leading `-`.
  static func choices(in scope: FilterScope) -> [String] {
    names(in: scope).flatMap { $0 == Key.random.rawValue ? [$0] : [$0, "-" + $0] }
  }
}
