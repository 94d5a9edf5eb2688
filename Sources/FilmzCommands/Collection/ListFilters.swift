import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// The options that say which films of the collection are wanted, and in which order.
struct ListFilters: ParsableArguments {
  @Flag(help: "Only films that were seen.") var watched = false
  @Flag(help: "Only films that were not seen.") var unwatched = false
  @Flag(help: "Only films to be seen, the same as --unwatched.") var wanted = false

  @OptionGroup var facts: FactFilters

  @Option(help: ArgumentHelp("Your rating, the same as --rating.", valueName: "a-b"))
  var mine: Word?

  @Option(help: ArgumentHelp("Your rating in stars, as 4 or 3.5-5.", valueName: "a-b"))
  var stars: Word?

  @Option(help: ArgumentHelp("Films added in the last days.", valueName: "days"))
  var recent: Word?

  @Option(help: "Whom the films are for.")
  var audience: Audience?

  @Option(help: ArgumentHelp("Films with a tag.", valueName: "tag"))
  var tag: [Word] = []

  @Option(help: ArgumentHelp("Text in title, people, year, notes.", valueName: "text"))
  var grep: Word?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "\(FilmOrder.names(in: .collection).alternatives), or several as -rating,year; with - before"
        + " it the other way round.", valueName: "keys"))
  var sort: ListSort?

  /// Whether none of them was given.
  var isEmpty: Bool { given.isEmpty && sort == nil }

  /// Whether films that were not seen are wanted.
  var takesUnwatched: Bool { unwatched || wanted }

  fileprivate var given: [(name: String, value: Word)] {
    let flags = [("watched", watched), ("unwatched", unwatched), ("wanted", wanted)]
    return flags.filter(\.1).map { ("is", Word($0.0)) } + facts.given
      + [
        ("mine", mine), ("stars", stars), ("recent", recent),
        ("audience", audience.map { Word($0.rawValue) }), ("grep", grep),
      ].given + tag.map { ("tag", $0) }
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
    filter.grep = text.text.nonBlank ?? filter.grep
    try await search.filterCheck.requireKnownGenres(filter)
    let order = try options.sort.map { try FilmOrder(parsing: $0.text, in: .collection) }
    return CollectionQuery(
      filter,
      order: order ?? FilmOrder(filter.isWatched == true ? .watched : .added, descending: true),
      now: now())
  }
}

/// The keys that a list is sorted by.
struct ListSort: ExpressibleByArgument {
  let text: String

  init(argument: String) { text = Word(argument: argument).text }

  static var allValueStrings: [String] { FilmOrder.choices(in: .collection) }
}
