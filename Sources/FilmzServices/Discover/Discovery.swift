package import FilmzDomain
import FilmzStore
import Foundation

/// The lists of films to discover, from a service or, if none can be asked, from the local catalog.
///
/// Equal concurrent requests are coalesced. Films of services are stored in the film cache, so that their
/// titles are known when they are marked.
package struct Discovery: Sendable {
  private struct RequestKey: Hashable {
    let query: DiscoverQuery
    let cursor: DiscoverCursor
  }

  private let sources: FilmSources
  private let writer: CacheWriter
  private let now: @Sendable () -> Date
  private let requests = RequestCoalescer<RequestKey, DiscoverBatch>()

  init(sources: FilmSources, writer: CacheWriter, now: @escaping @Sendable () -> Date) {
    (self.sources, self.writer, self.now) = (sources, writer, now)
  }

  /// A service with lists of films.
  private typealias Service = NetworkSource & DiscoverSource

  /// Returns the source that is asked first: a service with a key unless the command runs offline, otherwise
  /// the local catalog; `nil` if that cannot be read.
  package func origin(in context: CommandContext) async -> Film.Origin? {
    if !context.isOffline, let service = await configuredService() { return service.origin }
    return try? await sources.catalog().value.origin
  }

  /// Returns the first films of a query.
  ///
  /// They come from a service if one has a key, may be asked, and responds. Otherwise, the films of
  /// ``FilmzDomain/DiscoverMethod/isLocal`` methods come from the local catalog, with a warning if the
  /// service failed.
  ///
  /// - Throws: A ``DiscoverError`` that says what the method needs; the error of the service if the catalog
  ///   does not have the list; `CancellationError`.
  package func begin(
    _ query: DiscoverQuery, in context: CommandContext
  ) async throws -> SourceResult<DiscoverBatch> {
    guard let service = await configuredService() else {
      guard query.method.isLocal else { throw keyError(for: query.method) }
      return try await beginLocally(query)
    }
    guard !context.isOffline else {
      guard query.method.isLocal else { throw ServiceError(service.service, .offline) }
      return try await beginLocally(query)
    }
    do {
      let batch = try await fetch(query, at: DiscoverCursor(service.origin), from: service)
      return SourceResult(value: batch)
    } catch let failure as any UserFacingError where query.method.isLocal {
      return try await beginLocally(query, insteadOf: failure)
    }
  }

  /// Returns the films of a query from a cursor on, from the source of the cursor.
  ///
  /// - Throws: A ``UserFacingError`` if the source cannot be asked or fails; `CancellationError`.
  package func batch(
    _ query: DiscoverQuery, at cursor: DiscoverCursor, in context: CommandContext
  ) async throws -> SourceResult<DiscoverBatch> {
    guard let source = sources.source(cursor.origin) as? any Service else {
      return SourceResult(value: try await catalog.discover(query, at: cursor))
    }
    guard await source.isConfigured else { throw keyError(for: query.method) }
    guard !context.isOffline else { throw ServiceError(source.service, .offline) }
    return SourceResult(value: try await fetch(query, at: cursor, from: source))
  }

  // MARK: - Services

  private var services: [any Service] {
    sources.networkSources.compactMap { $0 as? any Service }
  }

  private func configuredService() async -> (any Service)? {
    for service in services where await service.isConfigured { return service }
    return nil
  }

  private func keyError(for method: DiscoverMethod) -> DiscoverError {
    services.first.map { .needsService(method, $0.service) } ?? .noSource(method)
  }

  private func fetch(
    _ query: DiscoverQuery, at cursor: DiscoverCursor, from service: any Service
  ) async throws -> DiscoverBatch {
    try await requests.value(for: RequestKey(query: query, cursor: cursor)) {
      let batch = try await service.discover(query, at: cursor)
      let now = now()
      await writer.store(batch.films.count) {
        try await $0.store(batch.films, at: now, areFetched: true)
      }
      return batch
    }
  }

  // MARK: - Catalog

  private var catalog: CatalogDiscovery { CatalogDiscovery(sources: sources) }

  /// Returns the first films of the local catalog.
  ///
  /// - Throws: The error of the service if there is one, otherwise that of the catalog;
  ///   `CancellationError`.
  private func beginLocally(
    _ query: DiscoverQuery, insteadOf failure: (any UserFacingError)? = nil
  ) async throws -> SourceResult<DiscoverBatch> {
    let current = try await sources.catalog()
    let batch: DiscoverBatch
    do {
      batch = try await catalog.discover(query, at: DiscoverCursor(current.value.origin))
    } catch let error as any UserFacingError {
      throw failure ?? error
    }
    let warnings = failure.map {
      [Warning($0, consequence: "these films are from \(current.value.nameWithDate)")]
    }
    return SourceResult(value: batch, warnings: warnings ?? [], isFallback: failure != nil)
      .after(current)
  }
}

/// An error of the lists of films to discover.
package enum DiscoverError: UserFacingError, Hashable {
  /// Only a service has the list, and its key is not set.
  case needsService(DiscoverMethod, ServiceDescriptor)
  /// No source has the list, because no service with lists is registered.
  case noSource(DiscoverMethod)
  /// The service has no such genre for titles of a type or, if the type is `nil`, for titles of any type.
  case unknownGenre(String, MediaType?, service: String)
  /// The streaming service does not exist in a region.
  case unavailableService(DiscoverMethod, region: String)

  package var message: String {
    switch self {
    case .needsService(let method, let service):
      "\(method.rawValue) needs \(service.name.withArticle) \(service.key?.noun ?? "key")"
    case .noSource(let method): "no film source has \(method.rawValue)"
    case .unknownGenre(let genre, let type, let service):
      "\(service) has no genre \"\(genre)\""
        + (type.map { " for \($0 == .series ? "series" : "films")" } ?? "")
    case .unavailableService(let method, let region):
      "\(method.title) is not available in \(region)"
    }
  }

  package var remedy: Remedy? {
    switch self {
    case .needsService(_, let service):
      service.key.map { .getKey($0.setting, address: $0.signUpAddress) }
    case .unavailableService: .setRegion
    case .noSource, .unknownGenre: nil
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .needsService, .noSource, .unavailableService: .unavailable
    case .unknownGenre: .usage
    }
  }
}

/// Discovers films in the local catalog.
///
/// Titles that few people have rated at IMDb are left out, because lists of them are of no use: those with
/// less than 100 votes in the orders by votes and by rating, 1,000 in the orders by year, and 25,000 in the
/// orders by title, which take the longest time. If fewer than ``enoughFilms`` films have so many votes, those
/// with a tenth of the votes are included, and so on down to ``fewestVotes``. Adult titles are left out.
package struct CatalogDiscovery: DiscoverSource {
  /// The number of films in a batch.
  package static let batchSize = 20
  /// The number of films below which films with fewer votes are included.
  package static let enoughFilms = 100
  /// The number of votes that all films have.
  ///
  /// With two votes, all films are more popular than titles without votes, which a search then need not read.
  package static let fewestVotes = 2

  private let sources: FilmSources

  package init(sources: FilmSources) { self.sources = sources }

  /// Returns the next films of a query; pages of the catalog have ``batchSize`` films.
  ///
  /// Reading continues at the same page if the catalog was replaced, so that films may occur again.
  ///
  /// - Throws: ``DiscoverError/noSource(_:)``; the errors of the catalog.
  package func discover(
    _ query: DiscoverQuery, at cursor: DiscoverCursor
  ) async throws -> DiscoverBatch {
    guard query.method.isLocal else { throw DiscoverError.noSource(query.method) }
    return try await sources.withCatalog { catalog in
      let number = max(1, cursor.films.page)
      let page = try await Self.page(number, of: query, in: catalog)
      var next = DiscoverCursor(catalog.origin)
      next.films.page = number + 1
      let isLast = page.films.isEmpty || number * Self.batchSize >= page.total
      return DiscoverBatch(films: page.films, next: isLast ? nil : next, total: page.total)
    }.value
  }

  /// Returns a page of the films with the highest minimum number of votes that enough films have.
  private static func page(
    _ number: Int, of query: DiscoverQuery, in catalog: any FilmCatalog
  ) async throws -> SearchPage {
    var minimumVotes = query.minimumVotes
    while true {
      let page = try await page(number, of: query.searchQuery(minimumVotes), in: catalog)
      if page.total >= enoughFilms || minimumVotes <= fewestVotes { return page }
      minimumVotes = max(fewestVotes, minimumVotes / 10)
    }
  }

  /// Returns a page of ``batchSize`` films of a search.
  private static func page(
    _ number: Int, of query: SearchQuery, in catalog: any FilmCatalog
  ) async throws -> SearchPage {
    guard catalog.pageSize != batchSize else {
      return try await catalog.search(query, page: number)
    }
    // All films are on one page, as in the starter catalog.
    let page = try await catalog.search(query, page: 1)
    let films = page.films.dropFirst((number - 1) * batchSize).prefix(batchSize)
    return SearchPage(films: Array(films), total: page.total)
  }
}

extension DiscoverQuery {
  /// The sort order; `nil` in a query stands for that of the method.
  private var effectiveSort: DiscoverSort { sort ?? (method == .topRated ? .rated : .popular) }

  /// The number of votes that films should have.
  fileprivate var minimumVotes: Int {
    switch effectiveSort {
    case .popular, .rated: 100
    case .newest, .oldest: 1000
    case .az, .za: 25_000
    }
  }

  /// Returns the search in a catalog for films with a minimum number of votes.
  ///
  /// Films that are equal in the sort order are ordered by popularity.
  fileprivate func searchQuery(_ minimumVotes: Int) -> SearchQuery {
    var filter = FilmFilter()
    filter.types = type.map { [$0] } ?? [.movie, .series]
    filter.genres = genre.map { [Genre.names(of: $0)] } ?? []
    filter.years = years
    filter.votes = minimumVotes...Int.max
    filter.excludesAdult = true
    let order =
      switch effectiveSort {
      case .popular: FilmOrder(.votes, descending: true)
      case .rated: FilmOrder(.weightedRating, descending: true)
      case .newest: FilmOrder(.year, descending: true)
      case .oldest: FilmOrder(.year)
      case .az: FilmOrder(.name)
      case .za: FilmOrder(.name, descending: true)
      }
    return SearchQuery(text: "", filter: filter, order: order)
  }
}
