package import FilmzDomain
import FilmzServices
import FilmzStore

/// Checks that the genres and people of a filter exist in the local data.
package struct FilterCheck: Sendable {
  private let sources: FilmSources
  private let database: CollectionDatabase

  init(sources: FilmSources, database: CollectionDatabase) {
    self.sources = sources
    self.database = database
  }

  /// Checks that each genre is one of IMDb's, or that a film in the film cache or the catalog has
  /// it.
  ///
  /// - Throws: ``DomainError/unknownGenre(_:near:)``.
  package func requireKnownGenres(_ filter: FilmFilter) async throws {
    let otherGenres = filter.genres.joined().filter { !Genre.all.contains($0) }
    guard !otherGenres.isEmpty else { return }
    let knownGenres =
      try await database.openForReading().collection.cachedGenres()
      + sources.withCatalog { try await $0.genres() }.value
    let knownKeys = Set(knownGenres.map { $0.lowercased() })
    guard let unknownGenre = otherGenres.first(where: { !knownKeys.contains($0.lowercased()) })
    else { return }
    throw DomainError.unknownGenre(
      unknownGenre, near: Genre.nearest(to: unknownGenre, others: knownGenres))
  }

  /// Returns groups of genres with those that are not genres of IMDb in the spelling of the films that have
  /// them, which may differ in accents, blanks, and dashes.
  ///
  /// - Throws: ``DomainError/unknownGenre(_:near:)``.
  func knownSpellings(of genres: [[String]]) async throws -> [[String]] {
    guard genres.joined().contains(where: { !Genre.all.contains($0) }) else { return genres }
    let known =
      try await database.openForReading().collection.cachedGenres()
      + sources.withCatalog { try await $0.genres() }.value
    let spellings = Dictionary(known.map { (CollectionName.folded($0), $0) }) { first, _ in first }
    let spelled = genres.map { $0.map { spellings[CollectionName.folded($0)] ?? $0 } }
    var filter = FilmFilter()
    filter.genres = spelled
    try await requireKnownGenres(filter)
    return spelled
  }

  /// Checks that each person is in the catalog or the film cache.
  ///
  /// Call this only if no films were found: if films were found, the people exist. If the catalog
  /// cannot look up names, for example because it was imported without people, all names are
  /// accepted.
  ///
  /// - Throws: ``DomainError/unknownPerson(_:near:)``.
  package func requireKnownPeople(_ filter: FilmFilter) async throws {
    for name in filter.directors + filter.actors + filter.people {
      guard
        let names = try await sources.withCatalog({
          try await $0.people(named: name, limit: 1)
        }).value
      else { return }
      guard names.isEmpty else { continue }
      let collection = try await database.openForReading().collection
      if try await collection.hasCachedPerson(name) { continue }
      let similarNames =
        try await collection.people(near: name)
        + sources.withCatalog { try await $0.people(near: name) }.value
      throw DomainError.unknownPerson(
        name, near: SpellingDistance.names(near: name, among: Set(similarNames)))
    }
  }
}
