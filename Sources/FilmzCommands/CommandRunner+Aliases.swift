import FilmzDomain

extension CommandRunner {
  /// Whether a command's verb is none of ours, so that it may be an alias.
  func mayBeAlias(_ command: LineParser.Command) -> Bool {
    guard let verb = command.words.first?.text else { return false }
    return !CommandTree.isTaken(verb)
  }

  /// The commands that a command stands for, each of them with a verb of ours, if all is well.
  package func expanded(
    _ command: LineParser.Command
  ) async throws(CommandError) -> [LineParser.Command] {
    guard mayBeAlias(command) else { return [command] }
    let aliases = await session.settings.all().aliases
    guard !aliases.isEmpty else { return [command] }
    return try AliasExpansion(aliases, abbreviated: session.mode == .shell).commands(for: command)
  }

  /// The aliases that somebody may have meant who typed an unknown verb.
  func aliasNames(for command: LineParser.Command) async -> [String] {
    mayBeAlias(command) ? Array(await session.settings.all().aliases.keys) : []
  }
}
