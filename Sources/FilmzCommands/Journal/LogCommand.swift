package import ArgumentParser
import FilmzViewModels

/// `log`: the steps of the journal.
package struct LogCommand: ShellCommand {
  /// Steps that are told in the shell where nobody asked for another number.
  private static let usualLimit = 20

  package static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "List what was changed in the collection, newest first.",
    discussion: """
      Steps that were undone are marked; `undo` goes on with the first that is not.

      Examples:
        log
        log --limit 100
      """)

  @Option(help: ArgumentHelp("How many steps.", valueName: "n"))
  var limit: Count?

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let most = limit?.value ?? (session.pagesLists ? Self.usualLimit : nil)
    let steps = try await session.journal.log(limit: most)
    var output = Output.list(steps.map { LogRow(logged: $0) })
    if steps.isEmpty { output.notices = ["Nothing was changed yet. Try `add` and `rate`."] }
    if limit == nil, steps.count == most {
      output.notices = ["The newest \(steps.count); `log --limit N` tells more."]
    }
    return output
  }
}
