import FilmzDomain

/// The rank of the expected film in the results of one query.
struct RankingResult: Equatable, Sendable {
  /// The number of hits that count; a film with a lower rank counts as not found.
  static let depth = 10

  let query: RankingQuery
  /// The rank of the expected film, from 1 to `depth`; `nil` if it is not among these hits.
  let rank: Int?
  /// The first hit, if there is one.
  let firstHit: FilmID?

  init(_ query: RankingQuery, hits: [FilmID]) {
    self.query = query
    rank = hits.prefix(Self.depth).firstIndex(of: query.expectedFilm).map { $0 + 1 }
    firstHit = hits.first
  }

  /// The reciprocal of the rank: 1 for the first hit, ½ for the second, and so on; 0 if not found.
  var reciprocalRank: Double { rank.map { 1 / Double($0) } ?? 0 }
}
