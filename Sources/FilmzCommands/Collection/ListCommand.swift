package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `ls`: the films of the collection.
package struct ListCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "ls",
    abstract: "List the films of the collection.",
    discussion: """
      A list is a result set too: its numbers are valid for show, rate and the rest.

      Examples:
        ls --unwatched --sort -year
        ls --genre Drama,Crime --rating 8-10
        ls --grep kurosawa
      """)

  @Flag(help: "Only films that were seen.") var watched = false
  @Flag(help: "Only films that were not seen.") var unwatched = false

  @Option(help: ArgumentHelp("Films of any of these genres.", valueName: "a,b"))
  var genre: Word?

  @Option(help: ArgumentHelp("Text in title, people, year, notes.", valueName: "text"))
  var grep: Word?

  @Option(help: "Only films of one kind.")
  var type: MediaType?

  @Option(help: ArgumentHelp("A year, or years as 1990-1999.", valueName: "year"))
  var year: Word?

  @Option(help: ArgumentHelp("My rating, as 8 or 7-10.", valueName: "a-b"))
  var rating: Word?

  @Option(help: "Whom the films are for.")
  var audience: Audience?

  @Option(help: ArgumentHelp("Films with a tag.", valueName: "tag"))
  var tag: Word?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "name, year, added, rating or watched; with - before it the other way round.",
      valueName: "key"))
  var sort: SortOrder?

  @Option(help: ArgumentHelp("Rows of a page.", valueName: "n"))
  var limit: Count?

  @Option(help: ArgumentHelp("The page to show.", valueName: "n"))
  var page: Count?

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let query = try query()
    let isPaged = limit != nil || page != nil || session.pagesLists
    let found = try await session.search.list(
      query, page: page?.value ?? 1,
      pageSize: isPaged ? await session.pageSize(limit?.value) : nil,
      keepsResults: session.mode != .single)
    var output = Output.page(found)
    output.replacesResults = true
    if found.total == 0 { output.notices = [Self.advice(query)] }
    return output
  }

  private func query() throws -> CollectionQuery {
    var query = CollectionQuery()
    guard !(watched && unwatched) else {
      throw CommandError.wrongUsage("--watched and --unwatched exclude each other", verb: "ls")
    }
    query.isWatched = watched ? true : unwatched ? false : nil
    query.genres =
      genre?.text.split(separator: ",").compactMap { String($0).trimmed.nonBlank } ?? []
    query.text = grep?.text.nonBlank
    query.type = type
    query.years = try year.map { try YearRange(parsing: $0.text) }
    query.ratings = try rating.map { try Self.ratings($0.text) }
    query.audience = audience
    query.tag = tag?.text.trimmed.nonBlank
    query.order = sort?.order ?? .init(watched ? .watched : .added, descending: true)
    return query
  }

  private static func ratings(_ text: String) throws -> ClosedRange<Rating> {
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let first = try Rating(parsing: String(ends[0]))
    let last = try ends.count == 2 ? Rating(parsing: String(ends[1])) : first
    return min(first, last)...max(first, last)
  }

  private static func advice(_ query: CollectionQuery) -> String {
    query.isEverything
      ? .emptyCollection
      : "No film of your collection is like that. `ls` lists all."
  }
}

/// A sort key of `ls`.
struct SortOrder: ExpressibleByArgument {
  let order: CollectionQuery.Order

  init?(argument: String) {
    guard let order = CollectionQuery.Order(Word(argument: argument).text) else { return nil }
    self.order = order
  }

  static var allValueStrings: [String] {
    CollectionQuery.Order.Key.allCases.flatMap { [$0.rawValue, "-" + $0.rawValue] }
  }
}

extension MediaType: NamedChoice {}
