import FilmzDomain

/// The options that narrow a search, each of which may stand in its text as a filter too.
struct SearchOptions: ArgumentGroup {
  static let arguments: [Argument<Self>] = [
    .option("--year", \.year, "A year, or years as 1990-1999."),
    .option("--type", \.type, "Only films of one kind."),
    .option("--genre", \.genre, as: "a,b", kind: .genres, "Films of all these genres."),
    .option("--rating", \.rating, as: "a-b", "IMDb's rating, as 7-8 or \">7.5\"."),
    .option("--votes", \.votes, as: "count", "Votes at IMDb, as 10k for that many or more."),
    .option("--director", \.director, as: "who", "Films of a director."),
    .option("--actor", \.actor, as: "who", "Films with an actor."),
    .option("--person", \.person, as: "who", "Films of anybody who took part."),
  ]

  var year: Word?
  var type: SearchType?
  var genre: Word?
  var rating: Word?
  var votes: Word?
  var director: [Word] = []
  var actor: [Word] = []
  var person: [Word] = []

  /// Whether none of them was given.
  var isEmpty: Bool { type == nil && given.isEmpty }

  /// Narrows a search that its text may have narrowed already.
  func narrow(_ narrowing: inout SearchNarrowing) throws(DomainError) {
    if let type { try narrowing.narrow(type: type.mediaType) }
    for (filter, value) in given {
      let value = value.text.trimmed
      try narrowing.narrow(filter, to: value, shown: "--\(filter.rawValue) \(value)")
    }
  }

  private var given: [(SearchFilter, Word)] {
    let single: [(SearchFilter, Word?)] = [
      (.year, year), (.genre, genre), (.rating, rating), (.votes, votes),
    ]
    return single.compactMap { filter, value in value.map { (filter, $0) } }
      + director.map { (.director, $0) } + actor.map { (.actor, $0) }
      + person.map { (.person, $0) }
  }
}

/// The kinds of films that a search may be narrowed to.
enum SearchType: String, NamedChoice {
  case movie
  case series
  case episode

  var mediaType: MediaType {
    switch self {
    case .movie: .movie
    case .series: .series
    case .episode: .episode
    }
  }
}
