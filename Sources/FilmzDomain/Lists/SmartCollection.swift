/// A smart collection and the number of its films.
package struct SmartCollection: Sendable, Hashable {
  package let name: CollectionName
  /// The title, which describes its films; for a saved collection, the text of its filter.
  package let title: String
  package let filmCount: Int
  package let isSaved: Bool

  package init(name: CollectionName, title: String, filmCount: Int, isSaved: Bool = false) {
    (self.name, self.title, self.filmCount, self.isSaved) = (name, title, filmCount, isSaved)
  }
}

extension SmartCollection {
  /// The minimum number of films of a genre that is listed.
  ///
  /// Source: contract, Smart collections.
  package static let minimumGenreCount = 2
  /// The number of genres that are listed by default.
  ///
  /// Source: contract, Smart collections.
  package static let maximumGenres = 10
}

/// A filter that the user saved under a name.
package struct SavedCollection: Sendable, Hashable {
  package let name: CollectionName
  package let filter: FilmFilter

  package init(name: CollectionName, filter: FilmFilter) {
    self.name = name
    self.filter = filter
  }
}

/// A smart collection that always exists.
///
/// All except ``wanted`` and ``recent`` have only seen films. Source: contract, Smart collections.
package enum BuiltInCollection: String, Sendable, CaseIterable {
  case favorites
  case wanted
  case seen
  case movies
  case series
  case recent
  case unrated
  case rewatched

  package var name: CollectionName { CollectionName(text: "@" + rawValue) }

  package var title: String {
    switch self {
    case .favorites: "My favorites"
    case .wanted: "Want to watch"
    case .seen: "Seen"
    case .movies: "Movies"
    case .series: "Series"
    case .recent: "Recently added"
    case .unrated: "Seen, not rated"
    case .rewatched: "Seen several times"
    }
  }

  /// The lowest rating of a favorite, in tenths of a point.
  package static let favoriteRating = 80
  package static let recentDays = 30
  package static let movieTypes: [MediaType] = [.movie, .tvMovie, .tvSpecial, .short, .video]
  package static let seriesTypes: [MediaType] = [.series, .miniSeries, .episode]

  /// The films of the collection.
  package var filter: FilmFilter {
    var filter = FilmFilter()
    if self != .recent { filter.isWatched = self != .wanted }
    switch self {
    case .wanted, .seen: break
    case .favorites: filter.userRating = Self.favoriteRating...100
    case .movies: filter.types = Self.movieTypes
    case .series: filter.types = Self.seriesTypes
    case .recent: filter.recentDays = Self.recentDays
    case .unrated: filter.isRated = false
    case .rewatched: filter.isRewatched = true
    }
    return filter
  }
}

/// A family of smart collections of the seen films that have a value in common, such as `@genre:Horror`.
package enum CollectionFamily: String, Sendable, CaseIterable {
  case genre
  case platform
  case decade
  case person

  /// Returns the name of the collection for a value, `@genre:Sci-Fi` or `@platform:prime-video`.
  package func name(of value: String) -> CollectionName {
    var word = value.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).joined(separator: "-")
    if self != .genre { word = word.lowercased() }
    return CollectionName(text: "@\(rawValue):\(word)")
  }

  /// Returns the films of the collection for a value; `nil` if the value is not valid.
  ///
  /// A genre may have another spelling than in the films, such as `scifi`, or TMDB's name; the caller has to replace a
  /// genre that is not one of IMDb's by its spelling in the films.
  func filter(of value: String) -> FilmFilter? {
    let text = value.replacing("-", with: " ").trimmed
    guard !CollectionName.folded(text).isEmpty else { return nil }
    var filter = FilmFilter()
    filter.isWatched = true
    switch self {
    case .genre:
      let key = CollectionName.folded(value)
      let name = (Genre.all + Genre.namesOfTMDB).first { CollectionName.folded($0) == key }
      filter.genres = [name.map(Genre.names) ?? [value]]
    case .platform: filter.platform = text
    case .person: filter.people = [text]
    case .decade:
      guard value.lowercased().hasSuffix("0s"), let year = Int(year: value.dropLast()) else {
        return nil
      }
      filter.years = year...year + 9
    }
    return filter
  }
}

extension CollectionName {
  /// The filter of a built-in collection; `nil` if there is no built-in collection of this name.
  package var builtInFilter: FilmFilter? {
    if let collection = BuiltInCollection(rawValue: key) { return collection.filter }
    return family.flatMap { family in value.flatMap(family.filter) }
  }

  /// The family with the name before the colon; `nil` if there is no colon or no such family.
  package var family: CollectionFamily? {
    guard value != nil, let colon = key.firstIndex(of: ":") else { return nil }
    return CollectionFamily(rawValue: String(key[..<colon]))
  }
}

/// The name of a smart collection, such as `@favorites`, `@genre:Sci-Fi`, or that of a saved one.
///
/// Case, accents, blanks, and dashes are not distinguished. Source: contract, Smart collections.
package struct CollectionName: Sendable, Hashable {
  /// The folded name, such as `favorites` or `genre:scifi`.
  package let key: String
  /// The name with the `@`, as it was typed.
  package let text: String

  /// Creates the name in an unquoted word beginning with `@`, whether or not there is such a collection; `nil` for
  /// any other word.
  package init?(_ word: Word) {
    guard !word.isQuoted, word.text.hasPrefix("@"), word.text.count > 1,
      !word.text.contains(where: \.isWhitespace)
    else { return nil }
    self.init(text: word.text)
  }

  /// Creates the name of a collection, given with its `@`.
  init(text: String) {
    self.text = text
    key = Self.parts(of: text.dropFirst()).map(Self.folded).joined(separator: ":")
  }

  package static func == (left: Self, right: Self) -> Bool { left.key == right.key }

  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// The part after the colon, as it was typed; `nil` unless there is one colon.
  var value: String? {
    let parts = Self.parts(of: text.dropFirst())
    return parts.count == 2 ? String(parts[1]) : nil
  }

  /// Returns the folded words of a text without anything between them.
  package static func folded(_ text: some StringProtocol) -> String {
    TextFolding.words(String(text)).joined()
  }

  private static func parts(of text: Substring) -> [Substring] {
    text.split(separator: ":", omittingEmptySubsequences: false)
  }

  // MARK: - Saved collections

  /// The maximum number of characters of the name of a saved collection.
  ///
  /// Source: contract, Smart collections.
  private static let maximumLength = 40

  /// Parses the name of a collection to be saved; `@` before it is optional.
  ///
  /// - Throws: ``DomainError/invalidCollectionName(_:)`` if it has characters other than letters, digits, and
  ///   dashes, or is too long, and ``DomainError/builtInCollection(_:)``.
  package init(saving text: String) throws(DomainError) {
    let name = text.hasPrefix("@") ? String(text.dropFirst()) : text
    self.init(text: "@" + name)
    guard name.isName, name.count <= Self.maximumLength, !key.isEmpty,
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" })
    else { throw .invalidCollectionName(text) }
    guard BuiltInCollection(rawValue: key) == nil, CollectionFamily(rawValue: key) == nil else {
      throw .builtInCollection(self.text)
    }
  }

  /// The name of a saved collection without `@`.
  package var savedName: String { String(text.dropFirst()) }

  /// Creates the name of a saved collection from the name that was stored.
  package init(savedName: String) { self.init(text: "@" + savedName) }
}
