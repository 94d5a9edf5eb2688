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
