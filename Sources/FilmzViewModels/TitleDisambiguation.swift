package import FilmzDomain

/// Which of the films that bear a title can be meant by it.
///
/// Among millions of titles nearly every famous one has namesakes that hardly anybody knows; were they
/// to count, `show heat` would be a question forever. Of two that are known, neither is taken for the
/// other: both count, and who asked has to say which.
package enum TitleDisambiguation {
  /// Votes from which on a film is known.
  private static let knownVotes = 1000

  /// The films that count, the best known first.
  ///
  /// A film that is called so itself goes before one that is called so in another country. Beside a
  /// film that is known, others do not count that have less than a hundredth of its votes, or less
  /// than a tenth where they are no films or series of their own.
  package static func among(_ films: [Film], title: String) -> [Film] {
    let words = TextFolding.words(title)
    let sorted = bestKnownFirst(films)
    let own = sorted.filter { film in
      names(of: film).contains {
        TextFolding.withoutArticle($0) == TextFolding.withoutArticle(words)
      }
    }
    let isOwnMeant = own.first.map(isKnown) ?? false || !(sorted.first.map(isKnown) ?? false)
    let bearers = isOwnMeant && !own.isEmpty ? own : sorted
    let best =
      bearers.first { isKnown($0) && !isMinor($0) }
      ?? bearers.first.flatMap {
        isKnown($0) ? $0 : nil
      }
    guard let best else { return preferring(words, bearers) }
    let counted = bearers.filter { !isObscure($0, beside: best) }
    let hasArticle = TextFolding.withoutArticle(words).count < words.count
    return hasArticle ? preferring(words, counted) : counted
  }

  private static func bestKnownFirst(_ films: [Film]) -> [Film] {
    films.enumerated()
      .sorted { ($1.element.votes, $0.offset) < ($0.element.votes, $1.offset) }
      .map(\.element)
  }

  /// Those whose title is just so, with its article, if there are such.
  private static func preferring(_ words: [String], _ films: [Film]) -> [Film] {
    let exact = films.filter { TextFolding.words($0.title) == words }
    return exact.isEmpty ? films : exact
  }

  private static func names(of film: Film) -> [[String]] {
    [film.title, film.originalTitle].compactMap { $0.map(TextFolding.words) }
  }

  private static func isKnown(_ film: Film) -> Bool { film.votes >= knownVotes }

  private static func isObscure(_ film: Film, beside best: Film) -> Bool {
    film.id != best.id && film.votes * (isMinor(film) ? 10 : 100) < best.votes
  }

  /// Whether it is part of something else, or something else than a film or a series.
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
