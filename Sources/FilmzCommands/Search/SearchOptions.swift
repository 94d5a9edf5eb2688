import ArgumentParser
import FilmzDomain

/// The options that narrow a search, each of which may stand in its text as a filter too.
struct SearchOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A year, or years as 1990-1999.", valueName: "year"))
  var year: Word?

  @Option(help: "Only films of one kind.")
  var type: SearchType?

  @Option(help: ArgumentHelp("Films of all these genres.", valueName: "a,b"))
  var genre: Word?

  @Option(help: ArgumentHelp("IMDb's rating, as 7-8 or \">7.5\".", valueName: "a-b"))
  var rating: Word?

  @Option(help: ArgumentHelp("Votes at IMDb, as 10k for that many or more.", valueName: "count"))
  var votes: Word?

  @Option(help: ArgumentHelp("Films of a director.", valueName: "who"))
  var director: [Word] = []

  @Option(help: ArgumentHelp("Films with an actor.", valueName: "who"))
  var actor: [Word] = []

  @Option(help: ArgumentHelp("Films of anybody who took part.", valueName: "who"))
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
