/// The genres of IMDb.
package enum Genre {
  /// The names of all genres, sorted alphabetically (IMDb, genre definitions).
  package static let all = [
    "Action", "Adult", "Adventure", "Animation", "Biography", "Comedy", "Crime", "Documentary",
    "Drama", "Family", "Fantasy", "Film-Noir", "Game-Show", "History", "Horror", "Music", "Musical",
    "Mystery", "News", "Reality-TV", "Romance", "Sci-Fi", "Short", "Sport", "Talk-Show", "Thriller",
    "War", "Western",
  ]

  /// Returns a genre in IMDb's spelling, `Sci-Fi` for `scifi`, ignoring case, spaces, and hyphens.
  ///
  /// Returns the text unchanged if it is not one of IMDb's genres.
  package static func spelling(of text: String) -> String {
    text.hasPrefix("-") ? text : keys[key(text)] ?? text
  }

  /// Returns the genre, of IMDb's and the other ones, that was probably meant by an unknown name.
  package static func nearest(to text: String, others: [String] = []) -> String? {
    let names = Dictionary((all + others).map { (key($0), $0) }) { first, _ in first }
    return names[key(text)]
      ?? SpellingDistance.nearest(to: key(text), among: names.keys.sorted()).flatMap { names[$0] }
  }

  private static let keys = Dictionary(uniqueKeysWithValues: all.map { (key($0), $0) })

  private static func key(_ text: some StringProtocol) -> String {
    text.lowercased().filter { $0 != "-" && !$0.isWhitespace }
  }
}
