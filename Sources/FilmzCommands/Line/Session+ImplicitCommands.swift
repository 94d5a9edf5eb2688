import FilmzDomain
import FilmzTerminal
import FilmzViewModels

extension Session {
  /// The largest number that is always the number of a result, and never a title such as `300`.
  private static let maximumTypedNumber = 99

  /// The maximum width of a command in the notice about it, in columns.
  private static let maximumShownWidth = 200

  /// Returns the command to run for a typed command.
  ///
  /// If the first word is no command and near none, a line of the shell is a search or, if it
  /// consists of a number, an id or the address of a film, shows this film; a notice says so. In
  /// scripts and single commands the typed command is returned.
  ///
  /// - Throws: A ``CommandError`` if the line is neither a command nor a search, or if it contains syntax
  ///   of other shells.
  func addingVerb(
    to command: ParsedCommand, aliases: [String]
  ) async throws -> ParsedCommand {
    guard mode == .shell, let first = command.words.first else { return command }
    var verb: String?
    var suggestion: String?
    do {
      verb = try CommandTree.verb(first.text, abbreviated: true, aliases: aliases)
    } catch .unknownVerb(_, let similarVerb) {
      suggestion = similarVerb
    } catch {
      return command  // the error is thrown when the command is looked up
    }
    try ForeignSyntax.check(command.words, verb: verb)
    if let verb { try await checkAbbreviation(of: verb, in: command.words) }
    guard verb == nil,
      let implicitVerb = try await implicitVerb(of: command.words, suggestion: suggestion)
    else { return command }
    var command = command
    command.words.insert(Word(implicitVerb), at: 0)
    if printer.showsNotices, !host.console.isRedirected {
      printer.printNotice(
        "Running `\(command.text.truncated(toWidth: Self.maximumShownWidth))`")
    }
    return command
  }

  /// Checks that a line with an abbreviated verb is not a title, such as `no country for old men`.
  ///
  /// - Throws: ``CommandError/abbreviationOrTitle(_:verb:search:)``.
  private func checkAbbreviation(of verb: String, in words: [Word]) async throws {
    let typed = words[0].text.lowercased()
    guard words.count > 1, typed != verb, CommandTree.shortForms[typed] == nil,
      !CommandTree.isVerb(typed), verb != "search", await isTitle(words)
    else { return }
    throw CommandError.abbreviationOrTitle(
      words[0].text, verb: verb, search: "search \(ParsedCommand(words: words).text)")
  }

  /// Returns the error to report if the arguments of a command are invalid: in the shell, if the
  /// whole line is a title, such as `first blood`, the error names the search for it.
  func usageError(_ error: CommandError, for words: [Word]) async -> CommandError {
    guard mode == .shell, case .wrongUsage(let text, let verb) = error, verb != "search",
      words.count > 1, await isTitle(words)
    else { return error }
    return .wrongUsageOrTitle(text, search: "search \(ParsedCommand(words: words).text)")
  }

  /// Returns whether words form the title of a known film, or its beginning.
  private func isTitle(_ words: [Word]) async -> Bool {
    await viewModels.search.knowsTitle(
      beginningWith: words.map(\.text).joined(separator: " "), in: context)
  }

  /// Returns the verb for a line that begins with no command; `nil` if the line cannot be run.
  ///
  /// - Throws: A ``CommandError`` that says why the line cannot be run.
  private func implicitVerb(of words: [Word], suggestion: String?) async throws -> String? {
    let first = words[0]
    if !first.isQuoted {
      if first.isOption { return nil }
      if words.allSatisfy({ Target.isStandalone($0.text) }) {
        return await isTitle(first.text) ? "search" : "show"
      }
      if first.text.contains("://") {
        throw CommandError.notAVerb(
          first.text, hint: "only the address of a film at IMDb shows a film")
      }
    }
    let line = words.map(\.text).joined(separator: " ")
    guard line.contains(where: { $0.isLetter || $0.isNumber }), !Self.mayContainSecret(line) else {
      return nil
    }
    // `suggestion` proposes `show` for a number, which is part of a title here: `12 angry men`.
    if let suggestion, !first.text.allSatisfy(\.isNumber) {
      guard words.count > 1, suggestion != "search" else { return nil }
      guard await viewModels.search.knowsTitle(beginningWith: line, in: context) else {
        throw CommandError.unknownVerbOrTitle(
          first.text, suggestion: suggestion, search: "search \(ParsedCommand(words: words).text)")
      }
    }
    return "search"
  }

  /// Returns whether a number is no result, and large enough to be a title, such as `1917`.
  private func isTitle(_ word: String) async -> Bool {
    guard let number = Int(word) else { return false }
    let resultCount = await viewModels.browsingState.resultSet?.total ?? 0
    return number > max(resultCount, Self.maximumTypedNumber)
  }

  /// Returns whether a line may contain a key or a token, which must not be sent to a source.
  private static func mayContainSecret(_ line: String) -> Bool {
    let words = line.split { !$0.isLetter && !$0.isNumber }
    return words.contains { isKey($0) || $0.hasPrefix("eyJ") }
      || SecretDetector.containsSecret(line)
  }

  /// Returns whether a word may be a key: 8 or 32 hexadecimal digits, both letters and numbers.
  private static func isKey(_ word: Substring) -> Bool {
    word.wholeMatch(of: /[0-9a-fA-F]{8}|[0-9a-fA-F]{32}/) != nil
      && word.contains(where: \.isLetter) && word.contains(where: \.isNumber)
  }
}

extension ParsedCommand {
  /// The words as they are written in a command line.
  var text: String { words.map(\.quotedIfNeeded).joined(separator: " ") }
}
