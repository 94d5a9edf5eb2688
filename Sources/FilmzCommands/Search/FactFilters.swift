import ArgumentParser
import FilmzDomain

/// The options that narrow films by what is known of them; each may stand in a text as a filter too.
struct FactFilters: ParsableArguments {
  @Option(help: ArgumentHelp("Years, as 1999, 1990-1999, \">1990\" or 1990s.", valueName: "years"))
  var year: Word?

  @Option(
    help: ArgumentHelp("Films of any of these types, as movie or series.", valueName: "types"))
  var type: Word?

  @Option(
    help: ArgumentHelp("Films of any of these genres; +a,+b for all of them.", valueName: "a,b"))
  var genre: Word?

  @Option(
    help: ArgumentHelp(
      "A rating, as 8, 7-8 or \">7.5\": yours, in search IMDb's.", valueName: "a-b"))
  var rating: Word?

  @Option(help: ArgumentHelp("IMDb's rating, as 7-8 or \">7.5\".", valueName: "a-b"))
  var imdb: Word?

  @Option(help: ArgumentHelp("Votes at IMDb, as 10k for that many or more.", valueName: "count"))
  var votes: Word?

  @Option(help: ArgumentHelp("Minutes, as 90-120.", valueName: "a-b"))
  var runtime: Word?

  @Option(help: ArgumentHelp("Films of a director.", valueName: "who"))
  var director: [Word] = []

  @Option(help: ArgumentHelp("Films with an actor.", valueName: "who"))
  var actor: [Word] = []

  @Option(help: ArgumentHelp("Films of anybody who took part.", valueName: "who"))
  var person: [Word] = []

  /// The filters that were given, by the names of their fields.
  var given: [(name: String, value: Word)] {
    [
      ("year", year), ("type", type), ("genre", genre), ("rating", rating), ("imdb", imdb),
      ("votes", votes), ("runtime", runtime),
    ].given + director.map { ("director", $0) } + actor.map { ("actor", $0) }
      + person.map { ("person", $0) }
  }
}

extension [(String, Word?)] {
  /// Those that have a value.
  var given: [(name: String, value: Word)] {
    compactMap { name, value in value.map { (name, $0) } }
  }
}

extension FilmFilter {
  /// Narrows the filter by options.
  mutating func narrow(
    by options: [(name: String, value: Word)], in scope: FilterScope
  ) throws(DomainError) {
    for (name, value) in options {
      try narrow(name, to: value.text, in: scope, shown: "--\(name) \(value.text)")
    }
  }
}

extension FilterText {
  /// Reads the words of a command.
  ///
  /// Quotes around a whole word make it text. In a single call the other shell has taken the quotes away,
  /// which may have stood around the value only: `director:"akira kurosawa"`.
  init(
    typed words: [FilmzCommands.Word], in scope: FilterScope, _ mode: Session.Mode
  ) throws(DomainError) {
    try self.init(
      words.map { word in
        let isFilter = mode == .single && FilterText.begunFilter(word.text, in: scope) != nil
        return FilterText.Word(word.text, isQuoted: word.isQuoted && !isFilter)
      }, in: scope)
  }
}

extension FilmOrder {
  /// The keys of a scope, each way round that has a sense.
  static func choices(in scope: FilterScope) -> [String] {
    names(in: scope).flatMap { $0 == Key.random.rawValue ? [$0] : [$0, "-" + $0] }
  }
}

/// The keys that a search is sorted by.
struct SearchSort: ExpressibleByArgument {
  let text: String

  init(argument: String) { text = Word(argument: argument).text }

  static var allValueStrings: [String] { FilmOrder.choices(in: .search) }
}
