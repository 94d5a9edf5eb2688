package import FilmzDomain
import FilmzServices
import FilmzStore
package import Foundation

/// Lists, saves, and removes smart collections, and returns their films.
package struct SmartCollectionViewModel: ViewModel {
  let viewModels: ViewModels

  // MARK: - Films

  /// Returns the filter of the collection with a name.
  ///
  /// - Throws: ``DomainError/unknownCollection(_:near:)``, ``DomainError/unknownGenre(_:near:)``.
  package func filter(of name: CollectionName) async throws -> FilmFilter {
    if var filter = name.builtInFilter {
      filter.genres = try await filterCheck.knownSpellings(of: filter.genres)
      return filter
    }
    let saved = try await database.openForReading().collection.savedCollections()
    if let collection = saved.first(where: { $0.name == name }) { return collection.filter }
    throw DomainError.unknownCollection(name.text, near: Self.names(near: name, saved: saved))
  }

  private static func names(near name: CollectionName, saved: [SavedCollection]) -> [String] {
    if let colon = name.text.firstIndex(of: ":") {
      let family = SpellingDistance.nearest(
        to: String(name.text[..<colon].dropFirst()), among: CollectionFamily.allCases.map(\.rawValue))
      return family.map { ["@" + $0 + name.text[colon...]] }?.filter { $0 != name.text } ?? []
    }
    return nearest(to: name, among: BuiltInCollection.allCases.map(\.name) + saved.map(\.name))
  }

  /// Returns the name with the most similar spelling, or no name if none is similar.
  private static func nearest(to name: CollectionName, among names: [CollectionName]) -> [String] {
    let texts = Dictionary(names.map { ($0.key, $0.text) }) { first, _ in first }
    let near = SpellingDistance.nearest(to: name.key, among: texts.keys.sorted())
    return near.flatMap { texts[$0] }.map { [$0] } ?? []
  }

  /// Returns the films of a collection in the order in which `ls` lists them.
  ///
  /// - Throws: ``ViewModelError/emptyCollection(_:)``, and the errors of ``filter(of:)``.
  package func films(of name: CollectionName, at now: Date) async throws -> [FilmID] {
    let filter = try await filter(of: name)
    try await services.lookup.refillCache()
    let query = CollectionQuery(filter, order: filter.defaultOrder, now: now)
    let films = try await database.openForReading().collection.ids(matching: query)
    guard films.isEmpty else { return films }
    try await filterCheck.requireKnownPeople(filter)
    throw ViewModelError.emptyCollection(name.text)
  }

  // MARK: - Collections

  /// Returns the collections that have films, and all saved ones, sorted by descending number of films, then by name.
  ///
  /// If `includesAllGenres` is `false`, of the genres only the ten with the most films are returned.
  package func list(includesAllGenres: Bool, at now: Date) async throws -> [SmartCollection] {
    try await services.lookup.refillCache()
    let all = try await database.openForReading().collection.smartCollections(at: now)
      .sorted { ($1.filmCount, $0.name.key) < ($0.filmCount, $1.name.key) }
    guard !includesAllGenres else { return all }
    let genres = Set(all.map(\.name).filter { $0.family == .genre }.prefix(SmartCollection.maximumGenres))
    return all.filter { $0.name.family != .genre || genres.contains($0.name) }
  }

  /// Returns the number of films of a collection.
  package func filmCount(_ collection: SavedCollection, at now: Date) async throws -> Int {
    try await services.lookup.refillCache()
    return try await database.openForReading().collection.count(CollectionQuery(collection.filter, now: now))
  }

  /// Saves a filter under a name, and returns the text of the filter that is replaced; `nil` if there was no
  /// collection of this name.
  ///
  /// - Throws: ``ViewModelError/filterCannotBeSaved``, ``DomainError/textTooLong(_:size:limit:)``, or a
  ///   ``StoreError``, also if the filter names an unknown list.
  package func save(_ collection: SavedCollection, in context: CommandContext) async throws -> String? {
    let size = collection.filter.text.utf8.count
    guard size <= TextLimit.filterSize else {
      throw DomainError.textTooLong("filter", size: size, limit: TextLimit.filterSize)
    }
    let canBeParsed = (try? FilmFilter(text: collection.filter.text)) == collection.filter
    guard !collection.filter.isSkipped, canBeParsed else { throw ViewModelError.filterCannotBeSaved }
    if try await filmCount(collection, at: context.now) == 0 {
      try await filterCheck.requireKnownPeople(collection.filter)
    }
    return try await apply(in: context) { transaction in
      for list in collection.filter.lists { _ = try transaction.list(named: list) }
      return try transaction.save(collection)
    }
  }

  /// Removes a saved collection, and returns it with the number of its films.
  ///
  /// - Throws: ``DomainError/unknownCollection(_:near:)``.
  package func remove(_ name: CollectionName, in context: CommandContext) async throws -> SmartCollection {
    let saved = try await list(includesAllGenres: false, at: context.now).filter(\.isSaved)
    guard let text = try await apply(in: context, { try $0.deleteSavedCollection(name) }) else {
      throw DomainError.unknownCollection(name.text, near: Self.nearest(to: name, among: saved.map(\.name)))
    }
    // The list lacks a collection whose filter this version of the program cannot parse.
    return saved.first { $0.name == name } ?? SmartCollection(name: name, title: text, filmCount: 0, isSaved: true)
  }
}

/// Checks that the genres and people of a filter exist in the local data.
package struct FilterCheck: ViewModel {
  let viewModels: ViewModels

  /// Checks that each genre is one of IMDb's, or that a film in the film cache or the catalog has
  /// it.
  ///
  /// - Throws: ``DomainError/unknownGenre(_:near:)``.
  package func requireKnownGenres(_ filter: FilmFilter) async throws {
    let otherGenres = filter.genres.joined().filter { !Genre.all.contains($0) }
    guard !otherGenres.isEmpty else { return }
    let knownGenres = try await knownGenres()
    let knownKeys = Set(knownGenres.map { $0.lowercased() })
    guard let unknownGenre = otherGenres.first(where: { !knownKeys.contains($0.lowercased()) }) else { return }
    throw DomainError.unknownGenre(unknownGenre, near: Genre.nearest(to: unknownGenre, others: knownGenres))
  }

  /// Returns the genres of the film cache and of the catalog.
  private func knownGenres() async throws -> [String] {
    try await database.openForReading().collection.cachedGenres()
      + services.sources.withCatalog { try await $0.genres() }.value
  }

  /// Returns groups of genres in the spelling that known films have, which may differ in accents, blanks, and dashes.
  ///
  /// - Throws: ``DomainError/unknownGenre(_:near:)``.
  func knownSpellings(of genres: [[String]]) async throws -> [[String]] {
    guard genres.joined().contains(where: { !Genre.all.contains($0) }) else { return genres }
    let spellings = Dictionary(try await knownGenres().map { (CollectionName.folded($0), $0) }) { first, _ in first }
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
      guard let names = try await services.sources.withCatalog({ try await $0.people(named: name, limit: 1) }).value
      else { return }
      guard names.isEmpty else { continue }
      let collection = try await database.openForReading().collection
      if try await collection.hasCachedPerson(name) { continue }
      let similarNames =
        try await collection.people(near: name) + services.sources.withCatalog { try await $0.people(near: name) }.value
      throw DomainError.unknownPerson(name, near: SpellingDistance.names(near: name, among: Set(similarNames)))
    }
  }
}
