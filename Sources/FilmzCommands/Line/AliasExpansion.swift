import FilmzDomain

/// Replaces the user's aliases with their commands.
package struct AliasExpansion: Sendable {
  /// The maximum number of commands that an alias may expand to, including those of nested aliases.
  private static let maximumCommandCount = 1000
  private static let maximumNestingDepth = 50

  /// The command line of each alias, by the alias's name.
  private let aliases: [String: String]
  /// `true` if an alias can be abbreviated to a unique prefix, as in the shell.
  private let allowsAbbreviations: Bool

  package init(_ aliases: [String: String], abbreviated: Bool) {
    self.aliases = aliases
    allowsAbbreviations = abbreviated
  }

  /// Returns the commands that an alias expands to, or the command itself if its verb is not an alias.
  ///
  /// The words and the redirection after the alias are appended to its last command. If that
  /// command pipes its output to a program, the redirection is appended to the program's command
  /// line, as if the whole line had been typed. An alias can use other aliases, but not itself.
  ///
  /// - Throws: ``CommandError/invalidAlias(_:reason:)``, ``CommandError/unclosedQuote(_:)``.
  package func commands(for command: ParsedCommand) throws(CommandError) -> [ParsedCommand] {
    try commands(for: command, nestedIn: [])
  }

  private func commands(for command: ParsedCommand, nestedIn names: [String]) throws(CommandError) -> [ParsedCommand] {
    guard let name = name(of: command), let text = aliases[name] else { return [command] }
    guard !names.contains(name) else {
      let cycle = (names.drop { $0 != name } + [name]).joined(separator: ", which runs ")
      throw .invalidAlias(name, reason: "runs itself: \(cycle); change one of these aliases")
    }
    guard names.count < Self.maximumNestingDepth else {
      throw .invalidAlias(names[0], reason: "nests more than \(Self.maximumNestingDepth) aliases")
    }
    var result: [ParsedCommand] = []
    for nestedCommand in try Self.body(text, of: name, followedBy: command) {
      result += try commands(for: nestedCommand.withVerbFirst, nestedIn: names + [name])
      guard result.count <= Self.maximumCommandCount else {
        throw .invalidAlias(name, reason: "runs more than \(Self.maximumCommandCount) commands")
      }
    }
    return result
  }

  /// Parses the command line of an alias, and appends the words and the redirection after the alias.
  private static func body(
    _ text: String, of name: String, followedBy call: ParsedCommand
  ) throws(CommandError) -> [ParsedCommand] {
    var commands = try LineParser.commands(in: text)
    guard var last = commands.popLast() else { throw .invalidAlias(name, reason: "contains no command") }
    last.words += call.words.dropFirst()
    guard let redirection = call.redirection else { return commands + [last] }
    switch last.redirection?.kind {
    case nil: last.redirection = redirection
    case .pipe: last.redirection?.program += " " + redirection.text
    case .replace, .append: throw .invalidAlias(name, reason: "redirects its output already")
    }
    return commands + [last]
  }

  /// Returns the verb of a command, in lower case and unabbreviated; it may be the name of an alias.
  ///
  /// An abbreviation can also be that of a built-in verb, which is returned then. If abbreviations are not allowed, an
  /// unknown verb is returned as it is. Returns `nil` if the command has no verb, or if the verb is built-in, an
  /// ambiguous abbreviation or, with abbreviations, unknown.
  private func name(of command: ParsedCommand) -> String? {
    guard let verb = command.words.first?.text.lowercased() else { return nil }
    if CommandTree.isVerb(verb) { return nil }
    if aliases[verb] != nil || !allowsAbbreviations { return verb }
    return try? CommandTree.verb(verb, abbreviated: true, aliases: Array(aliases.keys))
  }
}
