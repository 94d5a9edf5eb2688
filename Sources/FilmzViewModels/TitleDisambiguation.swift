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
  /// 1. Films that have this title only in another country are left out in two cases: a film with
  ///    this title or original title is well known; or none of the films is well known, and one has
  ///    this title or original title.
  /// 2. If a remaining film is well known, obscure films are left out. The measure is the
  ///    well-known feature film or series with the most votes; if there is none, the film with the
  ///    most votes. A film is obscure if it has less than a hundredth of the votes of that film; a
  ///    short, an episode, a game, and the like already if it has less than a tenth. A film whose title the
  ///    user entered is never obscure.
  /// 3. If no remaining film is well known, or if the title begins with an article, only films with
  ///    exactly this title are returned, provided that there are any.
  package static func plausibleMatches(among films: [Film], title: String) -> [Film] {
    let words = TextFolding.words(title)
    let sortedFilms = sortedByVotes(films)
    let wordsWithoutArticle = TextFolding.withoutArticle(words)
    let filmsWithMainTitle = sortedFilms.filter { $0.hasMainTitle(wordsWithoutArticle) }
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
    let hasArticle = wordsWithoutArticle.count < words.count
    return hasArticle ? preferringExactTitle(words, plausibleFilms) : plausibleFilms
  }

  /// Returns whether two titles are equal, apart from case, accents, punctuation, spaces, a leading article,
  /// and the spelling of numbers.
  static func areEqual(_ first: String, _ second: String) -> Bool {
    let words = [first, second].map(TextFolding.wordsWithoutArticle)
    return words[0].joined() == words[1].joined()
      || words[0].elementsEqual(words[1], by: NumberWords.areEqual)
  }

  /// The words that may precede the number of a sequel in its title.
  private static let sequelWords: Set = ["part", "chapter", "episode", "volume", "vol"]

  /// Returns whether a title, apart from its subtitle, is a typed title that ends with a number: `Terminator 2:
  /// Judgment Day` is `terminator 2`, and `The Godfather Part II` is `godfather 2`.
  static func isSequel(_ title: String, named typedTitle: String) -> Bool {
    let mainTitle = title.firstRange(of: ": ").map { String(title[..<$0.lowerBound]) } ?? title
    let words = [mainTitle, typedTitle].map { title in
      TextFolding.wordsWithoutArticle(title).filter { !sequelWords.contains($0) }
    }
    return words[0].elementsEqual(words[1], by: NumberWords.areEqual)
  }

  private static func sortedByVotes(_ films: [Film]) -> [Film] {
    films.enumerated()
      .sorted { ($1.element.votes, $0.offset) < ($0.element.votes, $1.offset) }
      .map(\.element)
  }

  /// Returns the films with exactly this title, including its article; all films if none has
  /// exactly this title.
  private static func preferringExactTitle(_ words: [String], _ films: [Film]) -> [Film] {
    let exactMatches = films.filter { TextFolding.words($0.title) == words }
    return exactMatches.isEmpty ? films : exactMatches
  }

  private static func isWellKnown(_ film: Film) -> Bool { film.votes >= wellKnownVotes }

  private static func isObscure(_ film: Film, comparedTo bestKnown: Film) -> Bool {
    film.id != bestKnown.id && !film.ownFields.contains(.title)
      && film.votes * (isMinor(film) ? 10 : 100) < bestKnown.votes
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

  /// Returns whether a string is the title or the original title.
  ///
  /// Case, accents, punctuation, spaces and a leading article are ignored; numbers may be spelled
  /// differently, as in `Rocky 2` for `Rocky II`.
  func hasOwnTitle(_ title: String) -> Bool {
    hasTitle(title) || originalTitle.map { TitleDisambiguation.areEqual($0, title) } ?? false
  }

  /// Returns whether a string is the title, in the comparison of ``hasOwnTitle(_:)``.
  func hasTitle(_ title: String) -> Bool { TitleDisambiguation.areEqual(self.title, title) }
}
