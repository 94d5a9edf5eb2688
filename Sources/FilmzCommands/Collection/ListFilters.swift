import FilmzDomain
import FilmzViewModels

/// The options that filter and sort the films in the collection.
struct ListFilters: ArgumentGroup {
  static let arguments: [Argument<Self>] =
    [
      .flag("--watched", \.watched, "Only films that you have watched."),
      .flag("--unwatched", \.unwatched, "Only films that you have not watched."),
      .flag("--wanted", \.wanted, "Only films that you want to watch; same as --unwatched."),
      .flag("--skipped", \.skipped, "The films that you have skipped, instead of the collection."),
    ] + Argument.group(\.facts) + [
      .option("--mine", \.userRating, as: "rating", "Your rating; same as --rating."),
      .option("--stars", \.stars, as: "stars", "Your rating in stars, such as 4 or 3.5-5."),
      .option("--recent", \.recent, as: "days", "Films added within this many days."),
      .option("--audience", \.audience, "Films for this audience."),
      .option("--tag", \.tag, kind: .tag, "Films with this tag; repeat to require several."),
      .option("--list", \.list, as: "name", kind: .list, "Films of this list."),
      .option(
        "--platform", \.platform, as: "name", kind: .platform,
        "Films that you marked among those of this streaming service."),
      .option(
        "--grep", \.grep, as: "text",
        "Films with this text in the title, people, year, notes or recommender."),
      .option(
        "--sort", \.sort, as: "keys", kind: .choiceList(FilmOrder.choices(in: .collection)),
        allowsLeadingDash: true,
        "One or more of \(FilmOrder.names(in: .collection).joinedWithOr), such as -rating,year;"
          + " a leading - reverses the order."),
    ]

  var watched = false
  var unwatched = false
  var wanted = false
  var skipped = false
  var facts = FactFilters()
  var userRating: [Word] = []
  var stars: [Word] = []
  var recent: [Word] = []
  var audience: Audience?
  var tag: [Word] = []
  var list: [Word] = []
  var platform: [Word] = []
  var grep: [Word] = []
  var sort: Word?

  /// `true` if no filter and no sort key was given.
  var isEmpty: Bool { typedFilters.isEmpty && sort == nil }

  /// The filters that were given, each with the name of its field.
  fileprivate var typedFilters: [(name: String, value: Word)] {
    let flags = [
      ("watched", watched), ("unwatched", unwatched), ("wanted", wanted), ("skipped", skipped),
    ]
    return flags.filter(\.1).map { (FilterField.markName, Word($0.0)) } + facts.typedFilters
      + [
        ("mine", userRating), ("stars", stars), ("recent", recent),
        ("audience", audience.map { [Word($0.rawValue)] } ?? []), ("grep", grep), ("tag", tag),
        ("list", list), ("platform", platform),
      ].flattened
  }
}

extension Session {
  /// Returns the collection query for options and words; the words may contain filters and smart collections.
  ///
  /// - Throws: The errors of ``filter(_:_:verb:)``; ``DomainError`` if the sort order is invalid.
  func query(
    _ options: ListFilters, _ words: [Word] = [], verb: String
  ) async throws -> CollectionQuery {
    try query(try await filter(options, words, verb: verb), sortedBy: options.sort)
  }

  /// Returns the query for a filter and typed sort keys; without these, the order is the default one.
  func query(_ filter: FilmFilter, sortedBy sort: Word?) throws -> CollectionQuery {
    let order = try sort.map { try FilmOrder(parsing: $0.text, in: .collection) }
    return CollectionQuery(
      filter,
      order: order ?? (filter.isSkipped ? FilmFilter() : filter).defaultOrder, now: context.now)
  }

  /// Returns the filter for options and words.
  ///
  /// - Throws: ``CommandError`` if `--watched` is combined with `--unwatched` or `--wanted`, and
  ///   ``DomainError`` if a filter is invalid or contradicts others, a genre or smart collection is unknown, or
  ///   a filter for skipped films has conditions on data that they do not have.
  func filter(
    _ options: ListFilters, _ words: [Word], verb: String
  ) async throws -> FilmFilter {
    guard !(options.watched && (options.unwatched || options.wanted)) else {
      let other = options.unwatched ? "--unwatched" : "--wanted"
      throw CommandError.wrongUsage("--watched and \(other) cannot be used together", verb: verb)
    }
    let filterText = try FilterText(typed: words, in: .collection, mode)
    var filter = filterText.filter
    for name in filterText.collections {
      let other = try await viewModels.smartCollections.filter(of: name)
      try filter.narrow(by: other, shown: name.text)
    }
    try filter.narrow(by: options.typedFilters, in: .collection)
    if let text = filterText.text.nonBlank {
      try filter.narrow("grep", to: text, in: .collection, shown: text)
    }
    try await viewModels.search.filterCheck.requireKnownGenres(filter)
    try filter.requireDataOfSkippedFilms()
    return filter
  }
}
