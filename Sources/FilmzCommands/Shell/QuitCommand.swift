package import ArgumentParser

/// `quit`: ends the shell, or a script.
package struct QuitCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "quit", abstract: "End the shell.",
    discussion: """
      Ctrl-D on an empty line does the same; in a script the lines behind it are not run.

      Examples:
        quit
        exit
      """, aliases: ["exit"])

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    Output(.nothing, ending: .endsSession)
  }
}
