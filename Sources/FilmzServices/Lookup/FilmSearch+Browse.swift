package import FilmzDomain
import FilmzStore

// Films of local catalogs and own records, without a search text.
extension FilmSearch {
  /// Returns the first page of the films that match a query: of the films of the local catalog, of those with own
  /// records, or of both, depending on `source`.
  ///
  /// - Throws: A ``UserFacingError`` if the source cannot be searched.
  package func browse(
    _ query: SearchQuery, from source: LocalSource, in context: CommandContext
  ) async throws -> SourceResult<FirstPage> {
    switch source {
    case .all: try await search(query, from: .catalog, in: context)
    case .own: try await search(query, from: .source(.own), in: context)
    case .catalog:
      try await sources.withCatalog(omitsOwnRecords: true) { catalog in
        FirstPage(
          query: query, origin: .catalogWithoutOwnRecords, pageSize: catalog.pageSize,
          page: try await catalog.search(query, page: 1), revision: catalog.revision)
      }
    }
  }

  /// Returns the films that match a query among those whose certifications, countries, and languages are known
  /// without the network.
  ///
  /// These are films with own and imported records, films in the film cache, and films of the built-in catalog.
  package func filmsWithKnownDetails(_ query: SearchQuery, from source: LocalSource) async throws -> [Film] {
    var ids = Set(try await lookup.recordIDs())
    if source != .own { ids.formUnion(try await knownIDs(query)) }
    if source == .catalog { ids = ids.filter { !$0.isOwn } }
    ids.subtract(query.excludedFilms)
    let films = await lookup.localFilms(Array(ids)).values.filter { source != .catalog || $0.origin != .mflix }
    let filmsByID = Dictionary(films.map { ($0.id, $0) }) { first, _ in first }
    return Array(filmsByID.values).matching(query.filter, in: query.order ?? .newestFirst)
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

// Films with a title at services.
extension FilmSearch {
  /// Returns the films with a title and, if given, a year, from the first service that has any.
  ///
  /// Returns no films if the command runs offline or no service is configured.
  ///
  /// - Throws: The error of the first service that failed, if no service has films.
  package func films(titled title: String, year: Int?, in context: CommandContext) async throws -> [Film] {
    guard !context.isOffline else { return [] }
    let words = title.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var failure: (any UserFacingError)?
    for source in await sources.configuredServices() {
      let key = "\(await source.pageKeyPrefix) title \(year.map(String.init) ?? "") \(words)"
      do {
        let page = try await pages.page(key, of: source.service, in: context) {
          let films = try await source.films(titled: title, year: year)
          return SearchPage(films: films, total: films.count)
        }
        let matchingFilms = page.value.films.filter { year == nil || $0.year == year }
        if !matchingFilms.isEmpty { return matchingFilms }
      } catch let error as any UserFacingError { failure = failure ?? error }
    }
    if let failure { throw failure }
    return []
  }

  /// Returns films that may have a title and were released in about a year, with at most one request to the
  /// first service that is configured.
  ///
  /// TMDB needs two requests for titles of a year, one for films and one for series, so it is asked for titles
  /// of all years.
  ///
  /// - Throws: The error of the service.
  package func candidates(titled title: String, year: Int, in context: CommandContext) async throws -> [Film] {
    guard !context.isOffline, let source = await sources.configuredServices().first else { return [] }
    let films = try await source.films(titled: title, year: source.origin == .tmdb ? nil : year)
    await pages.storeMissing(Self.keyOfCandidates(source, title, year))
    return films.filter { film in film.year.map { abs($0 - year) <= 2 } ?? false }
  }
}

// Requests for titles in the background.
extension FilmSearch {
  /// The maximum number of requests in the background per day to a service with a daily limit.
  ///
  /// It is also the number of requests that are reserved for commands: if no more than that remain today, none is sent
  /// in the background.
  ///
  /// Source: contract, Identification.
  package static let backgroundRequests = 300

  private static func keyOfCandidates(_ source: any NetworkSource, _ title: String, _ year: Int) -> String {
    "\(source.origin.rawValue) candidates \(year) \(title)"
  }

  /// Returns whether the service of ``candidates(titled:year:in:)`` was asked for a title and year during the last day.
  package func wasAskedForCandidates(titled title: String, year: Int) async -> Bool {
    guard let source = await sources.configuredServices().first else { return false }
    return await pages.isKnownMissing(Self.keyOfCandidates(source, title, year))
  }

  /// Returns whether ``candidates(titled:year:in:)`` may be called in the background, and counts the request.
  package func mayAskInBackground(in context: CommandContext) async -> Bool {
    guard !context.isOffline, let source = await sources.configuredServices().first,
      await source.isAvailable(reserving: Self.backgroundRequests), let account = await source.account()
    else { return false }
    guard source.service.dailyLimit != nil else { return true }
    return await source.client.countInBackground(for: account, limit: Self.backgroundRequests)
  }
}

// Films that match the conditions of a filter on facts; the conditions have the same meaning as in the collection.
extension [Film] {
  /// Returns the films that match the conditions on facts; films that are equal in the order are sorted by title, then
  /// by id.
  fileprivate func matching(_ filter: FilmFilter, in order: FilmOrder) -> [Film] {
    let matches = matching(filter).map { (film: $0, title: TextFolding.key($0.title)) }
    let sorted = matches.sorted { left, right in
      if order.precedes(left.film, right.film) { return true }
      if order.precedes(right.film, left.film) { return false }
      return (left.title, left.film.id) < (right.title, right.film.id)
    }
    return sorted.map(\.film)
  }

  /// Returns the films that match the conditions on facts, in the order of the array.
  package func matching(_ filter: FilmFilter) -> [Film] {
    let conditions = filter.factConditions
    var matches = self.filter { film in conditions.allSatisfy { $0(film) } }
    matches = Self.films(matches, with: filter.directors) { $0.directors }
    matches = Self.films(matches, with: filter.actors) { $0.actors }
    return Self.films(matches, with: filter.people) { $0.directors + $0.writers + $0.actors }
  }

  /// Returns the films that have, for each of the names, a person with this name.
  ///
  /// A word of a name may be the beginning of a word only if no film has a person with the whole words of the name.
  private static func films(_ films: [Film], with names: [String], in people: (Film) -> [String]) -> [Film] {
    names.reduce(films) { remaining, name in
      let person = PersonName(name)
      func matches(wholeWords: Bool) -> [Film] {
        remaining.filter { film in person.matchesAny(of: people(film).joined(separator: "\n"), wholeWords: wholeWords) }
      }
      let exactMatches = matches(wholeWords: true)
      return exactMatches.isEmpty ? matches(wholeWords: false) : exactMatches
    }
  }
}
