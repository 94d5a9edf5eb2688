/// A command that the shell, scripts and single calls run alike.
package protocol ShellCommand: ArgumentGroup {
  /// What it is called, and what help says of it.
  static var command: Command { get }

  /// Does what the user asked for.
  ///
  /// - Returns: What is to be shown; nothing is printed before.
  /// - Throws: A ``FilmzDomain/UserFacingError`` where the command failed.
  func run(in session: Session) async throws -> Output
}
