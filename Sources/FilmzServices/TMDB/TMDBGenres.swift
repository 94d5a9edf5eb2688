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
}

extension Sequence {
  /// Returns the elements without those whose key is that of an earlier element.
  func withoutRepetitions<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var keys: Set<Key> = []
    return filter { keys.insert(key($0)).inserted }
  }
}
