import FilmzDomain

/// The kind of value that an argument accepts, which determines its completions.
package enum ValueKind: Sendable, Equatable {
  /// A film: a number of the result set, an id, or a title.
  case film
  /// A film in the collection.
  case collectedFilm
  /// A skipped film.
  case skippedFilm
  /// Words of a title, and search filters.
  case searchText
  /// Words to look for in the collection, and collection filters.
  case collectionText
  /// A range of years.
  case years
  /// One of a fixed set of values.
  case choice([String])
  /// A comma-separated list of choices, each optionally preceded by `+`.
  case choiceList([String])
  case tag
  /// The name of a person who took part in a film.
  case person
  /// The name of a person who recommended a film.
  case recommender
  case setting
  case backup
  /// A source of films.
  case source
  /// A verb, optionally followed by the name of a subcommand.
  case verb
  case date
  case file
  case folder
  /// A positive integer.
  case number
  /// Anything else.
  case text

  /// Creates the kind of value that follows the colon of a filter.
  init(_ field: FilterField) {
    self =
      switch field.values {
      case .years: .years
      case .genres: .choiceList(Genre.all)
      case .types: Self.mediaTypes
      case .names: .person
      case .marks: .choiceList(FilterField.markNames)
      case .audiences: .choice(Audience.allCases.map(\.rawValue))
      case .tags: .tag
      case .any: .text
      }
  }

  static let mediaTypes = ValueKind.choiceList(MediaType.allCases.map(\.rawValue))

  /// The decades as ranges of years, such as `1990..1999`, the newest first.
  private static let decades = stride(from: 2020, through: 1890, by: -10).map { "\($0)..\($0 + 9)" }

  /// The completions that do not depend on the user's data.
  var fixedCompletions: [String] {
    switch self {
    case .choice(let values), .choiceList(let values): values
    case .date: ["today", "yesterday", "unknown"]
    case .setting: SettingKey.allCases.map(\.rawValue)
    case .years: Self.decades
    default: []
    }
  }
}
