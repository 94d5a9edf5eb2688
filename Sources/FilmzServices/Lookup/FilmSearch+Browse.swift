package import FilmzDomain

// Films of local catalogs and own records, without a search text.
extension FilmSearch {
  /// Returns the first page of the films of the local catalog that match a query, of those with own records, or
  /// of all these films.
  ///
  /// - Throws: A ``UserFacingError`` if the source cannot be searched.
  package func browse(
    _ query: SearchQuery, from source: LocalSource, in context: CommandContext
  ) async throws -> SourceResult<FirstPage> {
    switch source {
    case .all: try await search(query, from: .catalog, in: context)
    case .own: try await search(query, from: .source(.own), in: context)
    case .catalog:
      try await sources.withCatalog(isAlone: true) { catalog in
        FirstPage(
          query: query, origin: .catalogAlone, pageSize: catalog.pageSize,
          page: try await catalog.search(query, page: 1), revision: catalog.revision)
      }
    }
  }

  /// Returns the films that match a query among those whose certifications, countries, and languages are known
  /// without the network: films with own and imported records, films in the film cache, and films of the
  /// built-in catalog.
  package func filmsWithKnownDetails(
    _ query: SearchQuery, from source: LocalSource
  ) async throws -> [Film] {
    var ids = Set(try await lookup.recordIDs())
    if source != .own { ids.formUnion(try await knownIDs(query)) }
    if source == .catalog { ids = ids.filter { !$0.isOwn } }
    let films = await lookup.localFilms(Array(ids)).values.filter {
      source != .catalog || $0.origin != .mflix
    }
    let filmsByID = Dictionary(films.map { ($0.id, $0) }) { first, _ in first }
    return FilmSelection(Array(filmsByID.values))
      .films(matching: query.filter, in: query.order ?? .newestFirst)
  }

  /// Returns the ids of films in the film cache, with imported records, and in the built-in catalog that may match
  /// a query.
  ///
  /// The built-in catalog has no certifications.
  private func knownIDs(_ query: SearchQuery) async throws -> [FilmID] {
    let cachedIDs = try await lookup.cachedIDs(withDetailsOf: query.filter)
    guard query.filter.certifications.isEmpty else { return cachedIDs }
    var builtInQuery = query
    builtInQuery.filter = FilmFilter()
    builtInQuery.filter.years = query.filter.years ?? 0...9999
    return try await cachedIDs + sources.builtIn.search(builtInQuery, page: 1).films.map(\.id)
  }
}
