package import FilmzDomain

/// A search that found its source, and its first page.
package struct FoundPage: Sendable {
  /// The search as the source was asked; its last word may have become a year.
  package let query: SearchQuery
  package let origin: Film.Origin
  /// Films on one page of the source; `nil` if one page holds all.
  package let pageSize: Int?
  package let page: SearchPage
  /// The revision of a catalog; `nil` for other sources.
  package let revision: String?
}

/// Searches the sources in their order, and pages through what was found.
package actor FilmSearch {
  /// Requests of the day that no page is fetched ahead with.
  private static let spared = 200

  private let sources: FilmSources
  private let pages: PageCache
  private(set) var prefetching: Task<Void, Never>?

  init(sources: FilmSources, pages: PageCache) {
    self.sources = sources
    self.pages = pages
  }

  // MARK: - Searching

  /// Finds the source for a new search and gets the first page from it.
  ///
  /// - Throws: The failure of the source that was asked, if no other one has an answer.
  package func search(
    _ query: SearchQuery, from choice: SourceChoice, in context: CommandContext
  ) async throws -> SourceResult<FoundPage> {
    prefetching?.cancel()
    let local = try await sources.catalog()
    let chosen = try await chosen(choice, for: query, local: local.value, context)
    var found = try await firstPage(of: query, from: chosen, context)
    if choice == .auto, chosen.count == 1, local.value.origin == sources.builtIn.origin {
      found = found.after(await unasked(query, local.value, context))
    }
    return chosen.contains { $0 is any FilmCatalog } ? found.after(local) : found
  }

  /// Warns if the built-in catalog answered alone because no service can be asked such a query.
  private func unasked(
    _ query: SearchQuery, _ catalog: any FilmCatalog, _ context: CommandContext
  ) async -> SourceResult<Void> {
    guard !context.isOffline, query.isSearchable, !query.isShort,
      let refusal = await sources.readyServices().lazy.compactMap({ $0.refusal(of: query) }).first
    else { return SourceResult(value: ()) }
    return SourceResult(
      value: (), warnings: [.trouble(refusal.message, consequence: "from \(catalog.provenance)")])
  }

  /// The sources to search, one after another.
  ///
  /// An imported catalog goes before the services, and the services before the catalog that is built
  /// in. What a service cannot be asked it is not asked.
  private func chosen(
    _ choice: SourceChoice, for query: SearchQuery, local: any FilmCatalog,
    _ context: CommandContext
  ) async throws -> [any FilmSource] {
    guard case .source(let origin) = choice else {
      let services = query.isShort ? [] : await services(for: query)
      guard local.origin != sources.builtIn.origin else { return services + [local] }
      return [local] + (context.isOffline ? [] : services)
    }
    let source = sources.source(origin) ?? local
    guard let service = source as? any NetworkSource else { return [source] }
    return [try await chosen(service, for: query, local: local, context)]
  }

  /// The services that can be asked a query.
  private func services(for query: SearchQuery) async -> [any FilmSource] {
    await sources.readyServices().filter { $0.refusal(of: query) == nil }
  }

  /// A service that the user chose; what is too short for the network is looked for locally.
  private func chosen(
    _ source: any NetworkSource, for query: SearchQuery, local: any FilmCatalog,
    _ context: CommandContext
  ) async throws -> any FilmSource {
    guard query.isSearchable || !query.filter.isEmpty else { return local }
    if let refusal = source.refusal(of: query) { throw refusal }
    guard await source.isReady else {
      throw ServiceError(source.service, context.isOffline ? .offline : .noKey)
    }
    return query.isShort ? local : source
  }

  /// Asks one source after another until one finds something.
  private func firstPage(
    of query: SearchQuery, from chosen: [any FilmSource], _ context: CommandContext
  ) async throws -> SourceResult<FoundPage> {
    var warnings: [Warning] = []
    var failure: (any UserFacingError)?
    var hasFailed = false
    for (index, source) in chosen.enumerated() {
      let next = index + 1 < chosen.count ? chosen[index + 1] : nil
      do {
        let found = try await firstPage(of: query, from: source, context)
        if found.value.page.total > 0 {
          return found.after(
            SourceResult(value: (), warnings: warnings, isFallback: failure != nil))
        }
        guard let next else {
          if let failure { throw failure }
          return found.after(SourceResult(value: (), warnings: hasFailed ? warnings : []))
        }
        let text = "\(source.name) found nothing; from \(next.provenance)"
        warnings += found.warnings + [.trouble(text)]
      } catch let error as ServiceError where error.cause == .offline && next != nil {
        continue
      } catch let error as any UserFacingError {
        guard let next else { throw error }
        hasFailed = true
        if error.kind == .unavailable { failure = error }
        warnings.append(Warning(error, consequence: "from \(next.provenance)"))
      }
    }
    throw failure ?? UnavailableSearchError()
  }

  /// As typed, and then with the last word read as a year.
  private func firstPage(
    of query: SearchQuery, from source: any FilmSource, _ context: CommandContext
  ) async throws -> SourceResult<FoundPage> {
    let found = try await found(query, source, context)
    guard found.value.page.total == 0, let other = query.readingLastWordAsYear,
      !(source is any NetworkSource) || !other.isShort
    else { return found }
    let again = try await self.found(other, source, context)
    return again.value.page.total > 0 ? again : found
  }

  private func found(
    _ query: SearchQuery, _ source: any FilmSource, _ context: CommandContext
  ) async throws -> SourceResult<FoundPage> {
    if let source = source as? any NetworkSource {
      return try await stored(1, of: query, from: source, context).map {
        FoundPage(query, source, $0)
      }
    }
    guard source.origin == sources.builtIn.origin || source.origin == .catalog else {
      let page = try await source.search(query, page: 1)
      let revision = (source as? any FilmCatalog)?.revision
      return SourceResult(value: FoundPage(query, source, page, revision: revision))
    }
    return try await sources.askCatalog { catalog in
      FoundPage(
        query, catalog, try await catalog.search(query, page: 1), revision: catalog.revision)
    }
  }

  // MARK: - Further pages

  /// Returns a further page of a search, from the source that it was begun with.
  ///
  /// A catalog of another revision has another order: there is no further page of it, and a warning
  /// says so.
  package func page(
    _ page: Int, of query: SearchQuery, from origin: Film.Origin, revision: String? = nil,
    in context: CommandContext
  ) async throws -> SourceResult<SearchPage> {
    switch sources.source(origin) {
    case let source as any NetworkSource:
      guard await source.isReady else { throw ServiceError(source.service, .noKey) }
      do {
        return try await stored(page, of: query, from: source, context)
      } catch let cancellation as CancellationError {
        // The page may have been fetched ahead; who comes next shall not wait for that.
        prefetching?.cancel()
        throw cancellation
      }
    case let source?: return SourceResult(value: try await source.search(query, page: page))
    case nil: return try await catalogPage(page, of: query, from: origin, revision: revision)
    }
  }

  /// Gets a page behind the prompt, unless few of the day's requests are left.
  package func prefetch(
    _ page: Int, of query: SearchQuery, from origin: Film.Origin, in context: CommandContext
  ) async {
    guard !context.isOffline, let source = sources.source(origin) as? any NetworkSource,
      await source.canAnswer(sparing: Self.spared)
    else { return }
    prefetching?.cancel()
    prefetching = Task {
      // If it fails, the command that wants the page asks again, and says why.
      _ = try? await self.page(page, of: query, from: origin, in: context)
    }
  }

  /// A further page from the catalog of this machine; an empty one if another one is there by now.
  private func catalogPage(
    _ page: Int, of query: SearchQuery, from origin: Film.Origin, revision: String?
  ) async throws -> SourceResult<SearchPage> {
    let found = try await sources.askCatalog { catalog -> SearchPage? in
      guard catalog.origin == origin else { return .empty }
      guard revision == nil || revision == catalog.revision else { return nil }
      return try await catalog.search(query, page: page)
    }
    let replaced = Warning.trouble("the catalog was replaced; search again")
    return found.value == nil
      ? found.map { _ in .empty }.after(SourceResult(value: (), warnings: [replaced]))
      : found.map { $0 ?? .empty }
  }

  private func stored(
    _ page: Int, of query: SearchQuery, from source: any NetworkSource, _ context: CommandContext
  ) async throws -> SourceResult<SearchPage> {
    let key = Self.key(of: query, page: page, at: source.origin)
    return try await pages.page(key, of: source.service, in: context) {
      try await source.search(query, page: page)
    }
  }

  /// The text that tells pages of searches apart; upper and lower case are the same to services.
  private static func key(of query: SearchQuery, page: Int, at origin: Film.Origin) -> String {
    let isWide = !query.isExact || query.text.hasSuffix("*")
    let order = query.order.map { [$0.text] } ?? []
    return
      ([
        origin.rawValue, isWide ? "wide" : "exact", String(page), query.plainText.lowercased(),
        query.filter.text,
      ] + order).joined(separator: " ")
  }
}

/// No source could be asked.
private struct UnavailableSearchError: UserFacingError {
  let message = "no source of films can be asked"
  let kind = ExitCategory.unavailable
}

extension FoundPage {
  fileprivate init(
    _ query: SearchQuery, _ source: any FilmSource, _ page: SearchPage, revision: String? = nil
  ) {
    self.init(
      query: query, origin: source.origin, pageSize: source.pageSize, page: page,
      revision: revision)
  }
}
