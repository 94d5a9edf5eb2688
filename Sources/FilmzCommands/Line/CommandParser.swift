import ArgumentParser
import FilmzDomain

/// Turns the words behind a verb into its command, without running it.
package struct CommandParser: Sendable {
  private let parsed: ParsedCommands

  /// A parser that remembers nothing of other runs.
  package init() { self.init(parsed: ParsedCommands()) }

  /// A parser that remembers what was parsed before.
  init(parsed: ParsedCommands) { self.parsed = parsed }

  /// The command that a match stands for.
  ///
  /// - Throws: ``CommandError/wrongUsage(_:verb:)`` where its words do not fit.
  package func command(of match: CommandTree.Match) throws -> any ShellCommand {
    let arguments = match.arguments.map(\.argument)
    do {
      if match.leaf is any WordsCommand.Type, !match.arguments.contains(where: \.mayBeOption) {
        let bare = try parsed.command([match.name]) { try match.leaf.parse([]) }
        if let bare = bare as? any WordsCommand { return bare.with(match.arguments) }
      }
      return try parsed.command([match.name] + arguments) { try match.leaf.parse(arguments) }
    } catch {
      throw usage(error, of: match)
    }
  }

  private func usage(_ error: any Error, of match: CommandTree.Match) -> CommandError {
    let line = CommandError.line(of: match.leaf.message(for: error))
    let isBuiltIn = match.leaf.exitCode(for: error) == .success
    let text =
      match.leaf.usageError
      ?? (isBuiltIn ? "an option that works before the verb only" : Word.unmarked(line))
    return .wrongUsage(text.withoutFullStop, verb: match.name)
  }
}
