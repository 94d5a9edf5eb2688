import FilmzDomain

/// The options that say which films of the collection are wanted, and in which order.
struct ListFilters: ArgumentGroup {
  static let arguments: [Argument<Self>] = [
    .flag("--watched", \.watched, "Only films that were seen."),
    .flag("--unwatched", \.unwatched, "Only films that were not seen."),
    .option("--genre", \.genre, as: "a,b", kind: .genres, "Films of any of these genres."),
    .option("--grep", \.grep, as: "text", "Text in title, people, year, notes."),
    .option("--type", \.type, "Only films of one kind."),
    .option("--year", \.year, "A year, or years as 1990-1999."),
    .option("--rating", \.rating, as: "a-b", "My rating, as 8 or 7-10."),
    .option("--audience", \.audience, "Whom the films are for."),
    .option("--tag", \.tag, kind: .tag, "Films with a tag."),
    .option(
      "--sort", \.sort, as: "key", takesDashes: true,
      "name, year, added, rating or watched; with - before it the other way round."),
  ]

  var watched = false
  var unwatched = false
  var genre: Word?
  var grep: Word?
  var type: MediaType?
  var year: Word?
  var rating: Word?
  var audience: Audience?
  var tag: Word?
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
struct SortOrder: ArgumentValue {
  let order: CollectionQuery.Order

  init?(argument word: Word) {
    guard let order = CollectionQuery.Order(word.text) else { return nil }
    self.order = order
  }

  static var kind: ValueKind {
    .choice(CollectionQuery.Order.Key.allCases.flatMap { [$0.rawValue, "-" + $0.rawValue] })
  }
}

extension MediaType: NamedChoice {}
