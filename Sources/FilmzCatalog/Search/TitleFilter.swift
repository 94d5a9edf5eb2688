import FilmzDomain
import GRDB

/// What titles a search is narrowed to, besides its words.
struct TitleFilter {
  private let years: YearRange?
  /// A bit for each type that passes.
  private let types: UInt16
  private let genres: UInt32
  private let isImpossible: Bool
  private let ratings: ClosedRange<Int>?
  private let votes: ClosedRange<Int>?
  /// The titles of the people that were named, by rank; nothing where nobody was.
  let ranks: [UInt32]?
  private let isAmongPeople: Set<UInt32>
  /// How well known a title is at least that passes.
  private let leastPopularity: Double

  /// The filter of a search, or nothing where it has none.
  ///
  /// - Throws: ``CatalogError/peopleMissing``.
  init?(_ query: SearchQuery, genres names: [String], _ db: Database) throws {
    let filters = query.filters
    guard query.years != nil || query.type != nil || !filters.isEmpty else { return nil }
    years = query.years
    let types = query.type.map(TitleType.meant(by:)) ?? Set(TitleType.allCases)
    self.types = types.reduce(0) { $0 | $1.bit }
    let wanted = filters.genres.map { genre in
      names.firstIndex { $0.lowercased() == genre.lowercased() }
    }
    isImpossible = wanted.contains(nil)
    genres = wanted.compactMap(\.self).reduce(0) { $0 | 1 << UInt32($1) }
    ratings = filters.ratings
    votes = filters.votes
    ranks = filters.namesPeople ? try PeopleSearch(db).ranks(filters) : nil
    isAmongPeople = Set(ranks ?? [])
    let leastVotes = filters.votes?.lowerBound ?? (filters.ratings == nil ? 0 : 1)
    leastPopularity = types.map { Popularity.of(votes: leastVotes, $0) }.min() ?? 0
  }

  /// Whether neither a title nor any that is less known can pass.
  func isPast(_ facts: FactBlock.Facts) -> Bool {
    // Ranks are told apart by millionths.
    isImpossible || Popularity.of(facts) < leastPopularity - 0.000_01
  }

  /// Whether a title is one that is looked for.
  func passes(_ facts: FactBlock.Facts, _ rank: UInt32) -> Bool {
    if isImpossible { return false }
    if let years, facts.year == 0 || !years.contains(Int(facts.year)) { return false }
    if types & facts.type.bit == 0 { return false }
    if facts.genres & genres != genres { return false }
    if let ratings, facts.votes == 0 || !ratings.contains(Int(facts.rating)) { return false }
    if let votes, !votes.contains(Int(facts.votes)) { return false }
    return ranks == nil || isAmongPeople.contains(rank)
  }
}

extension TitleType {
  fileprivate var bit: UInt16 { 1 << UInt16(rawValue) }
}
