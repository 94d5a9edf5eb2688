package import ArgumentParser
import FilmzDomain

/// `find`: the films of the collection that mention a text.
package struct FindCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "List the films of the collection with a text in them.",
    usage: "find <text> ... [options]",
    discussion: """
      The text is looked for in title, people, year and notes, as `ls --grep` does.

      Examples:
        find kurosawa
        find --watched al pacino --sort -rating
        find "great fun" --limit 20
      """)

  @Argument(help: ArgumentHelp("What is looked for.", valueName: "text"))
  package var words: [Word] = []

  @OptionGroup var filters: ListFilters

  @Option(help: ArgumentHelp("Rows of a page.", valueName: "n"))
  var limit: Count?

  @Option(help: ArgumentHelp("The page to show.", valueName: "n"))
  var page: Count?

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

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
