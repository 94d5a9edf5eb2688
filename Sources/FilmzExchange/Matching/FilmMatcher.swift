package import FilmzDomain

/// Finds the film of a row by its title and year.
package struct FilmMatcher {
  /// The maximum number of films that are returned for a row that is not matched.
  private static let maximumNearFilms = 3
  /// A film stands out by its votes if it has at least this many times the votes of the next film.
  private static let decisiveVoteRatio = 10

  /// A film that agrees with the row in title, year, and type.
  private struct Fit {
    let film: MatchCandidate
    let title: TitleAgreement
    /// `true` if the title of the row has the words of the title of the film.
    let hasSameTitle: Bool
    /// `true` if the row has two different titles, and the film agrees with both.
    let agreesWithBothTitles: Bool
    let yearDifference: Int
  }

  private let row: NamedFilm
  private let titles: [SpelledTitle]

  private init(_ row: NamedFilm) {
    self.row = row
    var titles: [SpelledTitle] = []
    for title in [row.title, row.originalTitle].compactMap(\.self).map(SpelledTitle.init)
    where !titles.contains(where: { $0.words == title.words }) { titles.append(title) }
    self.titles = titles
  }

  /// Returns the film of the row, matched by its title and year.
  ///
  /// A film fits if one of its titles is equal to a title of the row, the types do not contradict each other, and the
  /// years differ by at most one (in a row of a series: two). Titles are equal if they have the same match key and not
  /// different articles. If the row or the film has no year, the film does not fit.
  ///
  /// If films of the year of the row fit, only these can be matched. A film stands out among others if it is the only
  /// movie or, without movies, the only series. Of several movies or series, a film stands out if it has at least ten
  /// times the votes of the next one. A film is matched if it stands out among the films of the year whose titles agree
  /// best, and no other film stands out among all films of the year. Besides, its title must have the words of the
  /// title of the row, or agree at least as well as the titles of the films of other years.
  ///
  /// If no film of the year fits, a film of another year is matched if it is the only one that fits. Its title or
  /// original title must have the words of a title of the row, and its kind must be that of the row (a movie if the row
  /// has no type).
  ///
  /// If there are films that agree with two different titles of the row, only these are considered.
  ///
  /// - Parameters:
  ///   - row: The film as the row names it; its ids are ignored.
  ///   - candidates: Films that may fit. A film that occurs several times must have the same id each time.
  /// - Returns: The film, or the films to choose from if none is matched.
  package static func match(_ row: NamedFilm, among candidates: [MatchCandidate]) -> FilmMatch {
    FilmMatcher(row).match(among: candidates)
  }

  /// Returns whether there is a film with a title and the year of the row whose type contradicts the type of the row.
  ///
  /// If no film fits, such a film is one of ``FilmMatch/unmatched(near:)``.
  package static func hasFilmOfOtherType(_ row: NamedFilm, among candidates: [MatchCandidate]) -> Bool {
    let matcher = FilmMatcher(row)
    return candidates.contains { film in
      matcher.yearDifference(film) == 0 && matcher.contradictsType(film)
        && matcher.titles.contains { TitleAgreement.between($0, film) != nil }
    }
  }

  /// Returns the film of a row without a year: the only film that has a title of the row, if it is one of `acceptable`.
  ///
  /// Episodes and games do not count. The type of the film must not contradict that of the row. Source: contract,
  /// Identification.
  package static func matchWithoutYear(
    _ row: NamedFilm, among candidates: [MatchCandidate], acceptable: Set<FilmID>
  ) -> FilmMatch {
    let matcher = FilmMatcher(row)
    let films = candidates.filter { film in
      film.type != .episode && film.type != .game && matcher.titles.contains { TitleAgreement.between($0, film) != nil }
    }
    guard let film = films.first, acceptable.contains(film.id), films.allSatisfy({ $0.id == film.id }),
      !films.contains(where: matcher.contradictsType)
    else { return .unmatched(near: []) }
    var differences = MatchDifferences(year: films.lazy.compactMap(\.year).first)
    let isExact = films.contains { film in
      matcher.titles.first.flatMap { TitleAgreement.between($0, film) }?.isExact ?? false
    }
    if !isExact, let title = row.title ?? row.originalTitle {
      differences.titles = .init(row: title, film: film.title)
    }
    return .matched(film.id, differences)
  }

  private func match(among candidates: [MatchCandidate]) -> FilmMatch {
    let fits = bestFitOfEachFilm(candidates)
    let sameYear = preferringBothTitles(fits.filter { $0.yearDifference == 0 })
    guard sameYear.isEmpty else { return winner(among: sameYear, of: fits).map(matched) ?? .ambiguous(best(fits)) }
    let nearYear = preferringBothTitles(fits)
    guard nearYear.count < 2 else { return .ambiguous(best(nearYear)) }
    if let only = nearYear.first, mayDifferInYear(only) { return matched(only) }
    return .unmatched(near: nearFilms(among: candidates))
  }

  private func matched(_ fit: Fit) -> FilmMatch {
    var differences = MatchDifferences()
    if !fit.hasSameTitle, let title = row.title ?? row.originalTitle {
      differences.titles = .init(row: title, film: fit.film.title)
    }
    if fit.yearDifference != 0 { differences.year = fit.film.year }
    return .matched(fit.film.id, differences)
  }

  // MARK: - Fits

  private func bestFitOfEachFilm(_ candidates: [MatchCandidate]) -> [Fit] {
    var fits: [FilmID: Fit] = [:]
    for fit in candidates.compactMap(fit) {
      if let other = fits[fit.film.id], !Self.isBetter(fit, than: other) { continue }
      fits[fit.film.id] = fit
    }
    return fits.values.sorted(by: Self.isBetter)
  }

  private func fit(_ film: MatchCandidate) -> Fit? {
    guard let yearDifference = yearDifference(film), !contradictsType(film) else { return nil }
    let isSeries = row.type == .series || row.type == .miniSeries
    guard yearDifference <= (isSeries ? 2 : 1) else { return nil }
    let agreements = titles.map { TitleAgreement.between($0, film) }
    guard let best = agreements.compactMap(\.self).min() else { return nil }
    return Fit(
      film: film, title: best, hasSameTitle: agreements.first??.isExact ?? false,
      agreesWithBothTitles: agreements.count > 1 && !agreements.contains(nil), yearDifference: yearDifference)
  }

  /// Returns the difference of the years; `nil` if one of them is not known.
  private func yearDifference(_ film: MatchCandidate) -> Int? {
    guard let year = row.year, let filmYear = film.year else { return nil }
    let (difference, overflow) = year.subtractingReportingOverflow(filmYear)
    return overflow ? nil : Int(clamping: difference.magnitude)
  }

  private func contradictsType(_ film: MatchCandidate) -> Bool {
    guard let type = film.type else { return false }
    return row.type.map { !$0.mayDenoteSameFilm(as: type) } ?? (type == .episode || type == .game)
  }

  /// Returns the fits that agree with both titles of the row; all fits if none does.
  private func preferringBothTitles(_ fits: [Fit]) -> [Fit] {
    let preferred = fits.filter(\.agreesWithBothTitles)
    return preferred.isEmpty ? fits : preferred
  }

  // MARK: - Decision

  /// Returns the film of the row's year that the row denotes; `nil` if no film stands out, or if the title of
  /// a film of another year agrees better.
  private func winner(among sameYear: [Fit], of fits: [Fit]) -> Fit? {
    let best = sameYear.map(\.title).min()
    guard let winner = Self.standout(sameYear.filter { $0.title == best }) else { return nil }
    if let overall = Self.standout(sameYear), overall.film.id != winner.film.id { return nil }
    let isBest = winner.title.isExact || !fits.contains { $0.title < winner.title }
    return isBest ? winner : nil
  }

  /// Returns whether a film can be matched although its year differs from that of the row.
  ///
  /// Its title or original title must have the words of a title of the row. A series or a short needs a row with this
  /// type: a row without a type most likely means a film, which the candidates may not contain.
  private func mayDifferInYear(_ fit: Fit) -> Bool {
    guard fit.title <= .originalTitle else { return false }
    return fit.film.type == nil || Self.typeRank(fit.film.type) == Self.typeRank(row.type)
  }

  /// Returns the film that stands out by its type or its votes; `nil` if none does.
  private static func standout(_ fits: [Fit]) -> Fit? {
    let bestRank = fits.map { typeRank($0.film.type) }.min()
    let fits = fits.filter { typeRank($0.film.type) == bestRank }.sorted { $0.film.votes > $1.film.votes }
    guard let first = fits.first else { return nil }
    guard fits.count > 1 else { return first }
    return first.film.votes / decisiveVoteRatio >= max(fits[1].film.votes, 1) ? first : nil
  }

  /// Returns the rank of a type, lowest first: 0 for films, 1 for series, and 2 for all others.
  private static func typeRank(_ type: MediaType?) -> Int {
    switch type {
    case .movie, .tvMovie, .video, .tvSpecial, nil: 0
    case .series, .miniSeries: 1
    case .short, .episode, .game: 2
    }
  }

  private func best(_ fits: [Fit]) -> [MatchCandidate] { fits.prefix(Self.maximumNearFilms).map(\.film) }

  private static func isBetter(_ left: Fit, than right: Fit) -> Bool {
    func order(_ fit: Fit) -> (Int, Int, TitleAgreement, Int, Int, String) {
      (
        fit.yearDifference, fit.agreesWithBothTitles ? 0 : 1, fit.title, typeRank(fit.film.type),
        -fit.film.votes, fit.film.id.rawValue
      )
    }
    return order(left) < order(right)
  }
}

// MARK: - Near films

extension FilmMatcher {
  /// Returns the films that are suggested for a row that no film fits, best first, each once.
  ///
  /// Films with the same title in other years come first, then films with some words of the title.
  private func nearFilms(among candidates: [MatchCandidate]) -> [MatchCandidate] {
    let words = Set(titles.flatMap(\.words)).subtracting(TextFolding.articles)
    var uniqueIDs: Set<FilmID> = []
    let ranked = candidates.compactMap { film in
      titleDistance(film, words).map { titleDistance in
        (film: film, rank: (titleDistance, yearDistance(film), -film.votes, film.id.rawValue))
      }
    }
    let films = ranked.sorted { $0.rank < $1.rank }.map(\.film).filter { uniqueIDs.insert($0.id).inserted }
    return Array(films.prefix(Self.maximumNearFilms))
  }

  /// Returns 0 for the same title, else one more than the number of words that only one of the titles has; `nil` if
  /// they have no word in common.
  private func titleDistance(_ film: MatchCandidate, _ words: Set<String>) -> Int? {
    if titles.contains(where: { TitleAgreement.between($0, film) != nil }) { return 0 }
    let filmWords = [film.title, film.originalTitle].compactMap(\.self).map {
      Set(TextFolding.words($0)).subtracting(TextFolding.articles)
    }
    return filmWords.filter { !$0.isDisjoint(with: words) }.map { $0.symmetricDifference(words).count + 1 }.min()
  }

  private func yearDistance(_ film: MatchCandidate) -> Double {
    guard let year = row.year, let filmYear = film.year else { return .infinity }
    return abs(Double(year) - Double(filmYear))
  }
}

// MARK: - Candidates

extension FilmMatcher {
  /// Returns the films that a user may choose from for a row, best first, each once.
  ///
  /// Films with a title of the row come first: those of its year, then those of the years next to it. Of these, films
  /// come before series before shorts, and then those with more votes. A film is left out unless one of its titles has
  /// all words of a title of the row, or is a misspelling of one.
  package static func candidates(
    for row: NamedFilm, among films: [MatchCandidate]
  ) -> [(film: MatchCandidate, title: AgreeingTitle?)] {
    let matcher = FilmMatcher(row)
    let fits = films.filter { !matcher.contradictsType($0) }.map { ($0, title: matcher.agreeingTitle(of: $0)) }
    let ranked = fits.filter { $0.title != nil || matcher.isMisspelling(of: $0.0) }.map { film, title in
      let yearRank = min(matcher.yearDifference(film) ?? 2, 2)
      let hasTitle = title != nil && title != .words
      return (film, title, rank: (hasTitle ? 0 : 1, yearRank, typeRank(film.type), -film.votes, film.id.rawValue))
    }
    var uniqueIDs: Set<FilmID> = []
    return ranked.sorted { $0.rank < $1.rank }.filter { uniqueIDs.insert($0.0.id).inserted }.map { ($0.0, $0.1) }
  }

  private func agreeingTitle(of film: MatchCandidate) -> AgreeingTitle? {
    if let agreement = titles.compactMap({ TitleAgreement.between($0, film) }).min() { return agreement.title }
    let rowTitles = [row.title, row.originalTitle].compactMap(\.self)
    let hasWords = rowTitles.contains { title in film.allTitles.contains { TitleMatch(of: title, in: $0) != nil } }
    return hasWords ? .words : nil
  }

  /// Returns whether a title of the row differs from a title of the film by at most two letters, or by one if it is
  /// short.
  private func isMisspelling(of film: MatchCandidate) -> Bool {
    let keys = film.allTitles.map(\.matchKey)
    return titles.map(\.key).contains { key in
      keys.contains { SpellingDistance.between(key, $0, maximum: key.count < 5 ? 1 : 2) != nil }
    }
  }
}

/// The title of a film that agrees with a title of a row.
package enum AgreeingTitle: Sendable {
  case title
  case originalTitle
  /// The title in another country.
  case localTitle
  /// A title has all words of the title of the row.
  case words
}

extension TitleAgreement {
  fileprivate var title: AgreeingTitle {
    switch self {
    case .identicalTitle, .title, .foldedTitle: .title
    case .originalTitle, .foldedOriginalTitle: .originalTitle
    case .localTitle, .foldedLocalTitle: .localTitle
    }
  }
}

/// The result of matching a row with films by its title and year.
package enum FilmMatch: Sendable, Hashable {
  case matched(FilmID, MatchDifferences)
  /// Several films fit, and none of them stands out; the value is the best three of them, best first.
  case ambiguous([MatchCandidate])
  /// No film fits; the value is at most three films with a similar title, best first.
  case unmatched(near: [MatchCandidate])
}

/// The differences between a film and the row that it was matched with by title and year.
package struct MatchDifferences: Sendable, Hashable {
  package struct Titles: Sendable, Hashable {
    /// The title in the row.
    package var row: String
    package var film: String
  }

  /// The titles; `nil` if they have the same words.
  package var titles: Titles?
  /// The year of the film; `nil` if the row has the same year, or if the film has none.
  package var year: Int?

  /// `true` if the title of the film has the words of the title of the row, and the years do not differ.
  package var isEmpty: Bool { titles == nil && year == nil }
}

/// A film that a row of a file may denote.
package struct MatchCandidate: Sendable, Hashable {
  package var id: FilmID
  package var title: String
  package var originalTitle: String?
  /// The titles in other countries; those by which a search has found the film are enough.
  package var localTitles: [String]
  /// The year of the release; of a series, its first year.
  package var year: Int?
  package var type: MediaType?
  /// The number of votes at IMDb; 0 if it is not known.
  package var votes: Int
  /// The source of the film; `nil` if it is a film of the collection.
  package var origin: Film.Origin?

  package init(
    id: FilmID, title: String, originalTitle: String? = nil, localTitles: [String] = [],
    year: Int?, type: MediaType? = nil, votes: Int = 0, origin: Film.Origin? = nil
  ) {
    (self.id, self.title, self.originalTitle) = (id, title, originalTitle)
    (self.localTitles, self.year, self.type, self.votes) = (localTitles, year, type, votes)
    self.origin = origin
  }

  /// The title, the original title and the titles in other countries.
  fileprivate var allTitles: [String] { [title] + [originalTitle].compactMap(\.self) + localTitles }

  /// Returns whether the film has a title, by the rules of ``FilmMatcher``.
  package func isTitled(_ title: String) -> Bool { TitleAgreement.between(SpelledTitle(title), self) != nil }
}
