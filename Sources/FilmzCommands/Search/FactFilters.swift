import FilmzDomain

/// The options that narrow films by what is known of them; each may stand in a text as a filter too.
struct FactFilters: ArgumentGroup {
  static let arguments: [Argument<Self>] = [
    .option(
      "--year", \.year, as: "years", kind: .years, "Years, as 1999, 1990-1999, \">1990\" or 1990s."),
    .option(
      "--type", \.type, as: "types", kind: .types,
      "Films of any of these types, as movie or series."),
    .option(
      "--genre", \.genre, as: "a,b", kind: .list(Genre.all),
      "Films of any of these genres; +a,+b for all of them."),
    .option(
      "--rating", \.rating, as: "a-b",
      "A rating, as 8, 7-8 or \">7.5\": yours, in search IMDb's."),
    .option("--imdb", \.imdb, as: "a-b", "IMDb's rating, as 7-8 or \">7.5\"."),
    .option("--votes", \.votes, as: "count", "Votes at IMDb, as 10k for that many or more."),
    .option("--runtime", \.runtime, as: "a-b", "Minutes, as 90-120."),
    .option("--director", \.director, as: "who", kind: .person, "Films of a director."),
    .option("--actor", \.actor, as: "who", kind: .person, "Films with an actor."),
    .option("--person", \.person, as: "who", kind: .person, "Films of anybody who took part."),
  ]

  var year: [Word] = []
  var type: [Word] = []
  var genre: [Word] = []
  var rating: [Word] = []
  var imdb: [Word] = []
  var votes: [Word] = []
  var runtime: [Word] = []
  var director: [Word] = []
  var actor: [Word] = []
  var person: [Word] = []

  /// The filters that were given, by the names of their fields; one that is given twice narrows twice.
  var given: [(name: String, value: Word)] {
    [
      ("year", year), ("type", type), ("genre", genre), ("rating", rating), ("imdb", imdb),
      ("votes", votes), ("runtime", runtime), ("director", director), ("actor", actor),
      ("person", person),
    ].given
  }
}

extension [(String, [Word])] {
  /// Each value with its name.
  var given: [(name: String, value: Word)] {
    flatMap { name, values in values.map { (name, $0) } }
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
