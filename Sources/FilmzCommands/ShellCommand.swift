package import ArgumentParser

/// A command that the shell, scripts and single calls run alike.
package protocol ShellCommand: ParsableCommand, Sendable {
  /// The options that every command takes.
  var global: GlobalOptions { get }

  /// What to say of words that do not fit, where they must not be repeated.
  static var usageError: String? { get }

  /// The value that may stand beside films, such as an audience, for completion.
  static var companion: ValueKind? { get }

  /// Whether its films are looked for in the collection only.
  static var takesOwnFilmsOnly: Bool { get }

  /// Does what the user asked for.
  ///
  /// - Returns: What is to be shown; nothing is printed before.
  /// - Throws: A ``FilmzDomain/Failure`` where the command failed.
  func run(in session: Session) async throws -> Output
}

/// A command whose words, as far as they are no options, all go the same way: films, a text, a value.
///
/// Only what stands from the first option on is given to ArgumentParser, because it takes some tenths
/// of a millisecond for each line, while options are few and come again.
package protocol WordsCommand: ShellCommand {
  var words: [Word] { get set }
}

extension WordsCommand {
  /// The same command with words before its own.
  func preceded(by others: some Sequence<Word>) -> any ShellCommand {
    var command = self
    command.words = others + words
    return command
  }
}

extension ShellCommand {
  package static var usageError: String? { nil }
  package static var companion: ValueKind? { nil }
  package static var takesOwnFilmsOnly: Bool { false }
}
