import FilmzDomain

/// Parses the words after a command's name according to its argument declarations.
struct ArgumentReader<Arguments: ArgumentGroup> {
  let command: Command
  private(set) var arguments = Arguments()
  private(set) var global = GlobalOptions()

  /// `true` if the words were typed in a shell and end with a text, such as a note; words that begin with a dash may
  /// then be part of the text.
  private let keepsText: Bool

  init(command: Command, keepsText: Bool = false) { (self.command, self.keepsText) = (command, keepsText) }

  /// Parses options, which can be anywhere before `--`, and positional arguments.
  ///
  /// - Throws: ``CommandError/wrongUsage(_:verb:)`` if the words are not valid arguments of the
  ///   command, or ``CommandError/wrongOption(_:)`` if they are not valid launch options or contain
  ///   a launch option after the name of a command.
  mutating func read(_ words: [Word]) throws(CommandError) {
    var remainingWords = words[...]
    var positionals: [Word] = []
    while let word = remainingWords.popFirst() {
      if !word.isOption || (keepsText && isText(word, after: positionals, before: remainingWords.first)) {
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

  /// Returns whether a word that begins with a dash belongs to a text.
  ///
  /// `--` does if it follows a positional word, and the next word, if any, is neither quoted nor an option. Any other
  /// word does if it is neither an option nor similar to one.
  private func isText(_ word: Word, after words: [Word], before next: Word?) -> Bool {
    if word.text == "--" { return !words.isEmpty && next?.isQuoted != true && next?.isOption != true }
    let name = String(word.text.prefix { $0 != "=" })
    let isKnown = (command.parameters + GlobalOptions.parameters + LaunchOptions.listedParameters).contains {
      $0.names.contains(name)
    }
    return !isKnown && OptionSuggestions.suggestion(for: name, in: command) == nil
  }

  private mutating func readOption(_ text: String, _ remainingWords: inout ArraySlice<Word>) throws(CommandError) {
    let equalSign = text.hasPrefix("--") ? text.firstIndex(of: "=") : nil
    let name = String(text[..<(equalSign ?? text.endIndex)])
    let attachedValue = equalSign.map { Word(String(text[text.index(after: $0)...])) }
    if let option = Arguments.arguments.first(where: { $0.parameter.names.contains(name) }) {
      try readValue(of: option, name, attachedValue, &remainingWords, into: &arguments)
    } else if let option = GlobalOptions.arguments.first(where: { $0.parameter.names.contains(name) }) {
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
    let isNextWordValue = remainingWords.first.map { !$0.isOption || parameter.allowsLeadingDash } ?? false
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
    if name.hasPrefix("--"), let option = LaunchOptions.listedParameters.first(where: { $0.names.contains(name) }) {
      let example = option.kind == .option ? ": `filmz \(option.label) \(command.name)`" : ""
      return .wrongOption("\(name) must come before the command\(example)")
    }
    let suggestion = OptionSuggestions.suggestion(for: name, in: command).map { "; did you mean \($0)?" }
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
    guard let suggestion = suggestions[command.name], suggestion == "ls --genre" || Int(word) != nil else {
      return message
    }
    return message + "; did you mean `\(suggestion) \(word)`?"
  }
}

/// The commands that are suggested with an unexpected argument after them, by the name of the typed command.
///
/// `ls --genre` is suggested for any argument, the others for integers only.
private let suggestions = [
  "next": "page", "prev": "page", "first": "page", "results": "page",
  "log": "log --limit", "genres": "ls --genre", "cache prune": "cache prune --days",
]
