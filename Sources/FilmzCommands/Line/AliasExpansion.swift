/// What commands stand for where their verb is a name that the user gave: an alias.
package struct AliasExpansion: Sendable {
  /// Commands that one may stand for at last.
  private static let mostCommands = 1000
  /// Aliases that one may run one inside another.
  private static let deepest = 50

  private let aliases: [String: String]
  /// Whether the beginning of a name counts, as in the shell.
  private let isAbbreviated: Bool

  package init(_ aliases: [String: String], abbreviated: Bool) {
    self.aliases = aliases
    isAbbreviated = abbreviated
  }

  /// The commands that a command stands for: itself, or those of an alias.
  ///
  /// The last of them gets the words and the redirection that were typed behind the alias; behind a `|`
  /// in it the redirection belongs to the program, as in a typed line. An alias may use others, but not
  /// itself.
  ///
  /// - Throws: ``CommandError/wrongAlias(_:reason:)``, ``CommandError/unbalancedQuote(_:)``.
  package func commands(
    for command: LineParser.Command
  ) throws(CommandError) -> [LineParser.Command] {
    try commands(for: command, inside: [])
  }

  private func commands(
    for command: LineParser.Command, inside names: [String]
  ) throws(CommandError) -> [LineParser.Command] {
    guard let name = name(of: command), let text = aliases[name] else { return [command] }
    guard !names.contains(name) else {
      let way = (names.drop { $0 != name } + [name]).joined(separator: ", which runs ")
      throw .wrongAlias(name, reason: "runs itself: \(way); give one of these another command")
    }
    guard names.count < Self.deepest else {
      throw .wrongAlias(
        names[0], reason: "runs more than \(Self.deepest) aliases, one inside another")
    }
    var result: [LineParser.Command] = []
    for part in try Self.body(text, of: name, followedBy: command) {
      result += try commands(for: part.withVerbFirst, inside: names + [name])
      guard result.count <= Self.mostCommands else {
        throw .wrongAlias(name, reason: "runs more than \(Self.mostCommands) commands")
      }
    }
    return result
  }

  private static func body(
    _ text: String, of name: String, followedBy command: LineParser.Command
  ) throws(CommandError) -> [LineParser.Command] {
    var commands = try LineParser.commands(in: text)
    guard var last = commands.popLast() else {
      throw .wrongAlias(name, reason: "holds no command")
    }
    last.words += command.words.dropFirst()
    guard let further = command.redirection else { return commands + [last] }
    switch last.redirection?.sign {
    case nil: last.redirection = further
    case .pipe: last.redirection?.program += " " + further.typed
    case .replace, .append:
      throw .wrongAlias(name, reason: "sends its output somewhere already")
    }
    return commands + [last]
  }

  /// The alias that a command's verb means.
  private func name(of command: LineParser.Command) -> String? {
    guard let verb = command.words.first?.text.lowercased() else { return nil }
    if CommandTree.isTaken(verb) { return nil }
    if aliases[verb] != nil || !isAbbreviated { return verb }
    return try? CommandTree.verb(verb, abbreviated: true, aliases: Array(aliases.keys))
  }
}
