/// A command that runs in the same way in the shell, in a script and as a single command.
package protocol ShellCommand: ArgumentGroup {
  /// The description of the command for parsing, help and completion.
  static var command: Command { get }

  /// Runs the command.
  ///
  /// - Returns: The data and messages to print; the command itself prints nothing.
  /// - Throws: A ``FilmzDomain/UserFacingError`` if the command fails, or a `CancellationError` if
  ///   it is cancelled.
  func run(in session: Session) async throws -> Output
}

extension ShellCommand {
  package static var shellCommand: (any ShellCommand.Type)? { self }
}
