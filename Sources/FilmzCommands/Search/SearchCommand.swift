package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `search`: looks for films, and makes what is found the result set.
package struct SearchCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Look for films and series by title.",
    usage: "search <text> ... [options]",
    discussion: """
      Words count in any order and as beginnings. A year at the end narrows the search.

      Examples:
        search blade runner
        search dune --year 1984 --type movie
        search heat 1995
      """)

  @Argument(help: ArgumentHelp("Words of the title, or an IMDb id.", valueName: "title"))
  package var words: [Word] = []

  @Option(help: ArgumentHelp("A year, or years as 1990-1999.", valueName: "year"))
  var year: Word?

  @Option(help: "Only films of one kind.")
  var type: SearchType?

  @Option(help: "Where to look.")
  var source: SourceChoice?

  @Option(help: ArgumentHelp("The page to show first.", valueName: "n"))
  var page: Count?

  @Option(help: ArgumentHelp("Rows of a page.", valueName: "n"))
  var limit: Count?

  @Flag(help: "Take words as whole words, not as beginnings.")
  var exact = false

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard !words.isEmpty else { throw CommandError.missing("a title", verb: "search") }
    let query = SearchQuery(
      text: words.map(\.text).joined(separator: " "),
      years: try year.map { try YearRange(parsing: $0.text) }, type: type?.mediaType,
      isExact: exact)
    let found = try await session.search.search(
      query, in: source ?? .auto, page: page?.value ?? 1,
      pageSize: await session.pageSize(limit?.value), offline: session.options.offline)
    var output = Output.page(found)
    output.replacesResults = true
    if found.value.total == 0 {
      let hint = await session.search.unaskedHint(
        query, in: source ?? .auto, offline: session.options.offline)
      output.notices = [
        "No results for \"\(query.text)\"" + (hint.map { "; \($0)" } ?? Self.advice(query))
      ]
    }
    return output
  }

  private static func advice(_ query: SearchQuery) -> String {
    query.isShort
      ? "; under 3 letters only exact titles count: go on typing, or end with *"
      : "; try fewer or other words"
  }
}

/// The kinds of films that a search may be narrowed to.
enum SearchType: String, NamedChoice {
  case movie
  case series
  case episode

  var mediaType: MediaType {
    switch self {
    case .movie: .movie
    case .series: .series
    case .episode: .episode
    }
  }
}

extension SourceChoice: NamedChoice {}
