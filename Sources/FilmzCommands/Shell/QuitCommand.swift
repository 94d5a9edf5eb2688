/// The `quit` command, which ends the shell or the running script.
package struct QuitCommand: ShellCommand {
  package static let command = Command(
    QuitCommand.self, "quit", "End the shell.", aliases: ["exit", "bye", ":q"],
    details: """
      Ctrl-D on an empty line does the same. In a script, the lines after it are not run.
      """,
    examples: """
      quit
      exit
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    Output(.nothing, ending: .endsSession)
  }
}
