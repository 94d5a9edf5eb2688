import FilmzDomain

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
