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
    self.sources = sources
    self.writer = writer
    self.now = now
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
