extension MediaType {
  /// The plural names of the types, for the completion of options.
  package static let friendlyNames = [
    "movies", "series", "miniseries", "episodes", "tvmovies", "specials", "shorts", "videos",
    "games",
  ]

  /// Creates the type with a name, which may be in any case, singular or plural.
  ///
  /// Accepts raw values, IMDb's names (`tvSeries`, IMDb dataset documentation), and common names.
  package init?(named text: String) {
    let word = String(text.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " })
    guard let type = Self.names[word] ?? Self.names[String(word.dropLast())] else { return nil }
    guard Self.names[word] != nil || word.hasSuffix("s") else { return nil }
    self = type
  }

  /// Returns the raw value of the type that was probably meant by an unknown name.
  static func nearest(to word: String) -> String? {
    SpellingDistance.nearest(to: word, among: names.keys.sorted() + friendlyNames)
      .flatMap(MediaType.init(named:))?.rawValue
  }

  /// The types that match a filter for this type.
  ///
  /// OMDb's movies and series are several types at IMDb.
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
