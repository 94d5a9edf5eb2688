import FilmzDomain

/// What a word of a command line means: what completion offers for it.
package enum ValueKind: Sendable, Equatable {
  /// A film: a number of the results, an id, a title.
  case film
  /// A film of the collection.
  case collectedFilm
  /// Words of a title, and filters among them.
  case title
  /// Years from a first to a last.
  case years
  case choice([String])
  /// Genres, separated by commas.
  case genres
  case tag
  case recommender
  case setting
  case backup
  /// A source of films.
  case source
  case verb
  case date
  case file
  case folder
  /// A whole number from 1 on.
  case number
  /// Anything else.
  case text

  /// The kind of what stands behind the colon of a filter.
  init(_ filter: SearchFilter) {
    self =
      switch filter {
      case .year: .years
      case .genre: .genres
      case .type: .choice(MediaType.allCases.map(\.rawValue))
      case .rating, .votes, .director, .actor, .person: .text
      }
  }

  /// The decades of films, `1990..1999`, the newest first.
  private static let decades = stride(from: 2020, through: 1890, by: -10).map { "\($0)..\($0 + 9)" }

  /// The values that are always the same.
  var fixed: [String] {
    switch self {
    case .choice(let values): values
    case .date: ["today", "yesterday", "unknown"]
    case .setting: SettingKey.allCases.map(\.rawValue)
    case .genres: Genre.all
    case .years: Self.decades
    default: []
    }
  }
}
