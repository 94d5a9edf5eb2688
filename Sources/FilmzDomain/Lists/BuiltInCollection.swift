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

/// A family of smart collections, each of the seen films that have a value in common, such as `@genre:Horror`.
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
  /// A genre may have any spelling, such as `scifi`, or be one of TMDB's. If it is not one of IMDb's genres, the filter
  /// contains it as it was typed, and the caller has to replace it with its spelling in the films.
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
      guard value.lowercased().hasSuffix("0s"), let year = Int(year: value.dropLast()) else { return nil }
      filter.years = year...year + 9
    }
    return filter
  }
}
