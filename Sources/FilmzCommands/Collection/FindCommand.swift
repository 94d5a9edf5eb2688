import FilmzDomain

/// `find`: the films of the collection that mention a text.
package struct FindCommand: ShellCommand {
  package static let command = Command(
    FindCommand.self, "find", "List the films of the collection with a text in them.",
    usage: "find <text> ... [options]",
    details: """
      The text is looked for in title, people, year and notes, as `ls --grep` does.
      """,
    examples: """
      find kurosawa
      find --watched al pacino --sort -rating
      find "great fun" --limit 20
      """)

  package static let arguments: [Argument<Self>] =
    [
      .words(\.words, as: "text", kind: .text, "What is looked for.")
    ] + Argument.group(\.filters) + [
      .option("--limit", \.limit, as: "n", "Rows of a page."),
      .option("--page", \.page, as: "n", "The page to show."),
    ]

  package var words: [Word] = []
  var filters = ListFilters()
  var limit: Count?
  var page: Count?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard let text = words.map(\.text).joined(separator: " ").nonBlank else {
      throw CommandError.missing("a text", verb: "find")
    }
    guard filters.grep == nil else {
      throw CommandError.wrongUsage("find takes its text without --grep", verb: "find")
    }
    var query = try filters.query(verb: "find")
    query.text = text
    return try await session.list(query, page: page, limit: limit)
  }
}
