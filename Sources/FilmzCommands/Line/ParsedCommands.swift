import Synchronization

/// Commands that were parsed already, by their words: parsing takes ArgumentParser some tenths of a millisecond,
/// and people type the same lines again (`next`, `ls`, `results`).
///
/// A parsed command is a plain value that follows from its words alone.
final class ParsedCommands: Sendable {
  /// Commands that are kept; where there are more, all are forgotten.
  private static let capacity = 64

  private let commands = Mutex<[[String]: any ShellCommand]>([:])

  /// The command of some words, parsed where it was not before.
  func command(
    _ words: [String], parse: () throws -> any ShellCommand
  ) rethrows -> any ShellCommand {
    if let command = commands.withLock({ $0[words] }) { return command }
    let command = try parse()
    commands.withLock { commands in
      if commands.count >= Self.capacity { commands = [:] }
      commands[words] = command
    }
    return command
  }
}
