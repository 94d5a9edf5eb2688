package import FilmzDomain

/// Finds commands by their names.
package enum CommandTree {
  /// A command that was found, and its arguments.
  package struct Match {
    package let command: Command
    /// The command as it was named: a group if its default subcommand was found, otherwise the same
    /// as ``command``.
    package let namedCommand: Command
    /// The words after the name of the command.
    package let words: [Word]
  }

  /// The verbs that are reserved for later versions.
  package static let plannedVerbs = """
    discover seen skip watchlist list collections comment comments edit browse kids db sql import \
    export sync poster recommend share follow unfollow reset purge alias
    """.split(separator: " ").map(String.init)

  /// The abbreviations that the shell accepts in addition to unique prefixes.
  static let shortForms = ["n": "next", "p": "prev", "q": "quit", "s": "search"]

  private static let verbs = Dictionary(
    uniqueKeysWithValues: Filmz.commands.flatMap { command in
      command.names.map { ($0, command) }
    })

  /// Finds the command that one or more words begin with.
  ///
  /// A group without a subcommand selects its default subcommand. If `abbreviated` is `true`, short
  /// forms and unique prefixes of verbs are accepted, as in the shell. The names of aliases are
  /// used for suggestions and to detect ambiguous prefixes.
  ///
  /// - Throws: A ``CommandError`` if the verb is unknown or ambiguous.
  package static func find(
    _ words: [Word], abbreviated: Bool, aliases: [String] = []
  ) throws(CommandError) -> Match {
    let name = try verb(words[0].text, abbreviated: abbreviated, aliases: aliases)
    guard let command = verbs[name] else { throw .notAvailableYet(name) }
    guard let defaultSubcommand = command.subcommands.first else {
      return Match(command: command, namedCommand: command, words: Array(words.dropFirst()))
    }
    let (options, remainingWords) = splitLeadingOptions(words.dropFirst())
    guard let word = remainingWords.first, !word.text.hasPrefix("-") else {
      return Match(
        command: defaultSubcommand, namedCommand: command, words: options + remainingWords)
    }
    guard let subcommand = command.subcommands.first(where: { $0.verb == word.text }) else {
      throw unknownSubcommand(word.text, of: command)
    }
    return Match(
      command: subcommand, namedCommand: subcommand, words: options + remainingWords.dropFirst())
  }

  private static func unknownSubcommand(_ word: String, of command: Command) -> CommandError {
    let verbs = command.subcommands.map(\.verb)
    let suggestion = SpellingDistance.nearest(to: word, among: verbs)
    let hint =
      suggestion.map { "; did you mean `\(command.name) \($0)`?" }
      ?? ", only \(verbs.joined(separator: ", "))"
    return .wrongUsage("\(command.name) has no \"\(word)\"" + hint, verb: command.name)
  }

  /// Splits off the global options, with their values, that precede a verb.
  static func splitLeadingOptions(_ words: some Collection<Word>) -> (
    options: [Word], remainingWords: [Word]
  ) {
    var remainingWords = Array(words)[...]
    var options: [Word] = []
    while let word = remainingWords.first, !word.isQuoted, word.text.hasPrefix("--"),
      let name = word.text.split(separator: "=").first,
      let option = GlobalOptions.parameters.first(where: { $0.names.contains(String(name)) })
    {
      let count = option.kind == .option && !word.text.contains("=") ? 2 : 1
      options += remainingWords.prefix(count)
      remainingWords = remainingWords.dropFirst(count)
    }
    return (options, Array(remainingWords))
  }

  /// The names and built-in aliases of all commands.
  package static var names: [String] { verbs.keys.sorted() }

  /// The names that the user's aliases must not have.
  package static var reservedNames: Set<String> {
    Set(verbs.keys).union(plannedVerbs).union(shortForms.keys)
  }

  /// Returns whether a lower-case word is a verb or a planned verb.
  static func isVerb(_ word: String) -> Bool { verbs[word] != nil || plannedVerbs.contains(word) }

  /// Returns the full name of the verb or alias that was typed, possibly as an abbreviation.
  static func verb(
    _ typed: String, abbreviated: Bool, aliases: [String]
  ) throws(CommandError) -> String {
    let typed = typed.lowercased()
    if isVerb(typed) { return typed }
    if abbreviated, let verb = try expandedAbbreviation(typed, aliases) { return verb }
    if typed.allSatisfy(\.isNumber), !typed.isEmpty {
      throw .unknownVerb(typed, suggestion: "show \(typed)")
    }
    if typed.contains(";") {
      throw .notAVerb(typed, hint: "put a space after `;` to begin a new command")
    }
    if let hint = hints[typed] { throw .notAVerb(typed, hint: hint) }
    let suggestion = synonyms[typed] ?? SpellingDistance.nearest(to: typed, among: names + aliases)
    throw .unknownVerb(typed, suggestion: suggestion)
  }

  /// Returns the verb or alias with a short form or a unique prefix; `nil` if there is none.
  private static func expandedAbbreviation(
    _ typed: String, _ aliases: [String]
  ) throws(CommandError) -> String? {
    guard !typed.isEmpty else { return nil }
    if let verb = shortForms[typed] { return verb }
    let names = Array(verbs.keys) + plannedVerbs + aliases
    let candidates = names.filter { $0.hasPrefix(typed) }.sorted()
    let matches = Set(candidates.map { verbs[$0]?.name ?? $0 })
    guard matches.count < 2 else { throw .ambiguousVerb(typed, candidates: candidates) }
    return matches.first
  }
}
