package import FilmzDomain

/// Searches the sources in order of preference, and loads further pages of results.
package actor FilmSearch {
  /// The number of requests per day that are never used for prefetching.
  private static let reservedRequests = 200

  let sources: FilmSources
  let pages: PageCache
  let lookup: FilmLookup
  /// The most recent prefetch, possibly finished or cancelled.
  private(set) var prefetchTask: Task<Void, Never>?

  init(sources: FilmSources, pages: PageCache, lookup: FilmLookup) {
    (self.sources, self.pages, self.lookup) = (sources, pages, lookup)
  }

  // MARK: - Searching

  /// Searches the sources one after another, and returns the first page of the first source that
  /// finds films.
  ///
  /// If the last source finds no films and no earlier source was unavailable, returns the empty page
  /// of the last source.
  ///
  /// - Throws: A ``ServiceError`` if the chosen service cannot be searched. If no source finds
  ///   films: the error of the last source or, if that did not fail, of an earlier source that was
  ///   unavailable.
  package func search(
    _ query: SearchQuery, from choice: SourceChoice, in context: CommandContext
  ) async throws -> SourceResult<FirstPage> {
    prefetchTask?.cancel()
    let catalog = try await sources.catalog()
    let searchedSources = try await sourcesToSearch(choice, for: query, catalog: catalog.value, context)
    if choice == .auto, searchedSources.first is any NetworkSource,
      let result = try await pageOfPerson(query, catalog.value, context)
    {
      return result.after(catalog)
    }
    var result = try await firstPage(of: query, from: searchedSources, context)
    if choice == .auto, searchedSources.count == 1, catalog.value.origin == sources.builtIn.origin {
      result = result.after(await warningForUnsupportedQuery(query, catalog.value, context))
    }
    return searchedSources.contains { $0 is any FilmCatalog } ? result.after(catalog) : result
  }

  /// Returns the first page of the local catalog if its first results are the films of a person whose name
  /// is the text; otherwise, returns `nil`.
  ///
  /// Also returns `nil` if the name is one word, because such a name is often also a title, which only a service may
  /// have.
  private func pageOfPerson(
    _ query: SearchQuery, _ catalog: any FilmCatalog, _ context: CommandContext
  ) async throws -> SourceResult<FirstPage>? {
    guard query.mayBeName, try await catalog.people(named: query.text, limit: 1)?.isEmpty == false else { return nil }
    var result = try await loadFirstPage(of: query, from: catalog, context)
    guard result.value.page.person?.name.contains(" ") == true else { return nil }
    result.value.page.person?.answeringCatalog = catalog.nameWithDate
    return result
  }

  /// Returns a warning if a configured service was not searched because it does not support the
  /// query; the built-in catalog was searched instead.
  private func warningForUnsupportedQuery(
    _ query: SearchQuery, _ catalog: any FilmCatalog, _ context: CommandContext
  ) async -> [Warning] {
    guard !context.isOffline, query.isSearchable, !query.isShort,
      let error = await sources.configuredServices().lazy.compactMap({ $0.unsupportedQueryError(for: query) }).first
    else { return [] }
    return [.problem(error.message, consequence: "these results are from \(catalog.nameWithDate)")]
  }

  /// Returns the sources to search, in order of preference.
  ///
  /// For the choice `auto`, an imported catalog precedes the services, and the services precede the
  /// built-in catalog. Services are omitted if they do not support the query or if its text is too
  /// short for them. If the command runs offline, only the stored pages of services are searched,
  /// and services are omitted if there is an imported catalog.
  private func sourcesToSearch(
    _ choice: SourceChoice, for query: SearchQuery, catalog: any FilmCatalog, _ context: CommandContext
  ) async throws -> [any FilmSource] {
    guard case .source(let origin) = choice else {
      let services = query.isShort ? [] : await services(for: query)
      guard catalog.origin != sources.builtIn.origin else { return services + [catalog] }
      return [catalog] + (context.isOffline ? [] : services)
    }
    if origin == .own { return [try await sources.ownRecords()].compactMap(\.self) }
    let source = sources.source(origin) ?? catalog
    guard let service = source as? any NetworkSource else { return [source] }
    return [try await chosenSource(service, for: query, catalog: catalog, context)]
  }

  /// Returns the configured services that support a query.
  private func services(for query: SearchQuery) async -> [any FilmSource] {
    await sources.configuredServices().filter { $0.unsupportedQueryError(for: query) == nil }
  }

  /// Returns the service that the user chose, or the catalog.
  ///
  /// Returns the catalog if the text is too short for a service. Also returns it if there is no
  /// filter and the text contains neither letters nor digits.
  ///
  /// - Throws: A ``ServiceError`` if the service does not support the query or is not configured.
  private func chosenSource(
    _ service: any NetworkSource, for query: SearchQuery, catalog: any FilmCatalog, _ context: CommandContext
  ) async throws -> any FilmSource {
    guard query.isSearchable || !query.filter.isEmpty else { return catalog }
    if let error = service.unsupportedQueryError(for: query) { throw error }
    guard await service.isConfigured else { throw ServiceError(service.service, context.isOffline ? .offline : .noKey) }
    return query.isShort ? catalog : service
  }

  /// Searches one source after another until one finds films.
  ///
  /// Adds warnings about the sources that were searched before the source that finds films. If none does, adds such
  /// warnings only if a source failed.
  private func firstPage(
    of query: SearchQuery, from searchedSources: [any FilmSource], _ context: CommandContext
  ) async throws -> SourceResult<FirstPage> {
    var warnings: [Warning] = []
    var failure: (any UserFacingError)?
    var hasFailed = false
    for (index, source) in searchedSources.enumerated() {
      let next = index + 1 < searchedSources.count ? searchedSources[index + 1] : nil
      do {
        let result = try await firstPage(of: query, from: source, context)
        if result.value.page.total > 0 { return result.after(warnings, isFallback: failure != nil) }
        guard let next else {
          if let failure { throw failure }
          return result.after(hasFailed ? warnings : [])
        }
        let text = "\(source.name) found nothing; these results are from \(next.nameWithDate)"
        warnings += result.warnings + [.problem(text)]
      } catch let error as ServiceError where error.cause == .offline && next != nil {
        continue
      } catch let error as any UserFacingError {
        guard let next else { throw error }
        hasFailed = true
        if error.exitCategory == .unavailable { failure = error }
        warnings.append(Warning(error, consequence: "these results are from \(next.nameWithDate)"))
      }
    }
    if let failure { throw failure }
    return SourceResult(value: .empty(query))
  }

  /// Searches one source for the text as typed.
  ///
  /// If nothing is found and the last word is a year, searches the source for films of that year
  /// with the rest of the text. If the year is in brackets, a service is asked for these films only.
  private func firstPage(
    of query: SearchQuery, from source: any FilmSource, _ context: CommandContext
  ) async throws -> SourceResult<FirstPage> {
    if source is any NetworkSource, query.endsWithYearInBrackets, let query = query.readingLastWordAsYear,
      !query.isShort
    {
      return try await loadFirstPage(of: query, from: source, context)
    }
    let result = try await loadFirstPage(of: query, from: source, context)
    guard result.value.page.total == 0, let queryWithYear = query.readingLastWordAsYear,
      !(source is any NetworkSource) || !queryWithYear.isShort
    else { return result }
    let resultWithYear = try await loadFirstPage(of: queryWithYear, from: source, context)
    return resultWithYear.value.page.total > 0 ? resultWithYear : result
  }

  /// Loads the first page of a query from a source; for a service, uses a fresh copy of the page if
  /// there is one.
  private func loadFirstPage(
    of query: SearchQuery, from source: any FilmSource, _ context: CommandContext
  ) async throws -> SourceResult<FirstPage> {
    if let source = source as? any NetworkSource {
      return try await cachedPage(1, of: query, from: source, context).map { FirstPage(query, source, $0) }
    }
    guard source.origin == sources.builtIn.origin || source.origin == .catalog else {
      // This is a registered source that is neither a service nor one of the local catalogs.
      let page = try await source.search(query, page: 1)
      let revision = (source as? any FilmCatalog)?.revision
      return SourceResult(value: FirstPage(query, source, page, revision: revision))
    }
    return try await sources.withCatalog { catalog in
      FirstPage(query, catalog, try await catalog.search(query, page: 1), revision: catalog.revision)
    }
  }

  // MARK: - Further pages

  /// Returns a further page of a search from the source of its first page.
  ///
  /// If the catalog has been replaced by another revision since the first page, returns an empty
  /// page with a warning, because the results may be in a different order.
  package func page(
    _ page: Int, of query: SearchQuery, from origin: Film.Origin, revision: String? = nil, in context: CommandContext
  ) async throws -> SourceResult<SearchPage> {
    switch sources.source(origin) {
    case let source as any NetworkSource:
      guard await source.isConfigured else { throw ServiceError(source.service, .noKey) }
      do {
        return try await cachedPage(page, of: query, from: source, context)
      } catch let cancellation as CancellationError {
        // A prefetch may be waiting for the same page; the next command must not wait for that
        // prefetch.
        prefetchTask?.cancel()
        throw cancellation
      }
    case nil where origin == .own:
      let own = try await sources.ownRecords()
      return SourceResult(value: try await own?.search(query, page: page) ?? .empty)
    case let source?: return SourceResult(value: try await source.search(query, page: page))
    case nil: return try await catalogPage(page, of: query, from: origin, revision: revision)
    }
  }

  /// Fetches a page of a service in the background.
  ///
  /// Does nothing if the command runs offline, or if the service has a daily limit and at most
  /// ``reservedRequests`` requests remain today. Does nothing for other sources.
  package func prefetch(
    _ page: Int, of query: SearchQuery, from origin: Film.Origin, in context: CommandContext
  ) async {
    guard !context.isOffline, let source = sources.source(origin) as? any NetworkSource,
      await source.isAvailable(reserving: Self.reservedRequests)
    else { return }
    prefetchTask?.cancel()
    prefetchTask = Task {
      // An error is ignored: the command that needs the page requests it again and reports the
      // error.
      _ = try? await self.page(page, of: query, from: origin, in: context)
    }
  }

  /// Returns a further page from the local catalog.
  ///
  /// Returns an empty page if the catalog has been replaced: with a warning if another revision was
  /// imported, and without one if the imported catalog was added or removed.
  private func catalogPage(
    _ page: Int, of query: SearchQuery, from origin: Film.Origin, revision: String?
  ) async throws -> SourceResult<SearchPage> {
    let omitsOwnRecords = origin == .catalogWithoutOwnRecords
    let result = try await sources.withCatalog(omitsOwnRecords: omitsOwnRecords) { catalog -> SearchPage? in
      guard omitsOwnRecords || catalog.origin == origin else { return .empty }
      guard revision == nil || revision == catalog.revision else { return nil }
      return try await catalog.search(query, page: page)
    }
    let warning = Warning.problem("the catalog was replaced; search again")
    return result.value == nil ? result.map { _ in .empty }.after([warning]) : result.map { $0 ?? .empty }
  }

  /// Returns a page of a service.
  ///
  /// A query for several years is composed of searches for a single year or for any year, which services support.
  private func cachedPage(
    _ page: Int, of query: SearchQuery, from source: any NetworkSource, _ context: CommandContext
  ) async throws -> SourceResult<SearchPage> {
    let search = YearRangeSearch(query, pageSize: source.pageSize) {
      try await self.cachedPage($1, of: $0, from: source, context)
    }
    if let search { return try await search.page(page) }
    let key = await Self.key(of: query, page: page, at: source)
    return try await pages.page(key, of: source.service, in: context) { try await source.search(query, page: page) }
  }

  /// Returns the cache key of a page; texts that differ only in case have the same key, because
  /// services ignore case.
  private static func key(of query: SearchQuery, page: Int, at source: any NetworkSource) async -> String {
    let isExact = source.canSearchWholeWords && query.isExact && !query.text.hasSuffix("*")
    let start = "\(await source.pageKeyPrefix) \(isExact ? "exact" : "wide") \(page)"
    let order = query.order.map { " \($0.text)" } ?? ""
    return "\(start) \(query.plainText.lowercased()) \(query.filter.text)\(order)"
  }
}

/// The first page of a search, with the source that it comes from.
package struct FirstPage: Sendable {
  /// The query that was sent to the source; a year at the end of the text may have become a filter.
  package let query: SearchQuery
  package let origin: Film.Origin
  /// The number of films on one page of the source; `nil` if one page contains all films.
  package let pageSize: Int?
  package var page: SearchPage
  /// The revision of the catalog; `nil` for other sources.
  package let revision: String?
}

extension FirstPage {
  /// Returns the page of a query that no source was searched for.
  package static func empty(_ query: SearchQuery) -> FirstPage {
    FirstPage(query: query, origin: .own, pageSize: nil, page: .empty, revision: nil)
  }

  init(_ query: SearchQuery, _ source: any FilmSource, _ page: SearchPage, revision: String? = nil) {
    self.init(query: query, origin: source.origin, pageSize: source.pageSize, page: page, revision: revision)
  }
}

extension FilmSearch {
  /// Returns the first films with own records that match a query; none if they cannot be read.
  package func filmsWithOwnRecords(_ query: SearchQuery) async -> SearchPage {
    (try? await sources.ownRecords()?.search(query, page: 1)) ?? .empty
  }

  /// Returns a warning if the first page is from a service, and leaves out films with own records that match the query.
  ///
  /// `listed` has the films that were listed before this page. Films in `listed` and films that the kids filter hides
  /// do not count.
  ///
  /// Errors are ignored: the results of the service are complete without own records.
  package func warningForUnlistedRecords(_ first: FirstPage, listed: Set<FilmID>) async -> [Warning] {
    guard sources.source(first.origin) is any NetworkSource, case let page = await filmsWithOwnRecords(first.query),
      let shownFilms = try? await lookup.shownFilms(among: page.films)
    else { return [] }
    let listed = listed.union(first.page.films.map(\.id))
    let isUnlisted = shownFilms.contains { film in
      if listed.contains(film.id) { return false }
      if case .spelling = page.matches?[film.id] { return false }
      return true
    }
    return isUnlisted ? [.unlistedRecords(query: first.query.text)] : []
  }
}

extension SourceResult {
  /// Returns the result with the warnings about sources that were searched earlier in front of its own warnings.
  fileprivate func after(_ warnings: [Warning], isFallback: Bool = false) -> SourceResult {
    after(SourceResult<Void>(value: (), warnings: warnings, isFallback: isFallback))
  }
}
