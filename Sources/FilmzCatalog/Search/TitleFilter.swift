import FilmzDomain
import GRDB

/// What titles a search is narrowed to, besides its words.
struct TitleFilter {
  private let filter: FilmFilter
  /// A bit for each type that passes.
  private let types: UInt16
  /// A title has a genre of each set.
  private let genres: [UInt32]
  /// The titles of the people that were named, by rank; `nil` if nobody was.
  let ranks: [UInt32]?
  private let isAmongPeople: Set<UInt32>
  /// How well known a title is at least that passes.
  private let leastPopularity: Double

  /// The filter of a search; `nil` if it lets all titles through.
  ///
  /// - Throws: ``CatalogError/peopleMissing``.
  init?(_ filter: FilmFilter, genres names: [String], _ db: Database) throws {
    guard !filter.isEmpty else { return nil }
    self.filter = filter
    let types = filter.types.isEmpty ? MediaType.allCases : filter.types.flatMap(\.included)
    self.types = types.reduce(0) { $0 | TitleType($1).bit }
    genres = filter.genres.map { group in
      let wanted = Set(group.map { $0.lowercased() })
      return names.enumerated().filter { wanted.contains($0.element.lowercased()) }
        .reduce(0) { $0 | 1 << UInt32($1.offset) }
    }
    ranks = filter.namesPeople ? try PeopleSearch(db).ranks(filter) : nil
    isAmongPeople = Set(ranks ?? [])
    let leastVotes = filter.votes?.lowerBound ?? (filter.imdbRating == nil ? 0 : 1)
    leastPopularity = types.map { Popularity.score(votes: leastVotes, TitleType($0)) }.min() ?? 0
  }

  /// Whether neither a title nor any that is less known can pass.
  func isPast(_ facts: FactBlock.Facts) -> Bool {
    // Ranks are told apart by millionths.
    genres.contains(0) || Popularity.score(facts) < leastPopularity - 0.000_01
  }

  /// Whether a title is one that is looked for.
  func passes(_ facts: FactBlock.Facts, _ rank: UInt32) -> Bool {
    if types & facts.type.bit == 0 { return false }
    for group in genres where facts.genres & group == 0 { return false }
    if let years = filter.years, facts.year == 0 || !years.contains(Int(facts.year)) {
      return false
    }
    if let rating = filter.imdbRating, facts.votes == 0 || !rating.contains(Int(facts.rating)) {
      return false
    }
    if let votes = filter.votes, !votes.contains(Int(facts.votes)) { return false }
    if let runtime = filter.runtime, facts.runtime == 0 || !runtime.contains(Int(facts.runtime)) {
      return false
    }
    return ranks == nil || isAmongPeople.contains(rank)
  }
}

extension TitleType {
  fileprivate var bit: UInt16 { 1 << UInt16(rawValue) }
}
