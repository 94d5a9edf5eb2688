/// `ls`: the films of the collection.
package struct ListCommand: ShellCommand {
  package static let command = Command(
    ListCommand.self, "ls", "List the films of the collection.",
    details: """
      A list is a result set too: its numbers are valid for show, rate and the rest.
      """,
    examples: """
      ls --unwatched --sort -year
      ls --genre Drama,Crime --rating 8-10
      ls --grep kurosawa
      """)

  package static let arguments: [Argument<Self>] =
    Argument.group(\.filters) + [
      .option("--limit", \.limit, as: "n", "Rows of a page."),
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
