import FilmzDomain

/// The genres of TMDB in the words of IMDb.
///
/// Genres are identified by their numbers, because their names depend on the language. Source: TMDB,
/// lists of genres; contract, TMDB as a source.
enum TMDBGenres {
  /// Returns the names of genres at IMDb, without repetitions; a number that is not known, or that has no
  /// counterpart at IMDb, is left out.
  static func names(of numbers: [Int]) -> [String] {
    numbers.flatMap { namesByNumber[$0] ?? [] }.withoutRepetitions { $0 }
  }

  /// The names by number; TV Movie (10770) and Soap (10766) have no counterpart.
  private static let namesByNumber: [Int: [String]] = [
    28: ["Action"], 12: ["Adventure"], 16: ["Animation"], 35: ["Comedy"], 80: ["Crime"],
    99: ["Documentary"], 18: ["Drama"], 10751: ["Family"], 14: ["Fantasy"], 36: ["History"],
    27: ["Horror"], 10402: ["Music"], 9648: ["Mystery"], 10749: ["Romance"], 878: ["Sci-Fi"],
    53: ["Thriller"], 10752: ["War"], 37: ["Western"], 10759: ["Action", "Adventure"],
    10762: ["Family"], 10763: ["News"], 10764: ["Reality-TV"], 10765: ["Sci-Fi", "Fantasy"],
    10767: ["Talk-Show"], 10768: ["War"],
  ]

  /// Returns the value of `with_genres` for titles of a kind that have a genre, or any of the genres for which
  /// a name of TMDB stands; `nil` if TMDB has no such genre for them.
  ///
  /// The case of the name is ignored. Of several numbers, titles have any.
  static func parameter(for name: String, _ kind: TMDBKind) -> String? {
    let values = Genre.names(of: name).flatMap { numbers(of: $0.lowercased(), kind) }
      .withoutRepetitions { $0 }
    return values.isEmpty ? nil : values.map(String.init).joined(separator: "|")
  }

  private static func numbers(of name: String, _ kind: TMDBKind) -> [Int] {
    if let number = commonNumbers[name] { return [number] }
    return kind == .movie ? filmNumbers[name].map { [$0] } ?? [] : seriesNumbers[name] ?? []
  }

  /// The numbers of genres of films and series by their lowercase names.
  private static let commonNumbers = [
    "animation": 16, "comedy": 35, "crime": 80, "documentary": 99, "drama": 18, "mystery": 9648,
    "western": 37,
  ]

  private static let filmNumbers = [
    "action": 28, "adventure": 12, "family": 10751, "fantasy": 14, "history": 36, "horror": 27,
    "music": 10402, "romance": 10749, "sci-fi": 878, "thriller": 53, "war": 10752,
  ]

  private static let seriesNumbers = [
    "action": [10759], "adventure": [10759], "family": [10751, 10762], "fantasy": [10765],
    "news": [10763], "reality-tv": [10764], "sci-fi": [10765], "talk-show": [10767],
    "war": [10768],
  ]
}

extension Sequence {
  /// Returns the elements without those whose key is that of an earlier element.
  func withoutRepetitions<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var keys: Set<Key> = []
    return filter { keys.insert(key($0)).inserted }
  }
}
