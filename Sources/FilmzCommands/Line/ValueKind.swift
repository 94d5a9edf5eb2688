package import FilmzDomain

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
  /// Filters of a scope without a search text.
  case filmFilter(FilterScope)
  /// A range of years.
  case years
  /// One of a fixed set of values; synonyms are offered as completions only if no value begins with the typed text.
  case choice([String], synonyms: [String] = [])
  /// A comma-separated list of choices, each optionally preceded by `+`; synonyms as for a choice.
  case choiceList([String], synonyms: [String] = [])
  /// A subcommand that is the first word of the arguments, such as `rm` of `viewings`.
  case subcommands([String])
  case tag
  /// The name of a list.
  case list
  /// The name of a list that the user follows.
  case followedList
  /// The name of a streaming service.
  case platform
  /// A field of an own record, followed by `=` and a value.
  case recordField
  /// The name of a field of an own record.
  case recordFieldName
  /// The name of a smart collection, with `@`.
  case smartCollection
  /// The name of a collection that the user saved, without `@`.
  case savedCollection
  /// The name of a person who took part in a film.
  case person
  /// The name of a person who recommended a film.
  case recommender
  case setting
  /// The value of the setting that the word before it names.
  case settingValue
  case backup
  /// A source of films.
  case source
  /// Words of an SQL query.
  case query
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
  init(_ field: FilterField, in scope: FilterScope) {
    self =
      switch field.values {
      case .years: .years
      case .genres: .genres
      case .types: Self.mediaTypes
      case .names: .person
      case .marks: .choiceList(scope == .collection ? FilterField.markNames : [FilterField.unseenMark])
      case .audiences: .choice(Audience.allCases.map(\.rawValue))
      case .tags: .tag
      case .lists: .list
      case .platforms: .platform
      case .certifications: .certifications
      case .any: .text
      }
  }

  /// The certifications of the USA.
  static let certifications = ValueKind.choiceList(
    "G,PG,PG-13,R,NC-17,TV-Y,TV-Y7,TV-G,TV-PG,TV-14,TV-MA".split(separator: ",").map(String.init))

  static let genres = ValueKind.choiceList(Genre.all, synonyms: Genre.namesOfTMDB)

  static let mediaTypes = ValueKind.choiceList(MediaType.allCases.map(\.rawValue))

  /// The decades as ranges of years, such as `1990..1999`, the newest first.
  private static let decades = stride(from: 2020, through: 1890, by: -10).map { "\($0)..\($0 + 9)" }

  /// Returns the kind of a setting's value: a choice, which is empty if the setting has no fixed values.
  static func kind(ofSetting name: String) -> ValueKind { .choice(SettingKey(rawValue: name)?.choices ?? []) }

  /// The completions that do not depend on the user's data.
  var fixedCompletions: [String] {
    switch self {
    case .choice(let values, _), .choiceList(let values, _), .subcommands(let values): values
    case .date: ["today", "yesterday", "unknown"]
    case .setting: SettingKey.allCases.map(\.rawValue)
    case .years: Self.decades
    case .recordField: RecordField.allCases.map { $0.rawValue + "=" }
    case .recordFieldName: RecordField.allCases.map(\.rawValue)
    default: []
    }
  }
}

extension [ValueKind] {
  /// The kinds of values that can follow the first word.
  var afterFirstWord: [ValueKind] { filter { if case .subcommands = $0 { false } else { true } } }
}

/// A count of rows, steps or days, or the number of a page, from 1 to 1,000,000,000.
extension Int: ArgumentValue {
  package static let kind = ValueKind.number

  package init?(argument word: Word) {
    guard word.text.utf8.allSatisfy(\.isDigit), let value = Int(word.text),
      (1...1_000_000_000).contains(value)
    else { return nil }
    self = value
  }
}

/// The number that determines a random order or choice.
extension UInt64: ArgumentValue {
  package static let kind = ValueKind.number

  package init?(argument word: Word) {
    guard word.text.utf8.allSatisfy(\.isDigit) else { return nil }
    self.init(word.text)
  }
}

extension Audience: NamedChoice { package init?(argument word: Word) { self.init(named: word.text) } }

extension RatingScale {
  /// Parses a typed rating; returns `nil` for `none`, in any case.
  func ratingOrNone(_ text: String) throws(DomainError) -> Rating? {
    text.lowercased() == "none" ? nil : try rating(text)
  }
}

extension Word {
  /// The text; `nil` if it is blank, or if the word is an unquoted `none`.
  var textUnlessNone: String? { text == "none" && !isQuoted ? nil : text.nonBlank }
}

extension [Word] {
  /// The words as trimmed tags, without blank tags and without tags that repeat an earlier tag,
  /// ignoring case.
  var tags: [String] {
    var lowercasedTags: Set<String> = []
    return compactMap { $0.text.trimmed.nonBlank }.filter { lowercasedTags.insert($0.lowercased()).inserted }
  }
}

extension String {
  /// The string; `nil` if it is empty or only whitespace.
  var nonBlank: String? { contains { !$0.isWhitespace } ? self : nil }
}
