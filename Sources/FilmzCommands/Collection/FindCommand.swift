import FilmzDomain

/// `find`: the films of the collection that mention a text.
package struct FindCommand: ShellCommand {
  package static let command = Command(
    FindCommand.self, "find", "List the films of the collection with a text in them.",
    usage: "find <text> ... [options]",
    details: """
      The text is looked for in title, people, year and notes, as `ls --grep` does. Filters may stand \
      among the words: year:1990s rating:>7 is:unwatched.
      """,
    examples: """
      find kurosawa
      find --watched al pacino --sort -rating
      find "great fun" --limit 20
      """)

  package static let arguments: [Argument<Self>] =
    [
      .words(\.words, as: "words", kind: .mention, "What is looked for.")
    ] + Argument.group(\.filters) + [
      .option("--limit", \.limit, as: "n", "Rows of a page."),
      .option("--page", \.page, as: "n", "The page to show."),
    ]

  package var words: [Word] = []
  var filters = ListFilters()
  var limit: PositiveInt?
  var page: PositiveInt?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard words.contains(where: { $0.text.nonBlank != nil }) || !filters.isEmpty else {
      throw CommandError.missing("a text", verb: "find")
    }
    guard filters.grep.isEmpty else {
      throw CommandError.wrongUsage("find takes its text without --grep", verb: "find")
    }
    let query = try await session.query(filters, words, verb: "find")
    return try await session.list(query, page: page, limit: limit)
  }
}
