import FilmzDomain

/// Parses the words after a command's name according to its argument declarations.
struct ArgumentReader<Arguments: ArgumentGroup> {
  let command: Command
  private(set) var arguments = Arguments()
  private(set) var global = GlobalOptions()

  init(command: Command) { self.command = command }

  /// Parses options, which can be anywhere before `--`, and positional arguments.
  ///
  /// - Throws: ``CommandError/wrongUsage(_:verb:)`` if the words are not valid arguments of the
  ///   command, or ``CommandError/wrongOption(_:)`` if they are not valid launch options or contain
  ///   a launch option after the name of a command.
  mutating func read(_ words: [Word]) throws(CommandError) {
    var remainingWords = words[...]
    var positionals: [Word] = []
    while let word = remainingWords.popFirst() {
      if !word.isOption {
        positionals.append(word)
      } else if word.text == "--" {
        positionals += remainingWords
        remainingWords = []
      } else {
        try readOption(word.text, &remainingWords)
      }
    }
    try readPositionals(positionals[...])
  }

  private mutating func readOption(
    _ text: String, _ remainingWords: inout ArraySlice<Word>
  ) throws(CommandError) {
    let equalSign = text.hasPrefix("--") ? text.firstIndex(of: "=") : nil
    let name = String(text[..<(equalSign ?? text.endIndex)])
    let attachedValue = equalSign.map { Word(String(text[text.index(after: $0)...])) }
    if let option = Arguments.arguments.first(where: { $0.parameter.names.contains(name) }) {
      try readValue(of: option, name, attachedValue, &remainingWords, into: &arguments)
    } else if let option = GlobalOptions.arguments.first(where: {
      $0.parameter.names.contains(name)
    }) {
      try readValue(of: option, name, attachedValue, &remainingWords, into: &global)
    } else {
      throw unknownOption(name)
    }
  }

  private func readValue<Group>(
    of option: Argument<Group>, _ name: String, _ attachedValue: Word?,
    _ remainingWords: inout ArraySlice<Word>, into group: inout Group
  ) throws(CommandError) {
    let parameter = option.parameter
    if parameter.kind == .flag {
      guard attachedValue == nil else { throw error("\(name) takes no value") }
      _ = option.store(&group, Word(name))
      return
    }
    let isNextWordValue =
      remainingWords.first.map { !$0.isOption || parameter.allowsLeadingDash } ?? false
    guard let value = attachedValue ?? (isNextWordValue ? remainingWords.popFirst() : nil) else {
      throw error("\(name) needs \(parameter.requirement)")
    }
    guard option.store(&group, value) else { throw error(invalidValue(value, of: parameter, name)) }
  }

  private mutating func readPositionals(_ words: ArraySlice<Word>) throws(CommandError) {
    var remainingWords = words
    for argument in Arguments.arguments where argument.parameter.kind == .positional {
      guard argument.parameter.isOptional || !remainingWords.isEmpty else {
        throw error("\(command.name) needs \(argument.parameter.requirement)")
      }
      let values = argument.parameter.isRepeating ? remainingWords : remainingWords.prefix(1)
      for value in values where !argument.store(&arguments, value) {
        throw error(invalidValue(value, of: argument.parameter, command.name))
      }
      remainingWords = remainingWords.dropFirst(values.count)
    }
    if let word = remainingWords.first { throw error(unexpectedArgument(word.text)) }
  }

  // MARK: - Errors

  private func error(_ message: String) -> CommandError {
    command.name == Filmz.program.name
      ? .wrongOption(message) : .wrongUsage(command.usageError ?? message, verb: command.name)
  }

  private func unknownOption(_ name: String) -> CommandError {
    if name.hasPrefix("--"),
      let option = LaunchOptions.listedParameters.first(where: { $0.names.contains(name) })
    {
      let example = option.kind == .option ? ": `filmz \(option.label) \(command.name)`" : ""
      return .wrongOption("\(name) must come before the command\(example)")
    }
    let suggestion = OptionNames.suggestion(for: name, in: command).map { "; did you mean \($0)?" }
    let message =
      command.name == Filmz.program.name
      ? "unknown option \(name) before the command" : "\(command.name) has no option \(name)"
    return error(message + (suggestion ?? ""))
  }

  private func invalidValue(_ value: Word, of parameter: Parameter, _ subject: String) -> String {
    parameter.acceptedValues.map { "\(subject) takes \($0), not \"\(value.text)\"" }
      ?? "\"\(value.text)\" is not a valid value for \(subject)"
  }

  private func unexpectedArgument(_ word: String) -> String {
    let count = command.positionals.count
    let accepted = count == 0 ? "no arguments" : count.counted("argument")
    // A URL may contain a password or a token.
    let shownWord = word.firstRange(of: "://").map { word[..<$0.upperBound] + "…" } ?? word[...]
    let message = "unexpected \"\(shownWord)\": \(command.name) takes \(accepted)"
    if let redirection = word.first, ">|".contains(redirection) {
      return message + "; put a space after `\(word.prefix { $0 == redirection })`"
    }
    if let option = command.option(named: "--\(word)") {
      return message + "; did you mean `\(command.name) \(option.names.last ?? "")`?"
    }
    if command.positionals.last?.valueName.hasSuffix("name") == true {
      return message + "; put a name of several words in quotes"
    }
    guard let suggestion = suggestions[command.name],
      suggestion.contains("ls --genre") || suggestion == "find" || Int(word) != nil
    else { return message }
    return message + "; did you mean `\(suggestion) \(word)`?"
  }
}

/// The beginnings of the commands that are suggested for an unexpected argument, by the name of the
/// typed command.
///
/// `ls --genre` and `find` are suggested for any word, the others for integers only.
private let suggestions = [
  "next": "page", "prev": "page", "first": "page", "results": "page",
  "log": "log --limit", "genres": "ls --genre", "cache prune": "cache prune --days",
]

/// Suggests options for unknown option names.
enum OptionNames {
  /// Returns the option of a command that the user may have meant by an unknown name.
  ///
  /// The unknown name can be a synonym, a prefix, a misspelling or an abbreviation of the option's
  /// name, in this order of preference.
  ///
  /// A synonym can stand for an option with a value, such as `--format json`. A name of one
  /// character is matched with the synonyms only. Returns `nil` if no option matches.
  static func suggestion(for typed: String, in command: Command) -> String? {
    let names = (command.parameters + GlobalOptions.parameters).flatMap(\.names)
      .filter { $0.hasPrefix("--") }
    let bareName = typed.lowercased().trimmingDashes
    let synonym = synonyms[typed] ?? synonyms[bareName]
    if let synonym, let name = synonym.split(separator: " ").first, names.contains(String(name)) {
      return synonym
    }
    guard typed.hasPrefix("-"), bareName.count > 1 else { return nil }
    let bareNames = names.map(\.trimmingDashes)
    let match =
      prefixMatch(bareName, bareNames) ?? SpellingDistance.nearest(to: bareName, among: bareNames)
      ?? abbreviationMatch(bareName, bareNames)
    return match.map { "--\($0)" }
  }

  /// Returns the name that begins with the typed text, or that has more than three characters and
  /// is a prefix of the typed text; `nil` unless there is exactly one such name.
  private static func prefixMatch(_ typed: String, _ names: [String]) -> String? {
    let matches = names.filter { $0.hasPrefix(typed) || typed.hasPrefix($0) && $0.count > 3 }
    return matches.count == 1 ? matches[0] : nil
  }

  /// Returns the name that begins with the first letter of the typed text, and contains the other
  /// letters of that text in the same order: `year` for `yr`.
  ///
  /// Returns `nil` unless there is exactly one such name.
  private static func abbreviationMatch(_ typed: String, _ names: [String]) -> String? {
    let matches = names.filter { $0.first == typed.first && typed.isSubsequence(of: $0) }
    return matches.count == 1 ? matches[0] : nil
  }

  /// The filmz options, by the names that similar options have in other programs.
  ///
  /// An option is suggested only if the command accepts it.
  private static let synonyms = [
    "filter": "--grep", "text": "--grep", "query": "--grep", "contains": "--grep",
    "order": "--sort", "sort-by": "--sort", "orderby": "--sort", "by": "--sort",
    "kind": "--type", "unseen": "--unwatched", "seen": "--watched", "date": "--on",
    "when": "--on", "score": "--rating",
    "cast": "--actor", "people": "--person", "length": "--runtime", "minutes": "--runtime",
    "days": "--recent", "added": "--recent", "stars": "--rating", "count": "--limit",
    "max": "--limit", "top": "--limit", "head": "--limit", "-n": "--limit", "force": "--yes",
    "-f": "--yes", "assume-yes": "--yes", "recommender": "--from",
    "recommended-by": "--from", "comment": "--note", "label": "--tag", "for": "--audience",
    "json": "--format json", "csv": "--format csv", "tsv": "--format tsv",
    "jsonl": "--format jsonl", "markdown": "--format markdown", "output": "--format",
    "-o": "--format", "no-color": "--color never", "no-colour": "--color never",
    "colour": "--color", "-v": "--verbose", "debug": "--verbose", "no-network": "--offline",
    "local": "--offline", "all": "--full", "long": "--full", "-l": "--full",
    "reload": "--refresh", "update": "--refresh", "old": "--stale",
  ]
}

extension String {
  fileprivate var trimmingDashes: String { String(drop { $0 == "-" }) }

  /// Returns whether another string contains the characters of this string in the same order.
  fileprivate func isSubsequence(of other: String) -> Bool {
    var remainder = other[...]
    for letter in self {
      guard let index = remainder.firstIndex(of: letter) else { return false }
      remainder = remainder[remainder.index(after: index)...]
    }
    return true
  }
}
