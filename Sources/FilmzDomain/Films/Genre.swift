/// The genres of IMDb.
package enum Genre {
  /// Their names, in the order of the alphabet (IMDb, genre definitions).
  package static let all = [
    "Action", "Adult", "Adventure", "Animation", "Biography", "Comedy", "Crime", "Documentary",
    "Drama", "Family", "Fantasy", "Film-Noir", "Game-Show", "History", "Horror", "Music", "Musical",
    "Mystery", "News", "Reality-TV", "Romance", "Sci-Fi", "Short", "Sport", "Talk-Show", "Thriller",
    "War", "Western",
  ]

  /// A genre's name as IMDb spells it, `Sci-Fi` for `scifi`: case, blanks and dashes do not count; or the
  /// text itself if it is none of IMDb's.
  package static func spelling(of text: String) -> String {
    text.hasPrefix("-") ? text : keys[key(text)] ?? text
  }

  /// The genre that was meant by a text that is none, `others` included.
  package static func near(_ text: String, others: [String] = []) -> String? {
    let known = Dictionary((all + others).map { (key($0), $0) }) { first, _ in first }
    return known[key(text)]
      ?? SpellingDistance.nearest(to: key(text), among: known.keys.sorted()).flatMap { known[$0] }
  }

  private static let keys = Dictionary(uniqueKeysWithValues: all.map { (key($0), $0) })

  private static func key(_ text: some StringProtocol) -> String {
    text.lowercased().filter { $0 != "-" && !$0.isWhitespace }
  }
}
