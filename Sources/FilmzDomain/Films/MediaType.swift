/// The type of a film: one of OMDb's types, or one of the more specific types in IMDb's datasets.
package enum MediaType: String, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
  case movie
  case series
  case episode
  case game
  case short
  case tvMovie
  case miniSeries
  case tvSpecial
  case video

  /// The name of the type for display.
  package var label: String {
    switch self {
    case .tvMovie: "TV movie"
    case .miniSeries: "miniseries"
    case .tvSpecial: "TV special"
    default: rawValue
    }
  }
}

extension MediaType {
  /// The plural names of the types, which completion offers for options.
  package static let friendlyNames = [
    "movies", "series", "miniseries", "episodes", "tvmovies", "specials", "shorts", "videos",
    "games",
  ]

  /// Creates the type with a name in any case, singular or plural; `nil` if there is none.
  ///
  /// Accepts raw values, IMDb's names, such as `tvSeries`, and common names. Hyphens, underscores, and
  /// spaces are ignored. Source: IMDb, dataset documentation.
  package init?(named text: String) {
    let word = String(text.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " })
    let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
    guard let type = Self.names[word] ?? Self.names[singular] else { return nil }
    self = type
  }

  /// Returns the raw value of the type with a name similar to an unknown one; `nil` if there is none.
  static func nearest(to word: String) -> String? {
    SpellingDistance.nearest(to: word, among: names.keys.sorted() + friendlyNames)
      .flatMap(MediaType.init(named:))?.rawValue
  }

  /// The types that match a filter for this type.
  ///
  /// OMDb's types `movie` and `series` each include several types of IMDb.
  package var matchingTypes: [MediaType] {
    switch self {
    case .movie: [.movie, .tvMovie]
    case .series: [.series, .miniSeries]
    default: [self]
    }
  }

  private static let names: [String: MediaType] = [
    "movie": .movie, "film": .movie,
    "series": .series, "tvseries": .series,
    "miniseries": .miniSeries, "tvminiseries": .miniSeries,
    "episode": .episode, "tvepisode": .episode,
    "tvmovie": .tvMovie, "tvfilm": .tvMovie,
    "special": .tvSpecial, "tvspecial": .tvSpecial,
    "short": .short, "tvshort": .short,
    "video": .video,
    "game": .game, "videogame": .game,
  ]
}

extension MediaType {
  /// Returns whether two sources may have these types for the same film, because TMDB has only movies and series.
  package func mayDenoteSameFilm(as other: MediaType) -> Bool {
    let movies: [MediaType] = [.movie, .tvMovie, .short, .video, .tvSpecial]
    let series: [MediaType] = [.series, .miniSeries, .tvSpecial]
    return self == other || [movies, series].contains { $0.contains(self) && $0.contains(other) }
  }
}
