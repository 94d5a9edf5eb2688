package import FilmzDomain
package import FilmzStore
package import Foundation

/// The film sources of a session: registered sources and the local catalogs.
///
/// The imported catalog may be added, removed, or replaced while the program runs.
package struct FilmSources: Sendable {
  /// The sources other than the local catalogs, in the order in which they are queried.
  package let registeredSources: [any FilmSource]
  /// The registered sources that are services on the network.
  package var networkSources: [any NetworkSource] {
    registeredSources.compactMap { $0 as? any NetworkSource }
  }
  /// The catalog that is part of the program.
  package let builtIn: any FilmCatalog
  private let imported: @Sendable () async throws -> (any FilmCatalog)?
  private let addRecords: @Sendable (any FilmCatalog) -> any FilmCatalog

  /// Creates the sources of a session.
  ///
  /// - Parameters:
  ///   - registeredSources: The sources other than the local catalogs, in the order in which they
  ///     are queried.
  ///   - builtIn: The catalog to use if there is no usable imported one.
  ///   - imported: Returns the imported catalog, or `nil` if there is none; throws a
  ///     ``UserFacingError`` if it cannot be used.
  ///   - addRecords: Adds the films of own records to a catalog.
  package init(
    _ registeredSources: [any FilmSource], builtIn: any FilmCatalog,
    imported: @escaping @Sendable () async throws -> (any FilmCatalog)? = { nil },
    addRecords: @escaping @Sendable (any FilmCatalog) -> any FilmCatalog = { $0 }
  ) {
    (self.registeredSources, self.builtIn, self.imported) = (registeredSources, builtIn, imported)
    self.addRecords = addRecords
  }

  /// The values that `--source` accepts.
  package var choiceNames: [String] {
    ["auto"] + networkSources.map(\.origin.rawValue)
      + [Film.Origin.catalog, .own].map(\.rawValue)
      + registeredSources.filter { !($0 is any NetworkSource) }.map(\.origin.rawValue)
  }

  /// Returns the choice for one of the ``choiceNames``; `nil` for any other string.
  package func choice(named name: String) -> SourceChoice? {
    guard choiceNames.contains(name) else { return nil }
    return name == choiceNames[0] ? .auto : .source(Film.Origin(rawValue: name))
  }

  /// Returns the registered source with an origin; `nil` if there is none.
  package func source(_ origin: Film.Origin) -> (any FilmSource)? {
    registeredSources.first { $0.origin == origin }
  }

  /// Returns the services that need no key or have one, in the order in which they are queried.
  package func configuredServices() async -> [any NetworkSource] {
    var services: [any NetworkSource] = []
    for source in networkSources where await source.isConfigured { services.append(source) }
    return services
  }

  /// Returns whether any service may be queried.
  ///
  /// - Parameters:
  ///   - context: The context of the command.
  ///   - reservedRequests: The number of requests to keep in reserve. A service with a daily limit
  ///     is available only if more requests than this remain today. `nil` to ignore the number of
  ///     requests that remain.
  /// - Returns: `true` if at least one service is available and the command does not run offline.
  package func canUseNetwork(
    in context: CommandContext, reserving reservedRequests: Int? = nil
  ) async -> Bool {
    guard !context.isOffline else { return false }
    for source in networkSources where await source.isAvailable(reserving: reservedRequests) {
      return true
    }
    return false
  }

  /// Returns the names of the services that have reached their daily limit.
  package func exhaustedServices() async -> [String] {
    var names: [String] = []
    for source in networkSources where await source.usage?.isLimitReached == true {
      names.append(source.name)
    }
    return names
  }

  /// Returns a remedy that makes more sources available; `nil` if there is none.
  ///
  /// If there is an id, only sources that can look it up count.
  package func remedyForSkippedSources(
    in context: CommandContext, for id: FilmID? = nil
  ) async -> Remedy? {
    let services = networkSources.filter { source in id.map { source.supports($0) } ?? true }
    for source in services where await source.isConfigured {
      return context.isOffline ? .askService(source.name) : nil
    }
    if !context.isOffline,
      let (service, key) = services.lazy.compactMap({ source in
        source.service.key.map { (source.name, $0) }
      }).first
    {
      return .addKey(key.setting, service: service)
    }
    guard id == nil || id?.imdbID != nil else { return nil }
    return await hasImportedCatalog() ? nil : .importCatalog
  }

  /// Returns how the user can get details that no local source has, such as plots; `nil` if a service
  /// is configured already, or if no service has a key.
  package func remedyForMissingDetails() async -> Remedy? {
    guard await configuredServices().isEmpty else { return nil }
    return networkSources.lazy.compactMap(\.service.key).first.map {
      .getKey($0.setting, address: $0.signUpAddress)
    }
  }

  // MARK: - Catalogs

  /// Returns the current catalog.
  ///
  /// If the imported catalog cannot be used, returns the built-in one with a warning.
  package func catalog() async throws -> SourceResult<any FilmCatalog> {
    try await withCatalog { $0 }
  }

  /// Queries the current catalog, with the films of own records unless `isAlone` is `true`.
  ///
  /// If the file of the imported catalog cannot be read or is invalid, queries the built-in
  /// catalog, and adds a warning.
  ///
  /// - Throws: Other errors of the query; any error of the built-in catalog.
  package func withCatalog<Value: Sendable>(
    isAlone: Bool = false, _ query: @Sendable (any FilmCatalog) async throws -> Value
  ) async throws -> SourceResult<Value> {
    do {
      let catalog = try await imported() ?? builtIn
      return SourceResult(value: try await query(isAlone ? catalog : addRecords(catalog)))
    } catch let failure as any UserFacingError
      where [.inputOutput, .badData].contains(failure.exitCategory)
    {
      return SourceResult(
        value: try await query(isAlone ? builtIn : addRecords(builtIn)),
        warnings: [Warning(failure)])
    }
  }

  /// Returns the catalog of the films with own records; `nil` if there are none.
  func ownRecords() async throws -> (any FilmCatalog)? {
    try await withCatalog { try await $0.ownRecords() }.value
  }

  /// Returns whether there is a usable imported catalog.
  package func hasImportedCatalog() async -> Bool {
    guard let origin = try? await catalog().value.origin else { return false }
    return origin != builtIn.origin
  }

  /// Returns a warning if the imported catalog cannot be used; `nil` if it is usable or there is
  /// none.
  package func importedCatalogWarning() async -> Warning? {
    (try? await catalog())?.warnings.first
  }

  /// Returns a short description of the current catalog for users.
  package func catalogSummary() async -> String {
    let catalog = (try? await catalog().value) ?? builtIn
    return catalog.name + (catalog.ratingsAsOf.map { ", as of \($0)" } ?? "")
  }
}

extension FilmSource {
  /// The name of the source and, for a catalog, the date of its ratings if known.
  var nameWithDate: String {
    (self as? any FilmCatalog)?.ratingsAsOf.map { "\(name) (as of \($0))" } ?? name
  }
}

/// A source that queries a service on the network.
///
/// ``FilmLookup``, ``FilmSearch`` and `doctor` use services only through this protocol. The queries that are sent
/// to a service are for films of any year or of one year.
package protocol NetworkSource: FilmSource {
  var service: ServiceDescriptor { get }

  /// The client that sends the requests.
  var client: APIClient { get }

  /// The beginning of the keys of cached pages: ``FilmSource/origin`` and the settings on which the content
  /// of pages depends; by default the origin alone.
  var pageKeyPrefix: String { get async }

  /// `true` if the service can search for whole words only (``SearchQuery/isExact``); by default `true`.
  var canSearchWholeWords: Bool { get }

  /// Returns the account to use for requests; `nil` if the service requires a key and none is set.
  func account() async -> ServiceAccount?

  /// Returns whether the service can look up films by ids of this kind.
  func supports(_ id: FilmID) -> Bool

  /// Returns an error if the service does not support a query; `nil` if it does.
  func unsupportedQueryError(for query: SearchQuery) -> ServiceError?

  /// Sends a small request that succeeds if the service responds and accepts the key.
  ///
  /// - Throws: A ``ServiceError``; `CancellationError`.
  func checkConnection() async throws
}

extension NetworkSource {
  package var name: String { service.name }

  package var pageKeyPrefix: String { get async { origin.rawValue } }

  package var canSearchWholeWords: Bool { true }

  /// `true` if the service needs no key, or if its key is set.
  package var isConfigured: Bool { get async { await account() != nil } }

  /// The requests that the account has used today; `nil` if the service is not configured.
  package var usage: RequestUsage? {
    get async {
      guard let account = await account() else { return nil }
      return await client.usage(of: account)
    }
  }

  /// Returns whether the service is configured, responds, and its daily limit is not reached.
  ///
  /// - Parameter reservedRequests: The number of requests to keep in reserve. A service with a
  ///   daily limit is available only if more requests than this remain today. `nil` to ignore the
  ///   number of requests that remain.
  /// - Returns: `true` if the service can probably be queried.
  package func isAvailable(reserving reservedRequests: Int? = nil) async -> Bool {
    guard let account = await account(), client.outages.error(for: account) == nil,
      let usage = await usage, !usage.isLimitReached
    else { return false }
    guard let reservedRequests, let dailyLimit = service.dailyLimit else { return true }
    return usage.remaining(of: dailyLimit) > reservedRequests
  }

  /// Returns the account to use for requests.
  ///
  /// - Throws: ``ServiceError/Cause/noKey``.
  package func requiredAccount() async throws(ServiceError) -> ServiceAccount {
    guard let account = await account() else { throw ServiceError(service, .noKey) }
    return account
  }

  /// Checks whether the service responds.
  ///
  /// The service is asked even if it did not respond in time a short time ago.
  ///
  /// - Throws: `CancellationError`.
  package func probe(in context: CommandContext) async throws -> ProbeResult {
    guard !context.isOffline, let account = await account() else { return .skipped }
    client.outages.endPause(of: account)
    let start = ContinuousClock.now
    do {
      try await checkConnection()
    } catch let failure as any UserFacingError {
      return .failed(failure)
    }
    return .responded(milliseconds: Int(start.duration(to: .now).microseconds / 1000))
  }
}

/// The outcome of checking whether a service responds.
package enum ProbeResult: Sendable {
  /// The service responded without an error.
  case responded(milliseconds: Int)
  /// No request was sent, because of `--offline` or a missing key.
  case skipped
  case failed(any UserFacingError)
}

/// The search, discovery, lookup, and cache maintenance of a session.
///
/// They use the same sources and the same home folder, and share their caches in memory.
package struct FilmServices: Sendable {
  package let sources: FilmSources
  package let lookup: FilmLookup
  package let titleLookup: TitleLookup
  package let search: FilmSearch
  package let discovery: Discovery
  package let cache: CacheMaintenance

  package init(
    sources: FilmSources, database: CollectionDatabase,
    settings: @escaping @Sendable () async -> Settings,
    now: @escaping @Sendable () -> Date
  ) {
    let writer = CacheWriter(database: database)
    let pages = PageCache(database: database, writer: writer, settings: settings, now: now)
    self.sources = sources
    lookup = FilmLookup(
      sources: sources, database: database, pages: pages, writer: writer, settings: settings,
      now: now)
    titleLookup = TitleLookup(sources: sources, pages: pages)
    search = FilmSearch(sources: sources, pages: pages, lookup: lookup)
    discovery = Discovery(sources: sources, writer: writer, now: now)
    cache = CacheMaintenance(
      sources: sources, database: database, lookup: lookup, pages: pages, now: now)
  }
}
