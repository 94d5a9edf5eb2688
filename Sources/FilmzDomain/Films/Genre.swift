/// The genres of IMDb.
package enum Genre {
  /// Their names, in the order of the alphabet (IMDb, genre definitions).
  package static let all = [
    "Action", "Adult", "Adventure", "Animation", "Biography", "Comedy", "Crime", "Documentary",
    "Drama", "Family", "Fantasy", "Film-Noir", "Game-Show", "History", "Horror", "Music", "Musical",
    "Mystery", "News", "Reality-TV", "Romance", "Sci-Fi", "Short", "Sport", "Talk-Show", "Thriller",
    "War", "Western",
  ]

  /// The genres that a text names, separated by commas, each once: `drama, scifi`.
  ///
  /// Case, blanks and dashes do not count. Throws ``DomainError/unknownGenre(_:near:)``.
  package static func named(_ text: String) throws(DomainError) -> [String] {
    var genres: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard !part.hasPrefix("-"), let genre = keys[key(part)] else {
        let near = SpellingDistance.nearest(to: key(part), among: Array(keys.keys))
        throw .unknownGenre(part.trimmed, near: near.flatMap { keys[$0] })
      }
      if !genres.contains(genre) { genres.append(genre) }
    }
    return genres
  }

  private static let keys = Dictionary(uniqueKeysWithValues: all.map { (key($0), $0) })

  private static func key(_ text: some StringProtocol) -> String {
    text.lowercased().filter { $0 != "-" && !$0.isWhitespace }
  }
}
