package import ArgumentParser

/// `ls`: the films of the collection.
package struct ListCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "ls",
    abstract: "List the films of the collection.",
    discussion: """
      A list is a result set too: its numbers are valid for show, rate and the rest.

      Examples:
        ls --unwatched --sort -year
        ls --genre Drama,Crime --rating 8-10
        ls --grep kurosawa
      """)

  @OptionGroup var filters: ListFilters

  @Option(help: ArgumentHelp("Rows of a page.", valueName: "n"))
  var limit: Count?

  @Option(help: ArgumentHelp("The page to show.", valueName: "n"))
  var page: Count?

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    try await session.list(try await session.query(filters, verb: "ls"), page: page, limit: limit)
  }
}
