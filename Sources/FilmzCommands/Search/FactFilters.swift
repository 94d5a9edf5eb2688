import FilmzDomain

/// The options that filter films by their facts.
///
/// Each can also be typed as a filter in a search text.
struct FactFilters: ArgumentGroup {
  static let arguments: [Argument<Self>] = [
    .option(
      "--year", \.year, as: "years", kind: .years,
      "Years, such as 1999, 1990-1999, \">1990\" or 1990s."),
    .option(
      "--type", \.type, as: "types", kind: .mediaTypes,
      "Films of any of these types, such as movie,series."),
    .option(
      "--genre", \.genre, as: "a,b", kind: .choiceList(Genre.all),
      "Films of any of these genres; +a,+b requires all of them."),
    .option(
      "--rating", \.rating, as: "a-b",
      "A rating, such as 8, 7-8 or \">7.5\": your own, or IMDb's in `search`."),
    .option("--imdb", \.imdb, as: "a-b", "IMDb's rating, such as 7-8 or \">7.5\"."),
    .option("--votes", \.votes, as: "count", "IMDb votes; 10k means 10,000 or more."),
    .option("--runtime", \.runtime, as: "a-b", "Runtime in minutes, such as 90-120."),
    .option("--director", \.director, as: "who", kind: .person, "Films by this director."),
    .option("--actor", \.actor, as: "who", kind: .person, "Films with this actor."),
    .option(
      "--person", \.person, as: "who", kind: .person, "Films that this person worked on."),
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

  /// The filters that were given, by field name; a repeated option is listed once per value.
  var typedFilters: [(name: String, value: Word)] {
    [
      ("year", year), ("type", type), ("genre", genre), ("rating", rating), ("imdb", imdb),
      ("votes", votes), ("runtime", runtime), ("director", director), ("actor", actor),
      ("person", person),
    ].flattened
  }
}

extension [(String, [Word])] {
  /// One pair for each value, with the name that it is listed under.
  var flattened: [(name: String, value: Word)] {
    flatMap { name, values in values.map { (name, $0) } }
  }
}

extension FilmFilter {
  /// Narrows the filter by the values of options.
  mutating func narrow(
    by options: [(name: String, value: Word)], in scope: FilterScope
  ) throws(DomainError) {
    for (name, value) in options {
      try narrow(name, to: value.text, in: scope, shown: "--\(name) \(value.text)")
    }
  }
}

extension FilterText {
  /// Parses the words of a command.
  ///
  /// A word that is quoted as a whole is text, not a filter. In a single call the calling shell has
  /// already removed the quotes, which may have enclosed only the value, as in
  /// `director:"akira kurosawa"`; there a quoted word that starts like a filter is a filter.
  init(
    typed words: [Word], in scope: FilterScope, _ mode: Session.Mode
  ) throws(DomainError) {
    try self.init(
      words.map { word in
        let isFilter =
          mode == .singleCommand && FilterText.partialFilter(word.text, in: scope) != nil
        return Word(word.text, isQuoted: word.isQuoted && !isFilter)
      }, in: scope)
  }
}

extension FilmOrder {
  /// The sort keys of a scope, ascending and descending, for completion.
  static func choices(in scope: FilterScope) -> [String] {
    names(in: scope).flatMap { $0 == Key.random.rawValue ? [$0] : [$0, "-" + $0] }
  }
}
