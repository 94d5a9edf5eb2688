/// The `ls` command, which lists the films in the collection.
package struct ListCommand: ShellCommand {
  package static let command = Command(
    ListCommand.self, "ls", "List the films in the collection.",
    details: """
      The list becomes the current results, so that its numbers can be used with `show`, `rate` and \
      other commands.
      """,
    examples: """
      ls --unwatched --sort -year
      ls --genre Drama,Crime --rating 8-10
      ls --grep kurosawa
      """)

  package static let arguments: [Argument<Self>] =
    Argument.group(\.filters) + [
      .option("--limit", \.limit, as: "n", "Rows per page."),
      .option("--page", \.page, as: "n", "The page to show."),
    ]

  var filters = ListFilters()
  var limit: PositiveInt?
  var page: PositiveInt?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    try await session.list(try await session.query(filters, verb: "ls"), page: page, limit: limit)
  }
}
