extension Film {
  /// Returns whether facts from two sources cannot be about the same film: no title is the same, and the
  /// types differ, or the years differ by more than two.
  ///
  /// TMDB's IMDb ids are entered by hand, and some are those of other films.
  package func contradicts(_ other: Film) -> Bool {
    guard titleKeys.isDisjoint(with: other.titleKeys) else { return false }
    if let type, let otherType = other.type, !type.mayDenoteSameFilm(as: otherType) { return true }
    guard let year, let otherYear = other.year else { return false }
    return abs(Double(year) - Double(otherYear)) > 2
  }

  /// Returns whether the title or the original title has some folded words, both without a leading article.
  package func hasMainTitle(_ words: ArraySlice<String>) -> Bool {
    [title, originalTitle].contains { $0.map(TextFolding.wordsWithoutArticle) == words }
  }

  private var titleKeys: Set<String> {
    Set([title, originalTitle].compactMap { $0.map(TextFolding.key) })
  }
}

extension MediaType {
  /// Returns whether two sources may give the same film these types: TMDB has only movies and series.
  package func mayDenoteSameFilm(as other: MediaType) -> Bool {
    let movies: [MediaType] = [.movie, .tvMovie, .short, .video, .tvSpecial]
    let series: [MediaType] = [.series, .miniSeries, .tvSpecial]
    return self == other || [movies, series].contains { $0.contains(self) && $0.contains(other) }
  }
}
