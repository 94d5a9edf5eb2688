package import FilmzDomain
import FilmzServices
import FilmzStore

/// Tells whether the genres and people of a filter are known on this machine.
package struct FilterCheck: Sendable {
  private let sources: FilmSources
  private let database: CollectionDatabase

  init(sources: FilmSources, database: CollectionDatabase) {
    self.sources = sources
    self.database = database
  }

  /// Checks that each genre is one of IMDb's or of a film that is known here.
  ///
  /// - Throws: ``DomainError/unknownGenre(_:near:)``.
  package func requireKnownGenres(_ filter: FilmFilter) async throws {
    let genres = filter.genres.joined().filter { !Genre.all.contains($0) }
    guard !genres.isEmpty else { return }
    let known =
      try await database.openForReading().collection.knownGenres()
      + sources.askCatalog { try await $0.genres() }.value
    let keys = Set(known.map { $0.lowercased() })
    guard let unknown = genres.first(where: { !keys.contains($0.lowercased()) }) else { return }
    throw DomainError.unknownGenre(unknown, near: Genre.near(unknown, others: known))
  }

  /// Checks that a catalog or a film that is known here names each person; to be called if nothing was
  /// found, because people of films that were found are known.
  ///
  /// Anybody may be known if the catalog was imported without people.
  ///
  /// - Throws: ``DomainError/unknownPerson(_:near:)``.
  package func requireKnownPeople(_ filter: FilmFilter) async throws {
    for name in filter.directors + filter.actors + filter.people {
      guard
        let names = try await sources.askCatalog({
          try await $0.people(named: name, limit: 1)
        }).value
      else { return }
      guard names.isEmpty else { continue }
      let collection = try await database.openForReading().collection
      if try await collection.knowsPerson(name) { continue }
      let near =
        try await collection.people(near: name)
        + sources.askCatalog { try await $0.people(near: name) }.value
      throw DomainError.unknownPerson(
        name, near: SpellingDistance.names(near: name, among: Set(near)))
    }
  }
}
