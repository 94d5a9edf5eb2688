package import FilmzDomain

/// A search that found its source, and its first page.
package struct FoundPage: Sendable {
  /// The search as the source was asked; its last word may have become a year.
  package let query: SearchQuery
  package let origin: Film.Origin
  /// Films on one page of the source; nothing where there is one page that holds all.
  package let pageSize: Int?
  package let page: SearchPage
  /// What tells the source from a later one of the same origin.
  package let edition: String
}

extension CachedSearchService {
  /// Finds the source for a new search and gets the first page from it.
  ///
  /// - Throws: The failure of the source that was asked, where no other one has an answer.
  package func search(
    _ query: SearchQuery, in choice: SourceChoice, offline: Bool
  ) async throws -> Answer<FoundPage> {
    prefetching?.cancel()
    let local = try await catalogs.current()
    let sources = try await sources(for: query, in: choice, local: local.value, offline: offline)
    let found = try await firstPage(of: query, from: sources, offline: offline)
    return sources.contains { $0.origin != .omdb } ? found.after(local) : found
  }

  /// Asks one source after another until one finds something.
  private func firstPage(
    of query: SearchQuery, from sources: [any FilmSource], offline: Bool
  ) async throws -> Answer<FoundPage> {
    var warnings: [String] = []
    var failure: (any Failure)?
    var hasFailed = false
    for (index, source) in sources.enumerated() {
      let next = index + 1 < sources.count ? sources[index + 1] : nil
      do {
        let found = try await firstPage(of: query, from: source, offline: offline)
        if found.value.page.total > 0 {
          return found.after(
            Answer(value: (), warnings: warnings, isSecondBest: failure != nil))
        }
        guard let next else {
          if let failure { throw failure }
          return found.after(Answer(value: (), warnings: hasFailed ? warnings : []))
        }
        warnings += found.warnings + ["\(source.name) found nothing; from \(next.provenance)"]
      } catch ServiceError.offline where next != nil {
        continue
      } catch let error as any Failure {
        guard let next else { throw error }
        hasFailed = true
        if error.kind == .unavailable { failure = error }
        warnings.append("\(error.message.withoutFullStop); from \(next.provenance)")
      }
    }
    throw failure ?? ServiceError.offline
  }

  /// A further page of a search, from the source that it was begun with.
  ///
  /// A catalog of another edition has another order: there is no further page of it, and that is said.
  package func page(
    _ page: Int, of query: SearchQuery, from origin: Film.Origin, edition: String? = nil,
    offline: Bool
  ) async throws -> Answer<SearchPage> {
    guard origin == .omdb else {
      return try await localPage(page, of: query, from: origin, edition: edition)
    }
    guard let omdb = await omdb() else { throw ServiceError.noAPIKey }
    do {
      return try await stored(page, of: query, from: omdb, offline: offline)
    } catch let cancellation as CancellationError {
      // The page may have been fetched ahead; who comes next shall not wait for that.
      prefetching?.cancel()
      throw cancellation
    }
  }

  /// A further page from the catalog of this machine; none where another one is there by now.
  private func localPage(
    _ page: Int, of query: SearchQuery, from origin: Film.Origin, edition: String?
  ) async throws -> Answer<SearchPage> {
    let found = try await catalogs.answer { catalog -> SearchPage? in
      guard catalog.origin == origin else { return .empty }
      guard edition == nil || edition == catalog.edition else { return nil }
      return try await catalog.search(query, page: page)
    }
    let replaced = Answer(value: (), warnings: ["the catalog was replaced; search again"])
    return found.value == nil
      ? found.map { _ in .empty }.after(replaced) : found.map { $0 ?? .empty }
  }

  /// Gets a page behind the prompt, unless few of the day's requests are left (200).
  package func prefetch(_ page: Int, of query: SearchQuery, from origin: Film.Origin) async {
    guard origin == .omdb, let usage = await usage(), usage.left > 200 else { return }
    prefetching?.cancel()
    prefetching = Task {
      // Where it fails, the command that wants the page asks again, and says why.
      _ = try? await self.page(page, of: query, from: origin, offline: false)
    }
  }

  /// As typed, and then with the last word read as a year.
  private func firstPage(
    of query: SearchQuery, from source: any FilmSource, offline: Bool
  ) async throws -> Answer<FoundPage> {
    let found = try await first(query, source, offline: offline)
    guard found.value.page.total == 0, let other = query.readingLastWordAsYear,
      source.origin != .omdb || !other.isShort
    else { return found }
    let again = try await first(other, source, offline: offline)
    return again.value.page.total > 0 ? again : found
  }

  private func first(
    _ query: SearchQuery, _ source: any FilmSource, offline: Bool
  ) async throws -> Answer<FoundPage> {
    guard let omdb = source as? OMDbSource else {
      return try await catalogs.answer { catalog in
        FoundPage(query, catalog, try await catalog.search(query, page: 1))
      }
    }
    return try await stored(1, of: query, from: omdb, offline: offline).map {
      FoundPage(query, omdb, $0)
    }
  }

  /// The sources to ask, one after another.
  ///
  /// An imported catalog goes before OMDb, and OMDb before the catalog that is built in. What OMDb
  /// cannot be asked it is not asked.
  private func sources(
    for query: SearchQuery, in choice: SourceChoice, local: any FilmSource, offline: Bool
  ) async throws -> [any FilmSource] {
    switch choice {
    case .catalog: return [local]
    case .omdb:
      guard query.isSearchable || !query.filter.isEmpty else { return [local] }
      guard !query.needsCatalog else { throw ServiceError.filtersUnsupported }
      guard let omdb = await omdb() else {
        throw offline ? ServiceError.offline : ServiceError.noAPIKey
      }
      return query.isShort ? [local] : [omdb]
    case .auto:
      guard query.isForOMDb, let omdb = await omdb() else { return [local] }
      guard local.origin == .catalog else { return [omdb, local] }
      return offline ? [local] : [local, omdb]
    }
  }
}

extension FoundPage {
  fileprivate init(_ query: SearchQuery, _ source: any FilmSource, _ page: SearchPage) {
    self.init(
      query: query, origin: source.origin, pageSize: source.pageSize, page: page,
      edition: source.edition)
  }
}

extension FilmSource {
  /// The source as a place that an answer came from.
  fileprivate var provenance: String { asOf.map { "\(name) (as of \($0))" } ?? name }
}
