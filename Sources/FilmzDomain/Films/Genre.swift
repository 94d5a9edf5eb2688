/// The genres of IMDb.
package enum Genre {
  /// The names of all genres, sorted alphabetically.
  ///
  /// Source: IMDb, genre definitions.
  package static let all = [
    "Action", "Adult", "Adventure", "Animation", "Biography", "Comedy", "Crime", "Documentary",
    "Drama", "Family", "Fantasy", "Film-Noir", "Game-Show", "History", "Horror", "Music", "Musical",
    "Mystery", "News", "Reality-TV", "Romance", "Sci-Fi", "Short", "Sport", "Talk-Show", "Thriller",
    "War", "Western",
  ]

  /// IMDb's genres, by the TMDB genre names that IMDb does not use.
  ///
  /// Source: TMDB, lists of genres; contract, TMDB as a source. `TV Movie` and `Soap` have no counterpart.
  package static let genresByTMDBName = [
    "Action & Adventure": ["Action", "Adventure"], "Kids": ["Family"], "Reality": ["Reality-TV"],
    "Science Fiction": ["Sci-Fi"], "Sci-Fi & Fantasy": ["Sci-Fi", "Fantasy"],
    "Talk": ["Talk-Show"], "War & Politics": ["War"],
  ]

  /// TMDB's names that differ from IMDb's, sorted alphabetically.
  package static let namesOfTMDB = genresByTMDBName.keys.sorted()

  /// Returns the genres that a typed name stands for, in IMDb's spelling.
  ///
  /// A name of TMDB can stand for several genres; for any other name, the result is ``spelling(of:)``.
  package static func names(of text: String) -> [String] {
    text.hasPrefix("-") ? [text] : namesByKeyOfTMDB[key(text)] ?? [spelling(of: text)]
  }

  /// Returns the genres that typed names stand for, each once, ignoring case, whitespace, and hyphens.
  package static func names(ofAll texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.flatMap(names).filter { seen.insert(key($0)).inserted }
  }

  /// Returns a genre in IMDb's spelling, `Sci-Fi` for `scifi`, ignoring case, whitespace, and hyphens.
  ///
  /// Returns the string unchanged if it is not one of IMDb's genres, or begins with a hyphen.
  package static func spelling(of text: String) -> String {
    spellings.contains(text) || text.hasPrefix("-") ? text : namesByKey[key(text)] ?? text
  }

  private static let spellings = Set(all)

  /// Returns the genre with the spelling nearest to an unknown name; `nil` if none is near.
  ///
  /// The candidates are IMDb's genres, TMDB's names, and the other genres.
  package static func nearest(to text: String, others: [String] = []) -> String? {
    let names = Dictionary((all + namesOfTMDB + others).map { (key($0), $0) }) { first, _ in first }
    return names[key(text)] ?? SpellingDistance.nearest(to: key(text), among: names.keys.sorted()).flatMap { names[$0] }
  }

  private static let namesByKey = Dictionary(uniqueKeysWithValues: all.map { (key($0), $0) })

  private static let namesByKeyOfTMDB = Dictionary(uniqueKeysWithValues: genresByTMDBName.map { (key($0), $1) })

  /// Returns the form of a name that is compared: in lowercase, without whitespace and hyphens.
  private static func key(_ text: some StringProtocol) -> String {
    text.lowercased().filter { $0 != "-" && !$0.isWhitespace }
  }
}
