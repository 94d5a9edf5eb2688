package import FilmzDomain

/// The `ls` command, which lists the films in the collection.
package struct ListCommand: ShellCommand {
  package static let command = Command(
    ListCommand.self, "ls", "List the films in the collection.",
    usage: "ls [@<collection>] [<filters>] [<text> ...] [options]",
    details: """
      The words can be smart collections such as @favorites (`collections` lists them), filters such as \
      genre:Drama year:1990s is:unwatched, and text to find. A film must match all of them and all options.

      The list becomes the current results, so that its numbers can be used with `show`, `rate` and \
      other commands.
      """,
    examples: """
      ls --unwatched --sort -year
      ls @favorites genre:Drama year:1990s
      ls --list "To lend" --runtime 90-120
      ls kurosawa --stars 4-5
      """)

  package static let arguments: [Argument<Self>] =
    [
      .positionals(
        \.words, as: "text", kind: .collectionText, "A collection, a filter, or text to find.")
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
    if let word = words.first(where: { !$0.isQuoted && $0.text.first.map(">|".contains) == true }) {
      throw CommandError.wrongUsage(
        "put a space after `\(word.text.prefix { ">|".contains($0) })`, or the text in quotes",
        verb: "ls")
    }
    return try await session.list(
      try await session.query(filters, words, verb: "ls"), page: page, limit: limit)
  }
}
