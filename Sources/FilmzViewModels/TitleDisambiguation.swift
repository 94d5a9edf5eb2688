package import FilmzDomain

/// Chooses, among the films that share a title, those that the title is likely to refer to.
///
/// Among millions of titles, nearly every famous one is also the title of obscure films. If obscure
/// films were not left out, `show heat` would always be ambiguous. If several of the remaining
/// films share a title, the user has to choose.
package enum TitleDisambiguation {
  /// The minimum number of votes of a well-known film.
  private static let wellKnownVotes = 1000

  /// Returns the films that a title can refer to, those with the most votes first.
  ///
  /// Films that have this title only in another country are left out if a film with this title or
  /// original title is well known, or if none of the films is well known. If one of the remaining
  /// films is well known, films with less than a hundredth of the votes of the best known film, or
  /// of the best known feature film or series if it is well known, are left out, and shorts,
  /// episodes, games, and the like with less than a tenth. If none is well known, or the title
  /// begins with an article, films with exactly this title are preferred.
  package static func plausibleMatches(among films: [Film], title: String) -> [Film] {
    let words = TextFolding.words(title)
    let sortedFilms = sortedByVotes(films)
    let filmsWithMainTitle = sortedFilms.filter { film in
      mainTitles(of: film).contains {
        TextFolding.withoutArticle($0) == TextFolding.withoutArticle(words)
      }
    }
    let prefersMainTitle =
      filmsWithMainTitle.first.map(isWellKnown) ?? false
      || !(sortedFilms.first.map(isWellKnown) ?? false)
    let candidates =
      prefersMainTitle && !filmsWithMainTitle.isEmpty ? filmsWithMainTitle : sortedFilms
    let bestKnown =
      candidates.first { isWellKnown($0) && !isMinor($0) }
      ?? candidates.first.flatMap { isWellKnown($0) ? $0 : nil }
    guard let bestKnown else { return preferringExactTitle(words, candidates) }
    let plausibleFilms = candidates.filter { !isObscure($0, comparedTo: bestKnown) }
    let hasArticle = TextFolding.withoutArticle(words).count < words.count
    return hasArticle ? preferringExactTitle(words, plausibleFilms) : plausibleFilms
  }

  private static func sortedByVotes(_ films: [Film]) -> [Film] {
    films.enumerated()
      .sorted { ($1.element.votes, $0.offset) < ($0.element.votes, $1.offset) }
      .map(\.element)
  }

  /// Returns the films with exactly this title, including its article, or all films if there are
  /// none.
  private static func preferringExactTitle(_ words: [String], _ films: [Film]) -> [Film] {
    let exactMatches = films.filter { TextFolding.words($0.title) == words }
    return exactMatches.isEmpty ? films : exactMatches
  }

  /// Returns the words of the title and of the original title.
  private static func mainTitles(of film: Film) -> [[String]] {
    [film.title, film.originalTitle].compactMap { $0.map(TextFolding.words) }
  }

  private static func isWellKnown(_ film: Film) -> Bool { film.votes >= wellKnownVotes }

  private static func isObscure(_ film: Film, comparedTo bestKnown: Film) -> Bool {
    film.id != bestKnown.id && film.votes * (isMinor(film) ? 10 : 100) < bestKnown.votes
  }

  /// Returns whether a film is neither a feature-length film nor a series.
  private static func isMinor(_ film: Film) -> Bool {
    switch film.type {
    case .episode, .game, .short, .tvSpecial, .video: true
    case .movie, .series, .miniSeries, .tvMovie, nil: false
    }
  }
}

extension Film {
  fileprivate var votes: Int { imdbVotes ?? 0 }
}
