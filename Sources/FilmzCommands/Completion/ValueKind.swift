import FilmzDomain

/// What a word of a command line means, as far as it can be completed.
package enum ValueKind: Sendable, Equatable {
  /// A film.
  case target
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
      ? Self.named[parameter.valueName] ?? .text
      : parameter.valueName == "keys" ? .list(parameter.choices) : .choice(parameter.choices)
  }

  private static let named: [String: ValueKind] = [
    "target": .target, "title": .title, "words": .mention, "years": .years, "types": types,
    "a,b": .list(Genre.all), "who": .person, "tag": .tag, "name": .recommender,
    "key": .setting, "backup": .backup, "verb": .verb, "date": .date, "file": .file, "path": .file,
    "dir": .folder,
  ]

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

  private static let types = ValueKind.list(MediaType.allCases.map(\.rawValue))

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
