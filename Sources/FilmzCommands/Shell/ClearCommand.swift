import FilmzTerminal

/// The `clear` command, which clears the screen.
package struct ClearCommand: ShellCommand {
  package static let command = Command(
    ClearCommand.self, "clear", "Clear the screen.", aliases: ["cls"],
    details: """
      Ctrl-L does the same, and keeps the line that is being typed.
      """,
    examples: """
      clear
      clear; ls
      """)

  /// The control functions that erase the screen (ED) and move the cursor to its first cell (CUP).
  ///
  /// Source: ECMA-48.
  private static let controlFunctions = "\u{1B}[2J\u{1B}[H"

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let console = session.host.console
    guard session.mode != .script, console.renderTarget(.never).isTerminal, console.canErase else {
      throw CommandError.needsTerminal("clear needs a terminal that can be cleared")
    }
    session.progress?.stop()
    try console.write(Self.controlFunctions)
    return Output(.nothing)
  }
}
