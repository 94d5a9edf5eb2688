import FilmzDomain

/// What a word of a command line means, as far as it can be completed.
package enum ValueKind: Sendable, Equatable {
  /// A film.
  case target
  /// Words of a title.
  case title
  /// Years from a first to a last.
  case years
  case choice([String])
  /// Genres, separated by commas.
  case genres
  case tag
  /// Somebody who recommends films.
  case person
  case setting
  case backup
  /// A source of films.
  case source
  case verb
  case date
  case file
  case folder
  /// Anything else, such as a number.
  case text

  /// The kind of a value that has a choice of its own, or a name that help calls it by.
  init(_ parameter: Parameter) {
    self =
      parameter.choices.isEmpty
      ? Self.named[parameter.valueName] ?? .text : .choice(parameter.choices)
  }

  private static let named: [String: ValueKind] = [
    "target": .target, "title": .title, "a,b": .genres, "tag": .tag, "name": .person,
    "key": .setting, "backup": .backup, "source": .source, "verb": .verb, "date": .date,
    "file": .file, "path": .file,
    "dir": .folder,
  ]

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
