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
      ls --skipped
      """)

  package static let arguments: [Argument<Self>] =
    Argument.group(\.filters) + [
      .flag("--skipped", \.skipped, "The films that you have skipped, instead of the collection."),
      .option("--limit", \.limit, as: "n", "Rows per page."),
      .option("--page", \.page, as: "n", "The page to show."),
    ]

  var filters = ListFilters()
  var skipped = false
  var limit: PositiveInt?
  var page: PositiveInt?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard !skipped else {
      guard filters.isEmpty else {
        throw CommandError.wrongUsage("--skipped cannot be combined with other filters", verb: "ls")
      }
      return try await session.listSkippedFilms(page: page, limit: limit)
    }
    return try await session.list(
      try await session.query(filters, verb: "ls"), page: page, limit: limit)
  }
}
