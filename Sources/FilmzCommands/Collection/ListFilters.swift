import ArgumentParser
import FilmzDomain

/// The options that say which films of the collection are wanted, and in which order.
struct ListFilters: ParsableArguments {
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

  /// Whether none of them was given.
  var isEmpty: Bool { !watched && !unwatched && !isNarrow && sort == nil }

  /// Whether films are left out by more than whether they were seen.
  var isNarrow: Bool {
    type != nil || audience != nil || [genre, grep, year, rating, tag].contains { $0 != nil }
  }

  /// The films that are wanted; the verb is named where the options cannot be.
  func query(verb: String) throws -> CollectionQuery {
    var query = CollectionQuery()
    guard !(watched && unwatched) else {
      throw CommandError.wrongUsage("--watched and --unwatched exclude each other", verb: verb)
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
