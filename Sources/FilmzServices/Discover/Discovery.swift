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
  /// the local catalog; `nil` if the catalog cannot be read.
  package func origin(of query: DiscoverQuery, in context: CommandContext) async -> Film.Origin? {
    if !context.isOffline, !query.needsCatalog, let service = await configuredService() { return service.origin }
    return try? await sources.catalog().value.origin
  }

  /// Returns the first films of a query.
  ///
  /// They come from a service if one has a key, may be asked, has lists with these conditions, and responds. Otherwise,
  /// the films of ``FilmzDomain/DiscoverMethod/isLocal`` methods come from the local catalog, with a warning if the
  /// service failed.
  ///
  /// - Throws: A ``DiscoverError`` with the missing key or source; the error of the service if the catalog
  ///   does not have the list; `CancellationError`.
  package func begin(_ query: DiscoverQuery, in context: CommandContext) async throws -> SourceResult<DiscoverBatch> {
    guard !query.needsCatalog || query.method.isLocal else { throw DiscoverError.needsPlainFilter(query.method) }
    let service = await configuredService()
    if let service, query.needsCatalog, !context.isOffline {
      return try await beginLocally(query, insteadOf: service.service)
    }
    guard let service, !context.isOffline else {
      if query.method.isLocal { return try await beginLocally(query) }
      if let service { throw ServiceError(service.service, .offline) }
      throw keyError(for: query.method)
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
      return SourceResult(value: try await catalogBatch(query, at: cursor))
    }
    guard await source.isConfigured else { throw keyError(for: query.method) }
    guard !context.isOffline else { throw ServiceError(source.service, .offline) }
    return SourceResult(value: try await fetch(query, at: cursor, from: source))
  }

  // MARK: - Services

  private var services: [any Service] { sources.networkSources.compactMap { $0 as? any Service } }

  private func configuredService() async -> (any Service)? {
    await sources.configuredServices().lazy.compactMap { $0 as? any Service }.first
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
      await writer.store(batch.films.count) { try await $0.store(batch.films, at: now, areFetched: true) }
      return batch
    }
  }

  // MARK: - Catalog

  /// Returns the first films of the local catalog.
  ///
  /// - Throws: The error of the service if there is one, otherwise the error of the catalog;
  ///   `CancellationError`.
  private func beginLocally(
    _ query: DiscoverQuery, insteadOf failure: (any UserFacingError)? = nil
  ) async throws -> SourceResult<DiscoverBatch> {
    let current = try await sources.catalog()
    let batch: DiscoverBatch
    do {
      batch = try await catalogBatch(query, at: DiscoverCursor(current.value.origin))
    } catch let error as any UserFacingError {
      throw failure ?? error
    }
    let warnings = failure.map { [Warning($0, consequence: "these films are from \(current.value.nameWithDate)")] }
    return SourceResult(value: batch, warnings: warnings ?? [], isFallback: failure != nil).after(current)
  }

  /// Returns the first films of the local catalog for conditions that the lists of a service do not have, with a
  /// warning.
  private func beginLocally(
    _ query: DiscoverQuery, insteadOf service: ServiceDescriptor
  ) async throws -> SourceResult<DiscoverBatch> {
    let name = try await sources.catalog().value.nameWithDate
    let text = "lists of \(service.name) can be filtered by type, genre and year only"
    let warning = Warning.problem(text, consequence: "these films are from \(name)")
    return try await beginLocally(query).after(SourceResult(value: (), warnings: [warning]))
  }
}

// Films to discover in the local catalog.
//
// Titles that few people have rated at IMDb are left out. The minimum number of votes is 100 in the orders by votes and
// by rating, 1,000 in the orders by year, and 25,000 in the orders by title, which take the longest time. If fewer than
// `enoughFilms` films have that many votes, films with at least a tenth of that number are included, and so on down to
// `fewestVotes`. Adult titles are left out.
extension Discovery {
  /// The number of films in a batch.
  private static let batchSize = 20
  /// If fewer films than this have the minimum number of votes, films with fewer votes are included.
  private static let enoughFilms = 100
  /// The number of votes below which a film is never included.
  ///
  /// A film with two votes is more popular than all titles without votes, so that a search need not read these.
  private static let fewestVotes = 2

  /// Returns the next films of a query; pages of the catalog have ``batchSize`` films.
  ///
  /// Reading continues at the same page if the catalog was replaced, so that films may occur again.
  ///
  /// - Throws: ``DiscoverError/noSource(_:)``; the errors of the catalog.
  private func catalogBatch(_ query: DiscoverQuery, at cursor: DiscoverCursor) async throws -> DiscoverBatch {
    guard query.method.isLocal else { throw DiscoverError.noSource(query.method) }
    return try await sources.withCatalog { catalog in
      let number = max(1, cursor.films.page)
      let page = try await Self.page(number, of: query, in: catalog)
      var next = DiscoverCursor(catalog.origin)
      next.films.page = number + 1
      let isLast = page.films.isEmpty || number * Self.batchSize >= page.total
      return (page.films, isLast ? nil : next, page.total)
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
    guard catalog.pageSize != batchSize else { return try await catalog.search(query, page: number) }
    // All films are on one page, as in the starter catalog.
    let page = try await catalog.search(query, page: 1)
    let films = page.films.dropFirst((number - 1) * batchSize).prefix(batchSize)
    return SearchPage(films: Array(films), total: page.total)
  }
}

extension DiscoverQuery {
  /// The sort order of the query or, if it has none, of the method.
  private var effectiveSort: DiscoverSort { sort ?? (method == .topRated ? .rated : .popular) }

  /// The minimum number of votes to begin with.
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
    var filter = filter ?? FilmFilter()
    let votes = filter.votes
    if let type { filter.types = [type] } else if filter.types.isEmpty { filter.types = [.movie, .series] }
    filter.genres += genre.map { [Genre.names(of: $0)] } ?? []
    filter.years = years
    filter.votes = votes ?? minimumVotes...Int.max
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

/// An error in loading lists of films to discover.
package enum DiscoverError: UserFacingError, Hashable {
  /// Only a service has the list, and its key is not set.
  case needsService(DiscoverMethod, ServiceDescriptor)
  /// No source has the list, because no service with lists is registered.
  case noSource(DiscoverMethod)
  /// The service does not have the genre for titles of the type or, if the type is `nil`, for titles of any type.
  case unknownGenre(String, MediaType?, service: String)
  /// Only services have the list, and they do not have the conditions of the filter.
  case needsPlainFilter(DiscoverMethod)
  /// The streaming service is not available in the region.
  case unavailableService(DiscoverMethod, region: String)

  package var message: String {
    switch self {
    case .needsService(let method, let service):
      "\(method.rawValue) needs \(service.name.withArticle) \(service.key?.noun ?? "key")"
    case .noSource(let method): "no film source has \(method.rawValue)"
    case .unknownGenre(let genre, let type, let service):
      "\(service) has no genre \"\(genre)\"" + (type.map { " for \($0 == .series ? "series" : "films")" } ?? "")
    case .needsPlainFilter(let method):
      "\(method.title) can be filtered by type, genre and year only; popular and top-rated have all filters"
    case .unavailableService(let method, let region): "\(method.title) is not available in \(region)"
    }
  }

  package var remedy: Remedy? {
    switch self {
    case .needsService(_, let service): service.key.map { .getKey($0.setting, address: $0.signUpAddress) }
    case .unavailableService: .setRegion
    case .noSource, .unknownGenre, .needsPlainFilter: nil
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .needsService, .noSource, .unavailableService: .unavailable
    case .unknownGenre, .needsPlainFilter: .usage
    }
  }
}
