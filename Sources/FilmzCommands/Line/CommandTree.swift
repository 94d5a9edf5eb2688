import FilmzDomain

/// The verbs, found by name in the tree of commands.
package enum CommandTree {
  /// A command, and the words that it gets.
  package struct Match {
    package let command: Command
    /// The command, or the noun alone that means it.
    package let named: Command
    package let words: [Word]
  }

  /// Verbs that are spoken for and not there yet.
  package static let reserved = """
    discover seen skip watchlist list collections comment comments edit browse kids db sql import \
    export sync poster recommend share follow unfollow reset purge alias
    """.split(separator: " ").map(String.init)

  /// What the shell takes for a verb besides its beginning.
  static let shortForms = ["n": "next", "p": "prev", "q": "quit", "s": "search"]

  private static let verbs = Dictionary(
    uniqueKeysWithValues: Filmz.commands.flatMap { command in
      command.names.map { ($0, command) }
    })

  /// Finds the command of some words, at least one, with the verb first.
  ///
  /// Beginnings and short forms of verbs count if `abbreviated`, as they do in the shell; the names
  /// of aliases count as verbs that one may have meant. A noun alone means its first member.
  ///
  /// - Throws: A ``CommandError`` if no command is meant, or more than one.
  package static func find(
    _ words: [Word], abbreviated: Bool, aliases: [String] = []
  ) throws(CommandError) -> Match {
    let name = try verb(words[0].text, abbreviated: abbreviated, aliases: aliases)
    guard let command = verbs[name] else { throw .comesLater(name) }
    guard let first = command.members.first else {
      return Match(command: command, named: command, words: Array(words.dropFirst()))
    }
    let (options, rest) = withoutLeadingOptions(words.dropFirst())
    guard let word = rest.first, !word.text.hasPrefix("-") else {
      return Match(command: first, named: command, words: options + rest)
    }
    guard let member = command.members.first(where: { $0.verb == word.text }) else {
      throw unknownMember(word.text, of: command)
    }
    return Match(command: member, named: member, words: options + rest.dropFirst())
  }

  private static func unknownMember(_ word: String, of command: Command) -> CommandError {
    let verbs = command.members.map(\.verb)
    let near = SpellingDistance.nearest(to: word, among: verbs)
    let hint =
      near.map { "; did you mean `\(command.name) \($0)`?" }
      ?? ", but \(verbs.joined(separator: ", "))"
    return .wrongUsage("\(command.name) has no \"\(word)\"" + hint, verb: command.name)
  }

  /// Cuts the options of every command off that stand before a verb, with their values.
  static func withoutLeadingOptions(_ words: some Collection<Word>) -> (
    options: [Word], words: [Word]
  ) {
    var rest = Array(words)[...]
    var options: [Word] = []
    while let word = rest.first, !word.isQuoted, word.text.hasPrefix("--"),
      let name = word.text.split(separator: "=").first,
      let option = GlobalOptions.parameters.first(where: { $0.names.contains(String(name)) })
    {
      let count = option.form == .option && !word.text.contains("=") ? 2 : 1
      options += rest.prefix(count)
      rest = rest.dropFirst(count)
    }
    return (options, Array(rest))
  }

  /// All verbs that can be run, by their names and aliases.
  package static var names: [String] { verbs.keys.sorted() }

  /// Names that mean something already, so that no alias may have them.
  package static var takenNames: Set<String> {
    Set(verbs.keys).union(reserved).union(shortForms.keys)
  }

  /// Returns `true` if a word in lower case is a verb, or is to be one.
  static func isTaken(_ word: String) -> Bool { verbs[word] != nil || reserved.contains(word) }

  /// The whole verb or alias that was typed, perhaps as a beginning.
  static func verb(
    _ typed: String, abbreviated: Bool, aliases: [String]
  ) throws(CommandError) -> String {
    let typed = typed.lowercased()
    if isTaken(typed) { return typed }
    if abbreviated, let verb = try abbreviation(typed, aliases) { return verb }
    if typed.allSatisfy(\.isNumber), !typed.isEmpty {
      throw .unknownVerb(typed, near: "show \(typed)")
    }
    if typed.contains(";") {
      throw .notAVerb(typed, hint: "put a blank behind `;` to begin a new command")
    }
    if let hint = hints[typed] { throw .notAVerb(typed, hint: hint) }
    let near = synonyms[typed] ?? SpellingDistance.nearest(to: typed, among: names + aliases)
    throw .unknownVerb(typed, near: near)
  }

  private static func abbreviation(
    _ typed: String, _ aliases: [String]
  ) throws(CommandError) -> String? {
    guard !typed.isEmpty else { return nil }
    if let verb = shortForms[typed] { return verb }
    let names = Array(verbs.keys) + reserved + aliases
    let candidates = names.filter { $0.hasPrefix(typed) }.sorted()
    let meant = Set(candidates.map { verbs[$0]?.name ?? $0 })
    guard meant.count < 2 else { throw .ambiguousVerb(typed, candidates: candidates) }
    return meant.first
  }
}
