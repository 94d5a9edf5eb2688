import FilmzViewModels

/// The `log` command, which lists the steps of the journal.
package struct LogCommand: ShellCommand {
  /// The number of steps that are listed by default if lists have pages (``Session/pagesLists``).
  ///
  /// Otherwise, all steps are listed by default.
  private static let defaultLimit = 20

  package static let command = Command(
    LogCommand.self, "log", "List the changes to the collection, newest first.",
    details: """
      Undone steps are marked; `undo` continues with the newest step that is not.
      """,
    examples: """
      log
      log --limit 100
      log --all
      """)

  package static let arguments: [Argument<Self>] = [
    .option("--limit", \.limit, as: "n", "How many steps to show."),
    .flag("--all", \.all, "Also show the steps of the other machines, and who made which."),
  ]

  var limit: PositiveInt?
  var all = false

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let maximumCount = limit?.value ?? (session.pagesLists ? Self.defaultLimit : nil)
    let machines = all ? try await session.viewModels.sync.machineNames() : nil
    let steps = try await session.viewModels.journal.log(limit: maximumCount, from: machines)
    var output = Output(.list(.steps(steps, showsMachines: all)))
    if steps.isEmpty {
      output.messages = [.notice("Nothing has been changed yet. Try `add` and `rate`.")]
    } else if limit == nil, steps.count == maximumCount {
      output.messages = [.notice("The newest \(steps.count) steps; `log --limit N` lists more.")]
    }
    return output
  }
}
