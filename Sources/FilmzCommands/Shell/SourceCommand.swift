/// `source`: runs the lines of a file, as if they were typed here.
package struct SourceCommand: ShellCommand {
  package static let command = Command(
    SourceCommand.self, "source", "Run the commands of a file.",
    details: """
      The lines run as those of a script: whole verbs, and never a question. They share the results
      and the selected film with what runs them. `quit` ends the file only. Where a line fails the
      others still run, unless filmz was called with --bail.
      """,
    examples: """
      source evening.filmz
      source "~/my films/import.filmz" --yes
      source marks.filmz --format jsonl
      """)

  package static let arguments: [Argument<Self>] = [
    .word(\.file, as: "file", kind: .file, "The file with the commands.")
  ]

  var file: Word = Word("")

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard !file.text.isEmpty else {
      throw CommandError.missing("a file", verb: "source")
    }
    session.progress?.stop()
    let outcome = try await session.host.runScript?(file.text, session.forScript())
    return Output(.nothing, ending: .script(outcome ?? .done))
  }
}
