import FilmzViewModels

/// `log`: the steps of the journal.
package struct LogCommand: ShellCommand {
  /// Steps that are told in the shell where nobody asked for another number.
  private static let usualLimit = 20

  package static let command = Command(
    LogCommand.self, "log", "List what was changed in the collection, newest first.",
    details: """
      Steps that were undone are marked; `undo` goes on with the first that is not.
      """,
    examples: """
      log
      log --limit 100
      """)

  package static let arguments: [Argument<Self>] = [
    .option("--limit", \.limit, as: "n", "How many steps.")
  ]

  var limit: PositiveInt?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let most = limit?.value ?? (session.pagesLists ? Self.usualLimit : nil)
    let steps = try await session.models.journal.log(limit: most)
    var output = Output(.list(.steps(steps)))
    if steps.isEmpty {
      output.messages = [.notice("Nothing was changed yet. Try `add` and `rate`.")]
    } else if limit == nil, steps.count == most {
      output.messages = [.notice("The newest \(steps.count); `log --limit N` tells more.")]
    }
    return output
  }
}
