package import FilmzDomain

/// Finds the film of a row by its title and year.
package struct FilmMatcher {
  /// The number of films that are returned for a row that is not matched.
  private static let maximumNearFilms = 3
  /// The least number by which the votes of a film must exceed those of the next.
  private static let decisiveVoteRatio = 10

  /// A film that agrees with the row in title, year, and type.
  private struct Fit {
    let film: MatchCandidate
    let title: TitleAgreement
    /// `true` if the title of the row has the words of the title of the film.
    let hasSameTitle: Bool
    /// `true` if the film agrees with the title and with another original title of the row.
    let agreesTwice: Bool
    let yearDifference: Int
  }

  private let row: NamedFilm
  private let titles: [SpelledTitle]

  private init(_ row: NamedFilm) {
    self.row = row
    var titles: [SpelledTitle] = []
    for title in [row.title, row.originalTitle].compactMap(\.self).map(SpelledTitle.init)
    where !titles.contains(where: { $0.words == title.words }) {
      titles.append(title)
    }
    self.titles = titles
  }

  /// Returns the film of the row, matched by its title and year.
  ///
  /// A film fits if one of its titles is equal to a title of the row, if its type does not contradict that
  /// of the row, and if its year is that of the row. Titles are equal if they have the same ``MatchKey``
  /// and not different articles. The year may differ by one (in a row of a series: two) if exactly one
  /// film then fits. If the row or the film has no year, the film does not fit.
  ///
  /// Among several films of the year, films come before series before shorts; then one with at least ten
  /// times the votes of the next. A film is matched if it wins among the films whose titles agree best, and
  /// no other film wins among all that fit.
  ///
  /// - Parameters:
  ///   - row: The film as the row names it; its ids are ignored.
  ///   - candidates: Films that may fit. A film may occur several times, but with the same id.
  /// - Returns: The film, or the reason why there is none with the films to choose from.
  package static func match(
    _ row: NamedFilm, among candidates: [MatchCandidate]
  ) -> FilmMatch {
    FilmMatcher(row).match(among: candidates)
  }

  /// Returns whether a film with a title and the year of the row is of a type that contradicts that of the row.
  ///
  /// If no film fits, such a film is among the near ones of ``FilmMatch/unmatched(near:)``.
  package static func isOtherType(_ row: NamedFilm, among candidates: [MatchCandidate]) -> Bool {
    let matcher = FilmMatcher(row)
    return candidates.contains { film in
      matcher.yearDifference(film) == 0 && matcher.contradictsType(film)
        && matcher.titles.contains { TitleAgreement.between($0, film) != nil }
    }
  }

  private func match(among candidates: [MatchCandidate]) -> FilmMatch {
    let fits = bestFitOfEachFilm(candidates)
    let sameYear = narrowed(fits.filter { $0.yearDifference == 0 })
    guard sameYear.isEmpty else {
      return winner(among: sameYear, of: fits).map(matched) ?? .ambiguous(best(fits))
    }
    let nearYear = narrowed(fits)
    guard nearYear.count < 2 else { return .ambiguous(best(nearYear)) }
    if let only = nearYear.first, mayDifferInYear(only) { return matched(only) }
    return .unmatched(near: NearFilms(titles, row.year).best(Self.maximumNearFilms, of: candidates))
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
      agreesTwice: agreements.count > 1 && !agreements.contains(nil),
      yearDifference: yearDifference)
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

  /// Returns the fits that agree with both titles of the row; all if there are none.
  private func narrowed(_ fits: [Fit]) -> [Fit] {
    let narrowed = fits.filter(\.agreesTwice)
    return narrowed.isEmpty ? fits : narrowed
  }

  // MARK: - Decision

  /// Returns the film of the row's year that the row means; `nil` if none stands out, or if the title of
  /// a film of another year agrees better.
  private func winner(among sameYear: [Fit], of fits: [Fit]) -> Fit? {
    let best = sameYear.map(\.title).min()
    guard let winner = Self.decided(sameYear.filter { $0.title == best }) else { return nil }
    if let overall = Self.decided(sameYear), overall.film.id != winner.film.id { return nil }
    let isBest = winner.title.isExact || !fits.contains { $0.title < winner.title }
    return isBest ? winner : nil
  }

  /// Returns whether a film can be matched although its year differs from that of the row.
  ///
  /// The words of its title or original title have to be those of the row. A series or a short needs a row with this
  /// type: a row without a type most likely means a film, which the candidates may not contain.
  private func mayDifferInYear(_ fit: Fit) -> Bool {
    guard fit.title <= .originalTitle else { return false }
    return fit.film.type == nil || Self.rank(fit.film.type) == Self.rank(row.type)
  }

  /// Returns the film that stands out by its type or its votes.
  private static func decided(_ fits: [Fit]) -> Fit? {
    let bestRank = fits.map { rank($0.film.type) }.min()
    let fits = fits.filter { rank($0.film.type) == bestRank }
      .sorted { $0.film.votes > $1.film.votes }
    guard let first = fits.first else { return nil }
    guard fits.count > 1 else { return first }
    return first.film.votes / decisiveVoteRatio >= max(fits[1].film.votes, 1) ? first : nil
  }

  /// Returns 0 for films, 1 for series, and 2 for shorts.
  private static func rank(_ type: MediaType?) -> Int {
    switch type {
    case .movie, .tvMovie, .video, .tvSpecial, nil: 0
    case .series, .miniSeries: 1
    case .short, .episode, .game: 2
    }
  }

  private func best(_ fits: [Fit]) -> [MatchCandidate] {
    fits.prefix(Self.maximumNearFilms).map(\.film)
  }

  private static func isBetter(_ left: Fit, than right: Fit) -> Bool {
    func order(_ fit: Fit) -> (Int, Int, Int, Int, Int, String) {
      (
        fit.yearDifference, fit.agreesTwice ? 0 : 1, fit.title.rawValue, rank(fit.film.type),
        -fit.film.votes, fit.film.id.rawValue
      )
    }
    return order(left) < order(right)
  }
}

/// The result of matching a row with films by its title and year.
package enum FilmMatch: Sendable, Hashable {
  case matched(FilmID, MatchDifferences)
  /// Several films fit, and none of them stands out; at most three of them, best first.
  case ambiguous([MatchCandidate])
  /// No film fits; at most three films that are near, best first.
  case unmatched(near: [MatchCandidate])
}

/// The differences between a film and the row that it was matched with by title and year.
package struct MatchDifferences: Sendable, Hashable {
  package struct Titles: Sendable, Hashable {
    /// The title in the row.
    package var row: String
    package var film: String

    package init(row: String, film: String) {
      self.row = row
      self.film = film
    }
  }

  /// The titles, if that of the row has other words than that of the film.
  package var titles: Titles?
  /// The year of the film, if it is not that of the row.
  package var year: Int?

  package init(titles: Titles? = nil, year: Int? = nil) {
    self.titles = titles
    self.year = year
  }

  /// `true` if the film has exactly the title and the year of the row.
  package var isEmpty: Bool { titles == nil && year == nil }
}

/// A film that a row of a file could mean.
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

  package init(
    id: FilmID, title: String, originalTitle: String? = nil, localTitles: [String] = [],
    year: Int?, type: MediaType? = nil, votes: Int = 0
  ) {
    (self.id, self.title, self.originalTitle) = (id, title, originalTitle)
    (self.localTitles, self.year, self.type, self.votes) = (localTitles, year, type, votes)
  }
}

/// Chooses the films that are suggested for a row that no film fits.
struct NearFilms {
  private let titles: [SpelledTitle]
  private let year: Int?
  private let words: Set<String>

  /// Creates a choice for the titles and the year of a row.
  init(_ titles: [SpelledTitle], _ year: Int?) {
    self.titles = titles
    self.year = year
    words = Set(titles.flatMap(\.words)).subtracting(TextFolding.articles)
  }

  /// Returns the films with the same title in other years, then those with some of its words; best first,
  /// each once.
  func best(_ count: Int, of candidates: [MatchCandidate]) -> [MatchCandidate] {
    var seen: Set<FilmID> = []
    return candidates.compactMap(ranked)
      .sorted { $0.rank < $1.rank }
      .filter { seen.insert($0.film.id).inserted }
      .prefix(count).map(\.film)
  }

  private typealias Rank = (titleDistance: Int, yearDistance: Double, votes: Int, id: String)

  private func ranked(_ film: MatchCandidate) -> (film: MatchCandidate, rank: Rank)? {
    guard let titleDistance = titleDistance(film) else { return nil }
    let rank = (titleDistance, yearDistance(film), -film.votes, film.id.rawValue)
    return (film, rank)
  }

  /// Returns 0 for the same title, else the number of words that only one of the titles has; `nil` if they
  /// have no word in common.
  private func titleDistance(_ film: MatchCandidate) -> Int? {
    if titles.contains(where: { TitleAgreement.between($0, film) != nil }) { return 0 }
    let filmWords = [film.title, film.originalTitle].compactMap(\.self)
      .map { Set(TextFolding.words($0)).subtracting(TextFolding.articles) }
    return filmWords.filter { !$0.isDisjoint(with: words) }
      .map { $0.symmetricDifference(words).count + 1 }
      .min()
  }

  private func yearDistance(_ film: MatchCandidate) -> Double {
    guard let year, let filmYear = film.year else { return .infinity }
    return abs(Double(year) - Double(filmYear))
  }
}
