import FilmzDomain
import Synchronization

/// Adds titles of the starter catalog to the titles that an imported catalog finds.
final class StarterSupplement: Sendable {
  /// If a search of the imported catalog finds fewer titles than this, inexact matches of the starter
  /// catalog are added even for films that both catalogs have.
  private static let fewTitles = 10

  private let reader: CatalogReader
  private let starter: StarterCatalog
  /// The ids of the films that are in the starter catalog but not in the imported one; `nil` until they
  /// are needed.
  private let cachedMissingIDs = Mutex<Set<UInt32>?>(nil)

  /// Creates a supplement of the catalog that a reader reads.
  init(reader: CatalogReader, starter: StarterCatalog) {
    self.reader = reader
    self.starter = starter
  }

  /// Adds titles that the starter catalog finds, except for excluded ones.
  func add(
    to titles: inout RankedTitles, _ query: SearchQuery, excluding excluded: ExcludedTitles?
  ) async throws {
    var starterTitles = try await starterTitles(query, supplementing: titles)
    if let excluded { starterTitles?.removeTitles(withIDs: excluded.ids) }
    guard let starterTitles else { return }
    try addPersonTitles(to: &titles, starterTitles.person, query)
    let acceptsInexactMatch = titles.count < Self.fewTitles
    let ids = Set((titles.head + (titles.person?.titles ?? [])).map(\.facts.id))
    let newTitles = try starterTitles.head.filter {
      try !ids.contains($0.facts.id) && isResult($0, acceptsInexactMatch: acceptsInexactMatch)
    }
    titles.insert(newTitles, query)
  }

  /// Returns whether the imported catalog lacks a film of the starter catalog.
  func isMissing(_ film: Film) throws -> Bool {
    try film.id.imdbNumber.map { try missingIDs().contains($0) } ?? true
  }

  /// Adds the titles of the same person in the starter catalog that the imported catalog lacks.
  ///
  /// If the imported catalog has no people, all titles of the person in the starter catalog are added.
  private func addPersonTitles(
    to titles: inout RankedTitles, _ starterPerson: RankedTitles.PersonTitles?, _ query: SearchQuery
  ) throws {
    guard let starterPerson else { return }
    guard let person = titles.person else {
      guard try !reader.hasPeople() else { return }
      let ids = Set(starterPerson.titles.map(\.facts.id))
      titles.head.removeAll { ids.contains($0.facts.id) }
      titles.person = starterPerson
      return
    }
    guard person.name == starterPerson.name else { return }
    let missingIDs = try missingIDs()
    titles.person?.titles += starterPerson.titles.filter { missingIDs.contains($0.facts.id) }
    titles.person?.titles.sort(query)
  }

  /// Returns the titles that the starter catalog finds.
  ///
  /// Returns `nil` if the imported catalog finds at least ``fewTitles`` titles and contains all films of
  /// the starter catalog.
  private func starterTitles(
    _ query: SearchQuery, supplementing titles: RankedTitles
  ) async throws -> RankedTitles? {
    guard try titles.count < Self.fewTitles || !missingIDs().isEmpty else { return nil }
    return try await starter.rankedTitles(query, fuzzy: titles.count == 0, excluding: nil)
  }

  /// Returns whether a title that the starter catalog found is a result of the imported catalog.
  ///
  /// A film that the imported catalog lacks is a result. Other films are results with two exceptions: if
  /// the years of the two films differ, because they may be different films, and if the match is inexact
  /// and inexact matches are not accepted.
  private func isResult(_ title: ScoredTitle, acceptsInexactMatch: Bool) throws -> Bool {
    let id = title.facts.id
    if try missingIDs().contains(id) { return true }
    guard acceptsInexactMatch || title.exactness != .none else { return false }
    return try reader.films([id], withPeople: false)[id]?.year
      == starter.titles([id])[id]?.film.year
  }

  /// Returns the ids of the starter catalog's films that the imported catalog lacks.
  private func missingIDs() throws -> Set<UInt32> {
    if let missing = cachedMissingIDs.withLock({ $0 }) { return missing }
    let ids = try starter.ids()
    let missing = Set(ids).subtracting(try reader.existingIDs(in: ids))
    cachedMissingIDs.withLock { $0 = missing }
    return missing
  }
}
