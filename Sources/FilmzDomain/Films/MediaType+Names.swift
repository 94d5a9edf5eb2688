extension MediaType {
  /// How people call the types, as options take them.
  package static let friendlyNames = [
    "movies", "series", "miniseries", "episodes", "tvmovies", "specials", "shorts", "videos",
    "games",
  ]

  /// The type of a word: its own name, IMDb's (`tvSeries`, IMDb dataset documentation), or what people
  /// say, `movies`; in any case, one or several.
  package init?(named text: String) {
    let word = String(text.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " })
    guard let type = Self.names[word] ?? Self.names[String(word.dropLast())] else { return nil }
    guard Self.names[word] != nil || word.hasSuffix("s") else { return nil }
    self = type
  }

  /// The type that was meant by a word that is none.
  static func near(_ word: String) -> String? {
    SpellingDistance.nearest(to: word, among: names.keys.sorted() + friendlyNames)
      .flatMap(MediaType.init(named:))?.rawValue
  }

  /// The types that a word of a user means: what OMDb calls a movie or a series is more than one of
  /// IMDb's types.
  package var included: [MediaType] {
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
