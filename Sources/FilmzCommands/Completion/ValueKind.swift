import FilmzDomain

/// What a word of a command line means, as far as it can be completed.
package enum ValueKind: Sendable, Equatable {
  /// A film.
  case target
  /// Words of a title.
  case title
  case choice([String])
  /// Genres, separated by commas.
  case genres
  case tag
  /// Somebody who recommends films.
  case person
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
      ? Self.named[parameter.valueName] ?? .text : .choice(parameter.choices)
  }

  private static let named: [String: ValueKind] = [
    "target": .target, "title": .title, "a,b": .genres, "tag": .tag, "name": .person,
    "key": .setting, "backup": .backup, "verb": .verb, "date": .date, "file": .file, "dir": .folder,
  ]

  /// The values that are always the same.
  var fixed: [String] {
    switch self {
    case .choice(let values): values
    case .date: ["today", "yesterday", "unknown"]
    case .setting: SettingKey.allCases.map(\.rawValue)
    case .genres: Genre.all
    default: []
    }
  }
}
