import FilmzDomain

/// What a word of a command line means: what completion offers for it.
package enum ValueKind: Sendable, Equatable {
  /// A film: a number of the results, an id, a title.
  case film
  /// A film of the collection.
  case collectedFilm
  /// Words of a title, with filters of a search among them.
  case title
  /// Words that films of the collection mention, with filters among them.
  case mention
  /// Years from a first to a last.
  case years
  case choice([String])
  /// Some of a few words, separated by commas, perhaps with `+` before them.
  case list([String])
  case tag
  /// Somebody who took part in films.
  case person
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
  init(_ field: FilterField) {
    self =
      switch field.values {
      case .years: .years
      case .genres: .list(Genre.all)
      case .types: Self.types
      case .names: .person
      case .marks: .list(FilterField.markNames)
      case .audiences: .choice(Audience.allCases.map(\.rawValue))
      case .tags: .tag
      case .any: .text
      }
  }

  static let types = ValueKind.list(MediaType.allCases.map(\.rawValue))

  /// The decades of films, `1990..1999`, the newest first.
  private static let decades = stride(from: 2020, through: 1890, by: -10).map { "\($0)..\($0 + 9)" }

  /// The values that are always the same.
  var fixed: [String] {
    switch self {
    case .choice(let values), .list(let values): values
    case .date: ["today", "yesterday", "unknown"]
    case .setting: SettingKey.allCases.map(\.rawValue)
    case .years: Self.decades
    default: []
    }
  }
}
