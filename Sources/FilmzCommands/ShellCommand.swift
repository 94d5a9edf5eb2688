package import ArgumentParser

/// A command that the shell, scripts and single calls run alike.
package protocol ShellCommand: ParsableCommand, Sendable {
  /// The options that every command takes.
  var global: GlobalOptions { get }

  /// What to say of words that do not fit, where they must not be repeated.
  static var usageError: String? { get }

  /// Does what the user asked for.
  ///
  /// - Returns: What is to be shown; nothing is printed before.
  /// - Throws: A ``FilmzDomain/Failure`` where the command failed.
  func run(in session: Session) async throws -> Output
}

extension ShellCommand {
  package static var usageError: String? { nil }
}
