import FilmzDomain
import FilmzViewModels

/// The options that say which films of the collection are wanted, and in which order.
struct ListFilters: ArgumentGroup {
  static let arguments: [Argument<Self>] =
    [
      .flag("--watched", \.watched, "Only films that were seen."),
      .flag("--unwatched", \.unwatched, "Only films that were not seen."),
      .flag("--wanted", \.wanted, "Only films to be seen, the same as --unwatched."),
    ] + Argument.group(\.facts) + [
      .option("--mine", \.mine, as: "a-b", "Your rating, the same as --rating."),
      .option("--stars", \.stars, as: "a-b", "Your rating in stars, as 4 or 3.5-5."),
      .option("--recent", \.recent, as: "days", "Films added in the last days."),
      .option("--audience", \.audience, "Whom the films are for."),
      .option("--tag", \.tag, kind: .tag, "Films with a tag."),
      .option("--grep", \.grep, as: "text", "Text in title, people, year, notes."),
      .option(
        "--sort", \.sort, as: "keys", kind: .list(FilmOrder.choices(in: .collection)),
        takesDashes: true,
        "\(FilmOrder.names(in: .collection).alternatives), or several as -rating,year; with - before"
          + " it the other way round."),
    ]

  var watched = false
  var unwatched = false
  var wanted = false
  var facts = FactFilters()
  var mine: [Word] = []
  var stars: [Word] = []
  var recent: [Word] = []
  var audience: Audience?
  var tag: [Word] = []
  var grep: [Word] = []
  var sort: Word?

  /// Whether none of them was given.
  var isEmpty: Bool { given.isEmpty && sort == nil }

  /// Whether films that were not seen are wanted.
  var takesUnwatched: Bool { unwatched || wanted }

  fileprivate var given: [(name: String, value: Word)] {
    let flags = [("watched", watched), ("unwatched", unwatched), ("wanted", wanted)]
    return flags.filter(\.1).map { ("is", Word($0.0)) } + facts.given
      + [
        ("mine", mine), ("stars", stars), ("recent", recent),
        ("audience", audience.map { [Word($0.rawValue)] } ?? []), ("grep", grep), ("tag", tag),
      ].given
  }
}

extension Session {
  /// The films of the collection that options, and words with filters among them, ask for.
  ///
  /// - Throws: ``DomainError`` for filters that cannot be read or name what is not known.
  func query(_ options: ListFilters, _ words: [Word] = [], verb: String) async throws
    -> CollectionQuery
  {
    guard !(options.watched && (options.unwatched || options.wanted)) else {
      let other = options.unwatched ? "--unwatched" : "--wanted"
      throw CommandError.wrongUsage("--watched and \(other) exclude each other", verb: verb)
    }
    let text = try FilterText(typed: words, in: .collection, mode)
    var filter = text.filter
    try filter.narrow(by: options.given, in: .collection)
    if let words = text.text.nonBlank {
      try filter.narrow("grep", to: words, in: .collection, shown: words)
    }
    try await models.search.filterCheck.requireKnownGenres(filter)
    let order = try options.sort.map { try FilmOrder(parsing: $0.text, in: .collection) }
    return CollectionQuery(
      filter,
      order: order ?? FilmOrder(filter.isWatched == true ? .watched : .added, descending: true),
      now: context.now)
  }
}
