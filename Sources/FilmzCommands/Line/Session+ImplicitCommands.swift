import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

extension Session {
  /// The largest number that is not taken for a title, such as `300`, even if no result has this number.
  private static let maximumTypedNumber = 99

  /// The maximum width of a command in the notice about it, in columns.
  private static let maximumShownWidth = 200

  /// Returns the command to run for a typed command.
  ///
  /// In the shell, a line that is a title, or that begins with neither a verb nor a word similar to one, is run as a
  /// search. If it consists of numbers, ids or addresses of films, it is run with `show`. A notice shows the command.
  /// In scripts and single commands, the typed command is returned.
  ///
  /// - Throws: A ``CommandError`` if the line is neither a command nor a search, or if it contains syntax
  ///   of other shells.
  func addingVerb(to command: ParsedCommand, aliases: [String]) async throws -> ParsedCommand {
    guard mode == .shell, let first = command.words.first else { return command }
    var verb: String?
    var lookupError: CommandError?
    do {
      verb = try CommandTree.verb(first.text, abbreviated: true, aliases: aliases)
    } catch {
      lookupError = error
    }
    var implicitVerb: String?
    var suggestion: String?
    if case .unknownVerb(_, let similarVerb) = lookupError {
      try UnsupportedSyntax.check(command.words, verb: nil)
      (implicitVerb, suggestion) = try await self.implicitVerb(of: command.words, suggestion: similarVerb)
    } else {
      if let verb { try UnsupportedSyntax.check(command.words, verb: verb) }
      // The error is thrown again when the command is looked up, unless the line is a title.
      if await isTitle(command.words, despite: verb) { implicitVerb = "search" }
    }
    guard let implicitVerb else { return command }
    var command = command
    command.words.insert(Word(implicitVerb), at: 0)
    if printer.showsNotices, !host.console.isRedirected {
      let hint = suggestion.map { "; did you mean `\($0)`?" } ?? ""
      printer.printNotice("Running `\(command.text.truncated(toWidth: Self.maximumShownWidth))`\(hint)")
    }
    return command
  }

  /// Returns whether a line that begins with a verb, or an abbreviation of one, is a title, such as `first blood`.
  ///
  /// A verb alone, and a line with quotes, options, `.` or a smart collection, is a command. Commands with a text check
  /// themselves whether the line is a title, and show both meanings.
  private func isTitle(_ words: [Word], despite verb: String?) async -> Bool {
    let typed = words[0].text.lowercased()
    let isAbbreviation = typed.count > 2 && !CommandTree.isVerb(typed)
    let isCommand = words.contains { $0.isQuoted || $0.isOption || $0.text == "." || $0.text.hasPrefix("@") }
    guard isAbbreviation || words.count > 1, !isCommand else { return false }
    let commands = OutputRedirection.verbsWithText.union(["search", "tag"])
    guard verb.map(commands.contains) != true else { return false }
    if verb == "source", FileManager.default.fileExists(atPath: words[1].text) { return false }
    return await isTitle(words)
  }

  /// Returns whether words are, begin, or begin with, the title of a known film.
  private func isTitle(_ words: some Sequence<Word>) async -> Bool {
    await viewModels.search.knowsTitle(words.map(\.text).joined(separator: " "))
  }

  /// Returns the error to report for a command that was not found.
  ///
  /// In a single command, it names the search for the words, unless they may contain a secret.
  func lookupError(_ error: CommandError, for words: [Word]) -> CommandError {
    guard mode == .singleCommand, case .unknownVerb(let verb, let suggestion) = error,
      suggestion != "search", !words[0].isOption, isSearchable(words)
    else { return error }
    return .unknownVerbOrTitle(
      verb, suggestion: suggestion.map { "filmz \($0)" }, search: "filmz search \(ParsedCommand(words: words).text)")
  }

  /// Returns the error to report for invalid arguments of a command.
  ///
  /// In the shell, if the command takes no arguments or only one of a few words, this error names the search for the line,
  /// which may be a title.
  func usageError(_ error: CommandError, of command: Command, for words: [Word]) -> CommandError {
    guard mode == .shell, case .wrongUsage(let text, _) = error, words.count > 1,
      command.positionals.allSatisfy({ !$0.choices.isEmpty }), !words.contains(where: { $0.isQuoted || $0.isOption })
    else { return error }
    return .wrongUsageOrTitle(text, search: "search \(ParsedCommand(words: words).text)")
  }

  /// Returns the error to report if no film is selected: it names the command with the number of each film on the screen.
  func selectionError(for match: CommandTree.Match) async -> any Error {
    let numbers = await viewModels.browsingState.numbersOnPage
    guard !numbers.isEmpty else { return ViewModelError.nothingSelected }
    let commands = numbers.prefix(2).map { match.text(withFilm: String($0)) }
    return CommandError.whichFilm(commands: commands, count: numbers.count)
  }

  /// Returns the verb to put before a line that does not begin with a verb, and a similar command that may be meant
  /// instead; the verb is `nil` if the line cannot be run.
  ///
  /// - Throws: A ``CommandError`` that says why the line cannot be run.
  private func implicitVerb(of words: [Word], suggestion: String?) async throws -> (verb: String?, suggestion: String?)
  {
    let first = words[0]
    if !first.isQuoted {
      if first.isOption { return (nil, nil) }
      if words.allSatisfy({ Target.isStandalone($0.text) }) {
        return (await isTitleNumber(first.text) ? "search" : "show", nil)
      }
      if first.text.hasPrefix(Target.titlePrefix), first.text != Target.titlePrefix { return ("show", nil) }
      if first.text.contains("://") {
        throw CommandError.notAVerb(first.text, hint: "only the address of a film at IMDb shows a film")
      }
    }
    guard isSearchable(words) else { return (nil, nil) }
    if words.count > 1, namesFilters(words) { return ("search", nil) }
    // The suggestion for a number is `show`, but here the number is the beginning of a title, as in `12 angry men`.
    guard let suggestion, !first.text.allSatisfy(\.isNumber) else { return ("search", nil) }
    let isSynonym = CommandTree.synonyms[first.text.lowercased()] != nil
    if first.text.count < 3, words.count > 1 || !isSynonym { return ("search", nil) }
    if await isTitle(words) { return ("search", nil) }
    guard isSynonym ? words.count > 1 : suggestion != "search" else { return (nil, nil) }
    let rest = words.dropFirst()
    var isCommand = rest.isEmpty || rest.contains { $0.isQuoted || $0.isOption || Target.isStandalone($0.text) }
    if !isCommand { isCommand = await isTitle(rest) }
    if isCommand {
      throw CommandError.unknownVerbOrTitle(
        first.text, suggestion: suggestion, search: "search \(ParsedCommand(words: words).text)")
    }
    return ("search", suggestion == "search" ? nil : suggestion)
  }

  /// Returns whether all words together name filters, `films by kubrick` or `horror under 100 minutes`.
  private func namesFilters(_ words: [Word]) -> Bool {
    guard !words.contains(where: { $0.isQuoted || $0.isOption }) else { return false }
    return SearchQuery(text: words.map(\.text).joined(separator: " ")).readingWordsAsFilters?.text.isEmpty == true
  }

  /// Returns whether words contain a letter or a number, and no key or token.
  private func isSearchable(_ words: [Word]) -> Bool {
    let line = words.map(\.text).joined(separator: " ")
    return line.contains { $0.isLetter || $0.isNumber } && !Self.mayContainSecret(line)
  }

  /// Returns whether a word is a number that is not the number of a result, and large enough for a title, such as `1917`.
  private func isTitleNumber(_ word: String) async -> Bool {
    guard let number = Int(word) else { return false }
    let resultCount = await viewModels.browsingState.resultSet?.total ?? 0
    return number > max(resultCount, Self.maximumTypedNumber)
  }

  /// Returns whether a line may contain a key or a token, which must not be sent to a source.
  private static func mayContainSecret(_ line: String) -> Bool {
    let words = line.split { !$0.isLetter && !$0.isNumber }
    return words.contains { isKey($0) || $0.hasPrefix("eyJ") } || SecretDetector.containsSecret(line)
  }

  /// Returns whether a word may be an API key: 8 or 32 hexadecimal digits, with both letters and numbers.
  private static func isKey(_ word: Substring) -> Bool {
    word.wholeMatch(of: /[0-9a-fA-F]{8}|[0-9a-fA-F]{32}/) != nil
      && word.contains(where: \.isLetter) && word.contains(where: \.isNumber)
  }
}

extension CommandTree.Match {
  /// Returns the command line with a film, which replaces a `.`.
  ///
  /// Without a `.`, the film is the first argument of a command for films, or the second one after a word such as `rm`
  /// of `viewings rm`; for other commands, it is the last argument.
  fileprivate func text(withFilm film: String) -> String {
    var words = words
    let kinds = command.positionals.first?.valueKinds ?? []
    if let index = words.firstIndex(where: { $0.text == "." && !$0.isQuoted }) {
      words[index] = Word(film)
    } else {
      let takesFilmsFirst = kinds.contains(.film) || kinds.contains(.collectedFilm) || kinds.contains(.skippedFilm)
      let hasSubcommand = kinds.contains {
        if case .subcommands(let names) = $0, let first = words.first { names.contains(first.text) } else { false }
      }
      words.insert(Word(film), at: takesFilmsFirst ? (hasSubcommand ? 1 : 0) : words.endIndex)
    }
    return ParsedCommand(words: command.name.split(separator: " ").map { Word(String($0)) } + words).text
  }
}
