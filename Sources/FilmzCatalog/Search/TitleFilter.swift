import FilmzDomain
import GRDB

/// The filter of a search, prepared for a catalog.
struct TitleFilter {
  private let filter: FilmFilter
  /// A bit for each type that passes the filter.
  private let types: UInt16
  /// Sets of genres: a title has to have at least one genre of each set.
  private let genres: [UInt32]
  /// A set of genres: a title must have none of them.
  private let excludedGenres: UInt32
  /// The ranks of the titles with the people of the filter, sorted; `nil` if the filter names no
  /// people.
  let ranks: [UInt32]?
  private let rankSet: Set<UInt32>
  /// The popularity below which no title passes.
  private let minimumPopularity: Double

  /// Creates the filter of a search; returns `nil` if the filter has no conditions.
  ///
  /// - Throws: ``CatalogError/peopleMissing``.
  init?(_ filter: FilmFilter, genres genreNames: [String], _ db: Database) throws {
    guard !filter.isEmpty else { return nil }
    self.filter = filter
    let types = filter.types.isEmpty ? MediaType.allCases : filter.types.flatMap(\.matchingTypes)
    self.types = types.reduce(0) { $0 | TitleType($1).bit }
    genres = filter.genres.map { Self.bits($0, genreNames) }
    excludedGenres = filter.excludesAdult ? Self.bits(["Adult"], genreNames) : 0
    ranks = filter.filtersByPeople ? try PeopleSearch(db).ranks(filter) : nil
    rankSet = Set(ranks ?? [])
    let minimumVotes = filter.votes?.lowerBound ?? (filter.imdbRating == nil ? 0 : 1)
    minimumPopularity =
      types.map { Popularity.score(votes: minimumVotes, TitleType($0)) }.min() ?? 0
  }

  /// Returns the set of the genres with some names, ignoring case.
  private static func bits(_ names: [String], _ genreNames: [String]) -> UInt32 {
    let lowercasedNames = Set(names.map { $0.lowercased() })
    return genreNames.enumerated().filter { lowercasedNames.contains($0.element.lowercased()) }
      .reduce(0) { $0 | 1 << UInt32($1.offset) }
  }

  /// Returns whether it is certain that neither a title nor any less popular title passes.
  func excludesAll(from facts: FactBlock.Facts) -> Bool {
    // Popularity is rounded to millionths when titles are ranked. So titles with nearly the same
    // popularity may be in the wrong order.
    genres.contains(0) || Popularity.score(facts) < minimumPopularity - 0.000_01
  }

  /// Returns whether a title passes the filter.
  @inline(__always)
  func passes(_ facts: FactBlock.Facts, _ rank: UInt32) -> Bool {
    if types & facts.type.bit == 0 { return false }
    for group in genres where facts.genres & group == 0 { return false }
    if facts.genres & excludedGenres != 0 { return false }
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
    return ranks == nil || rankSet.contains(rank)
  }
}

extension TitleType {
  fileprivate var bit: UInt16 { 1 << UInt16(rawValue) }
}
