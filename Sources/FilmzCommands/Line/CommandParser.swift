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
    // Words before the first option are words of the command, whatever follows.
    let isOfWords = match.leaf is any WordsCommand.Type
    let words = isOfWords ? match.arguments.prefix { !$0.mayBeOption } : []
    let rest = match.arguments.dropFirst(words.count).map(\.argument)
    do {
      let command = try parsed.command([match.name] + rest) { try match.leaf.parse(rest) }
      return (command as? any WordsCommand)?.preceded(by: words) ?? command
    } catch {
      throw CommandError.wrongUsage(usageError(error, match), verb: match.name)
    }
  }

  /// What is wrong with the words of a command, in words of ours.
  private func usageError(_ error: any Error, _ match: CommandTree.Match) -> String {
    if let text = match.leaf.usageError { return text }
    guard match.leaf.exitCode(for: error) != .success else {
      return "this option works before the verb only"
    }
    let message = Word.unmarked(match.leaf.message(for: error))
    return UsageProblem(message: message)
      .text(for: Declaration(of: match.leaf, name: match.name))
  }
}
