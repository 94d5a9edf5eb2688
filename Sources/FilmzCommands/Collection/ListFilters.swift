import FilmzDomain
import FilmzViewModels

/// The options that filter and sort the films in the collection.
struct ListFilters: ArgumentGroup {
  static let arguments: [Argument<Self>] =
    [
      .flag("--watched", \.watched, "Only films that you have watched."),
      .flag("--unwatched", \.unwatched, "Only films that you have not watched."),
      .flag("--wanted", \.wanted, "Only films that you want to watch; same as --unwatched."),
    ] + Argument.group(\.facts) + [
      .option("--mine", \.userRating, as: "rating", "Your rating; same as --rating."),
      .option("--stars", \.stars, as: "stars", "Your rating in stars, such as 4 or 3.5-5."),
      .option("--recent", \.recent, as: "days", "Films added within this many days."),
      .option("--audience", \.audience, "Films for this audience."),
      .option("--tag", \.tag, kind: .tag, "Films with this tag; repeat to require several."),
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
  var facts = FactFilters()
  var userRating: [Word] = []
  var stars: [Word] = []
  var recent: [Word] = []
  var audience: Audience?
  var tag: [Word] = []
  var grep: [Word] = []
  var sort: Word?

  /// `true` if no filter and no sort key was given.
  var isEmpty: Bool { typedFilters.isEmpty && sort == nil }

  /// `true` if only unwatched films are requested.
  var selectsUnwatched: Bool { unwatched || wanted }

  /// The filters that were given, each with the name of its field.
  fileprivate var typedFilters: [(name: String, value: Word)] {
    let flags = [("watched", watched), ("unwatched", unwatched), ("wanted", wanted)]
    return flags.filter(\.1).map { ("is", Word($0.0)) } + facts.typedFilters
      + [
        ("mine", userRating), ("stars", stars), ("recent", recent),
        ("audience", audience.map { [Word($0.rawValue)] } ?? []), ("grep", grep), ("tag", tag),
      ].flattened
  }
}

extension Session {
  /// Returns the collection query for options and words; the words may contain filters.
  ///
  /// - Throws: ``CommandError`` if `--watched` is combined with `--unwatched` or `--wanted`, and
  ///   ``DomainError`` if a filter or the sort order is invalid or a genre is unknown.
  func query(_ options: ListFilters, _ words: [Word] = [], verb: String) async throws
    -> CollectionQuery
  {
    guard !(options.watched && (options.unwatched || options.wanted)) else {
      let other = options.unwatched ? "--unwatched" : "--wanted"
      throw CommandError.wrongUsage("--watched and \(other) cannot be used together", verb: verb)
    }
    let filterText = try FilterText(typed: words, in: .collection, mode)
    var filter = filterText.filter
    try filter.narrow(by: options.typedFilters, in: .collection)
    if let text = filterText.text.nonBlank {
      try filter.narrow("grep", to: text, in: .collection, shown: text)
    }
    try await viewModels.search.filterCheck.requireKnownGenres(filter)
    let order = try options.sort.map { try FilmOrder(parsing: $0.text, in: .collection) }
    return CollectionQuery(
      filter,
      order: order ?? FilmOrder(filter.isWatched == true ? .watched : .added, descending: true),
      now: context.now)
  }
}
