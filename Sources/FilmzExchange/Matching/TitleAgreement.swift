import FilmzDomain

/// How a title in a row agrees with the titles of a film, best first.
enum TitleAgreement: Int, Comparable {
  /// The title has the same letters and the same punctuation.
  case identicalTitle
  /// The title has the same words.
  case title
  case originalTitle
  /// The title has the same ``MatchKey``.
  case foldedTitle
  case foldedOriginalTitle
  case localTitle
  case foldedLocalTitle

  /// `true` if the words of the film's title are those of the row.
  var isExact: Bool { self <= .title }

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// Returns the best agreement of a title with the titles of a film; `nil` if none agrees.
  static func between(_ title: SpelledTitle, _ film: MatchCandidate) -> Self? {
    guard !title.words.isEmpty else { return nil }
    let main = agreement(of: title, with: film.title, .title, .foldedTitle)
    if main == .identicalTitle || main == .title { return main }
    let original = film.originalTitle.flatMap {
      agreement(of: title, with: $0, .originalTitle, .foldedOriginalTitle)
    }
    if let best = [main, original].compactMap(\.self).min() { return best }
    return film.localTitles.lazy
      .compactMap { agreement(of: title, with: $0, .localTitle, .foldedLocalTitle) }
      .min()
  }

  private static func agreement(
    of title: SpelledTitle, with other: String, _ exact: Self, _ folded: Self
  ) -> Self? {
    let other = SpelledTitle(other)
    if title.words == other.words {
      return exact == .title && title.literal == other.literal ? .identicalTitle : exact
    }
    return title.hasSameKey(as: other) ? folded : nil
  }
}
