import FilmzDomain

extension [Film] {
  /// Returns the films to which a title is likely to refer, those with the most votes first; all films in the array have
  /// this title.
  ///
  /// Among millions of titles, nearly every famous one is also the title of obscure films. If obscure
  /// films were not left out, `show heat` would always be ambiguous. If several films remain, the user has to choose.
  ///
  /// 1. Films that have this title only in another country are left out if one of the other films is well known, or if
  ///    none of all films is well known, and there are other films.
  /// 2. If a remaining film is well known, obscure films are left out. The measure is the
  ///    well-known feature film or series with the most votes; if there is none, the film with the
  ///    most votes. A film is obscure if it has less than a hundredth of the votes of that film, or, for a
  ///    short, an episode, a game, and the like, less than a tenth. A film whose title the user entered is never obscure.
  /// 3. If no remaining film is well known, or if the title begins with an article, only films with
  ///    exactly this title are returned, provided that there are any.
  func plausibleMatches(for title: String) -> [Film] {
    let words = TextFolding.titleWords(title)
    let sortedFilms = enumerated()
      .sorted { ($1.element.votes, $0.offset) < ($0.element.votes, $1.offset) }
      .map(\.element)
    let wordsWithoutArticle = TextFolding.withoutArticle(words)
    let filmsWithMainTitle = sortedFilms.filter { $0.hasMainTitle(wordsWithoutArticle) }
    let prefersMainTitle = filmsWithMainTitle.first?.isWellKnown ?? false || sortedFilms.first?.isWellKnown != true
    let candidates = prefersMainTitle && !filmsWithMainTitle.isEmpty ? filmsWithMainTitle : sortedFilms
    let wellKnownFilms = candidates.filter(\.isWellKnown)
    let bestKnown = wellKnownFilms.first { !$0.isMinor } ?? wellKnownFilms.first
    guard let bestKnown else { return candidates.preferringExactTitle(words) }
    let plausibleFilms = candidates.filter { !$0.isObscure(comparedTo: bestKnown) }
    let hasArticle = wordsWithoutArticle.count < words.count
    return hasArticle ? plausibleFilms.preferringExactTitle(words) : plausibleFilms
  }

  /// Returns the films whose titles have exactly these words, including an article; all films if there are none.
  private func preferringExactTitle(_ words: [String]) -> [Film] {
    let exactMatches = filter { TextFolding.titleWords($0.title) == words }
    return exactMatches.isEmpty ? self : exactMatches
  }
}

extension String {
  /// Returns whether two titles are equal, ignoring case, accents, punctuation, spaces, a leading article, and the
  /// spelling of numbers.
  func isSameTitle(as other: String) -> Bool {
    let words = [self, other].map(TextFolding.wordsWithoutArticle)
    return words[0].joined() == words[1].joined() || words[0].elementsEqual(words[1], by: NumberWords.areEqual)
  }

  /// Returns whether the title, without its subtitle and words such as `Part`, equals a typed title:
  /// `Terminator 2: Judgment Day` is `terminator 2`, and `The Godfather Part II` is `godfather 2`.
  func isSequel(named typedTitle: String) -> Bool {
    // The words that may precede the number of a sequel in its title.
    let sequelWords: Set = ["part", "chapter", "episode", "volume", "vol"]
    let mainTitle = firstRange(of: ": ").map { String(self[..<$0.lowerBound]) } ?? self
    let words = [mainTitle, typedTitle].map { title in
      TextFolding.wordsWithoutArticle(title).filter { !sequelWords.contains($0) }
    }
    return words[0].elementsEqual(words[1], by: NumberWords.areEqual)
  }
}

extension Film {
  fileprivate var votes: Int { imdbVotes ?? 0 }

  fileprivate var isWellKnown: Bool { votes >= 1000 }

  fileprivate func isObscure(comparedTo bestKnown: Film) -> Bool {
    id != bestKnown.id && !ownFields.contains(.title) && votes * (isMinor ? 10 : 100) < bestKnown.votes
  }

  /// `true` if the film is neither a feature-length film nor a series.
  fileprivate var isMinor: Bool {
    switch type {
    case .episode, .game, .short, .tvSpecial, .video: true
    case .movie, .series, .miniSeries, .tvMovie, nil: false
    }
  }

  /// Returns whether a string is the title or the original title.
  ///
  /// Case, accents, punctuation, spaces and a leading article are ignored; numbers may be spelled
  /// differently, as in `Rocky 2` for `Rocky II`.
  func hasOwnTitle(_ title: String) -> Bool { hasTitle(title) || originalTitle?.isSameTitle(as: title) ?? false }

  /// Returns whether a string is the title, compared like in ``hasOwnTitle(_:)``.
  func hasTitle(_ title: String) -> Bool { self.title.isSameTitle(as: title) }
}
