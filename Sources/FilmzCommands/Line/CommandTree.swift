package import ArgumentParser
import FilmzDomain

/// The verbs, found by name in the tree of commands.
package enum CommandTree {
  /// A leaf of the tree and the words that it gets.
  package struct Match {
    package let leaf: any ShellCommand.Type
    /// Its name with the nouns above it, `config set`.
    package let name: String
    package let arguments: [Word]
  }

  /// Verbs that are spoken for and not there yet.
  package static let reserved = """
    discover seen skip watchlist list collections comment comments edit browse kids db sql import \
    export sync poster recommend share follow unfollow reset purge alias
    """.split(separator: " ").map(String.init)

  /// What the shell takes for a verb besides its beginning.
  static let shortForms = ["n": "next", "p": "prev", "q": "quit", "s": "search"]

  /// Finds the command of some words, at least one, with the verb first.
  ///
  /// Beginnings and short forms of verbs count where `abbreviated`, as they do in the shell; the names
  /// of aliases count as verbs that one may have meant. Throws a ``CommandError`` where no command is
  /// meant, or more than one.
  package static func find(
    _ words: [Word], abbreviated: Bool, aliases: [String] = []
  ) throws -> Match {
    let typed = words[0].text
    let name = try verb(typed, abbreviated: abbreviated, aliases: aliases)
    guard let top = verbs[name] else { throw CommandError.comesLater(name) }
    guard let group = top as? any CommandGroupRoot.Type else {
      return try leaf(top, name: name, Array(words.dropFirst()))
    }
    let (options, words) = Self.withoutLeadingOptions(words.dropFirst())
    guard let noun = words.first, !noun.text.hasPrefix("-") else {
      return try leaf(group.standIn, name: name, options + words)
    }
    let members = group.configuration.subcommands
    guard let member = members.first(where: { $0._commandName == noun.text }) else {
      let names = members.map { $0._commandName }
      let near = SpellingDistance.nearest(to: noun.text, among: names)
      throw CommandError.wrongUsage(
        "\(name) has no \"\(noun.text)\""
          + (near.map { "; did you mean `\(name) \($0)`?" }
            ?? ", but \(names.joined(separator: ", "))"),
        verb: name)
    }
    return try leaf(
      member, name: "\(name) \(member._commandName)", options + words.dropFirst())
  }

  /// Cuts the options of every command off that stand before a verb, with their values.
  static func withoutLeadingOptions(_ words: some Collection<Word>) -> (
    options: [Word], words: [Word]
  ) {
    var rest = Array(words)[...]
    var options: [Word] = []
    while let word = rest.first, !word.isQuoted, word.text.hasPrefix("--"),
      let name = word.text.split(separator: "=").first,
      let option = Parameter.global.first(where: { $0.names.contains(String(name)) })
    {
      let hasValueBehind = option.kind == .option && !word.text.contains("=")
      options += rest.prefix(hasValueBehind ? 2 : 1)
      rest = rest.dropFirst(hasValueBehind ? 2 : 1)
    }
    return (options, Array(rest))
  }

  /// The command or noun that some words name, at least one, and its whole name.
  ///
  /// What ``find(_:abbreviated:aliases:)`` throws it throws too.
  static func named(_ words: [Word], abbreviated: Bool, aliases: [String] = []) throws -> (
    type: any ParsableCommand.Type, name: String
  ) {
    let name = try verb(words[0].text, abbreviated: abbreviated, aliases: aliases)
    guard let top = verbs[name] else { throw CommandError.comesLater(name) }
    guard words.count > 1, top is any CommandGroupRoot.Type else {
      return (top, top._commandName)
    }
    let match = try find([Word(name)] + words.dropFirst(), abbreviated: abbreviated)
    return (match.leaf, match.name)
  }

  /// All verbs that can be run, by their names and aliases.
  package static var names: [String] { verbs.keys.sorted() }

  /// The command type that a name or alias of the tree's first level stands for.
  package static func type(named name: String) -> (any ParsableCommand.Type)? { verbs[name] }

  /// The verbs below a noun, by its name or the beginning of it; none where it has none.
  static func members(of typed: String) -> [CompletionGrammar.Entry] {
    guard let name = try? verb(typed, abbreviated: true, aliases: []), let group = verbs[name]
    else { return [] }
    return group.configuration.subcommands.map {
      .init(name: $0._commandName, summary: $0.configuration.abstract)
    }
  }

  private static let verbs: [String: any ParsableCommand.Type] = {
    var verbs: [String: any ParsableCommand.Type] = [:]
    for command in Filmz.allCommands {
      for name in [command._commandName] + command.configuration.aliases { verbs[name] = command }
    }
    return verbs
  }()

  private static func leaf(_ type: any ParsableCommand.Type, name: String, _ words: [Word])
    throws -> Match
  {
    guard let leaf = type as? any ShellCommand.Type else {
      throw CommandError.wrongUsage("\(name) needs one more word", verb: name)
    }
    return Match(leaf: leaf, name: name, arguments: words)
  }

  /// Names that mean something already, so that no alias may have them.
  package static var takenNames: Set<String> {
    Set(verbs.keys).union(reserved).union(shortForms.keys)
  }

  /// Whether a word in lower case is a verb, or is to be one.
  static func isTaken(_ word: String) -> Bool { verbs[word] != nil || reserved.contains(word) }

  /// The whole verb or alias that was typed, perhaps as a beginning.
  static func verb(_ typed: String, abbreviated: Bool, aliases: [String]) throws -> String {
    let typed = typed.lowercased() == typed ? typed : typed.lowercased()
    if isTaken(typed) { return typed }
    if abbreviated, let verb = try abbreviation(typed, aliases) { return verb }
    if typed.allSatisfy(\.isNumber), !typed.isEmpty {
      throw CommandError.unknownVerb(typed, near: "show \(typed)")
    }
    if typed.contains(";") {
      throw CommandError.notAVerb(typed, advice: "put a blank behind `;` to begin a new command")
    }
    if let advice = advice[typed] { throw CommandError.notAVerb(typed, advice: advice) }
    throw CommandError.unknownVerb(typed, near: near(typed, aliases))
  }

  private static func abbreviation(_ typed: String, _ aliases: [String]) throws -> String? {
    guard !typed.isEmpty else { return nil }
    if let verb = shortForms[typed] { return verb }
    let names = Array(verbs.keys) + reserved + aliases
    let candidates = names.filter { $0.hasPrefix(typed) }.sorted()
    let meant = Set(candidates.map { verbs[$0]?._commandName ?? $0 })
    guard meant.count < 2 else { throw CommandError.ambiguousVerb(typed, candidates: candidates) }
    return meant.first
  }

  private static func near(_ typed: String, _ aliases: [String]) -> String? {
    meanings[typed] ?? SpellingDistance.nearest(to: typed, among: names + aliases)
  }
}

/// A noun that has verbs below it, such as `config`.
package protocol CommandGroupRoot: ParsableCommand {
  /// The verb that is meant where none is named.
  static var standIn: any ShellCommand.Type { get }
}
