package import FilmzDomain

/// The `find` command, which lists the films in the collection that match a text.
package struct FindCommand: ShellCommand {
  package static let command = Command(
    FindCommand.self, "find", "List the films in the collection that match a text.",
    usage: "find <text> ... [options]",
    details: """
      Searches titles, people, years, notes and recommenders, like `ls --grep`. The words can contain \
      filters, such as year:1990s rating:>7 is:unwatched, and smart collections, such as @favorites.
      """,
    examples: """
      find kurosawa
      find --watched al pacino --sort -rating
      find "great fun" --limit 20
      """)

  package static let arguments: [Argument<Self>] =
    [
      .positionals(\.words, as: "text", kind: .collectionText, "The text to find.")
    ] + Argument.group(\.filters) + [
      .option("--limit", \.limit, as: "n", "Rows per page."),
      .option("--page", \.page, as: "n", "The page to show."),
    ]

  package var words: [Word] = []
  var filters = ListFilters()
  var limit: PositiveInt?
  var page: PositiveInt?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard words.contains(where: { $0.text.nonBlank != nil }) || !filters.isEmpty else {
      throw CommandError.missingArgument("text or a filter", verb: "find")
    }
    guard filters.grep.isEmpty else {
      throw CommandError.wrongUsage(
        "find takes its text as arguments, not with --grep", verb: "find")
    }
    let query = try await session.query(filters, words, verb: "find")
    return try await session.list(query, page: page, limit: limit)
  }
}
