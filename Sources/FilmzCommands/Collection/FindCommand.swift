package import ArgumentParser
import FilmzDomain

/// `find`: the films of the collection that mention a text.
package struct FindCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "List the films of the collection with a text in them.",
    usage: "find <text> ... [options]",
    discussion: """
      The text is looked for in title, people, year and notes, as `ls --grep` does. Filters may stand \
      among the words: year:1990s rating:>7 is:unwatched.

      Examples:
        find kurosawa
        find --watched al pacino --sort -rating
        find "great fun" --limit 20
      """)

  @Argument(help: ArgumentHelp("What is looked for.", valueName: "words"))
  package var words: [Word] = []

  @OptionGroup var filters: ListFilters

  @Option(help: ArgumentHelp("Rows of a page.", valueName: "n"))
  var limit: Count?

  @Option(help: ArgumentHelp("The page to show.", valueName: "n"))
  var page: Count?

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard words.contains(where: { $0.text.nonBlank != nil }) else {
      throw CommandError.missing("a text", verb: "find")
    }
    guard filters.grep == nil else {
      throw CommandError.wrongUsage("find takes its text without --grep", verb: "find")
    }
    let query = try await session.query(filters, words, verb: "find")
    return try await session.list(query, page: page, limit: limit)
  }
}
