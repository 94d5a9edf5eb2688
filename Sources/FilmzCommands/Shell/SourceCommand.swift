import FilmzDomain

/// The `source` command, which runs the lines of a file as a script.
package struct SourceCommand: ShellCommand {
  package static let command = Command(
    SourceCommand.self, "source", "Run the commands in a file.",
    details: """
      The lines run as a script: verbs cannot be abbreviated, and no questions are asked. They share
      the results and the selected film with the shell or script that runs them. `quit` ends the file
      only. If a line fails, the others still run, unless filmz was started with --bail.
      """,
    examples: """
      source evening.filmz
      source "~/my films/import.filmz" --yes
      source marks.filmz --format jsonl
      """)

  package static let arguments: [Argument<Self>] = [
    .positional(\.file, as: "file", kind: .file, "The file with the commands.")
  ]

  var file: Word = Word("")

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard !file.text.isEmpty else {
      throw CommandError.missingArgument("a file", verb: "source")
    }
    session.progress?.stop()
    let outcome = try await session.host.runScript?(file.text, session.forScript())
    return Output(.nothing, ending: .script(outcome ?? .done))
  }
}
