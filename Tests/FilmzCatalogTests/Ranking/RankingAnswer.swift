import FilmzDomain

/// Where the film meant stands among the hits of one query.
struct RankingAnswer: Equatable, Sendable {
  /// As many hits count; a film further down is as good as not found.
  static let depth = 10

  let query: RankingQuery
  /// The place of the film meant, from 1 to `depth`; none where it is not there.
  let place: Int?
  /// What stands in the first place, if anything does.
  let first: FilmID?

  init(_ query: RankingQuery, hits: [FilmID]) {
    self.query = query
    place = hits.prefix(Self.depth).firstIndex(of: query.meant).map { $0 + 1 }
    first = hits.first
  }

  /// 1 for the first place, ½ for the second, and so on; 0 where the film is not found.
  var reciprocalRank: Double { place.map { 1 / Double($0) } ?? 0 }
}
