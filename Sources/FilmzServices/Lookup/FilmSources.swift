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
  package var networkSources: [any NetworkSource] { registeredSources.compactMap { $0 as? any NetworkSource } }
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
    ["auto"] + networkSources.map(\.origin.rawValue) + [Film.Origin.catalog, .own].map(\.rawValue)
      + registeredSources.filter { !($0 is any NetworkSource) }.map(\.origin.rawValue)
  }

  /// Returns the choice for one of the ``choiceNames``; `nil` for any other string.
  package func choice(named name: String) -> SourceChoice? {
    guard choiceNames.contains(name) else { return nil }
    return name == choiceNames[0] ? .auto : .source(Film.Origin(rawValue: name))
  }

  /// Returns the registered source with an origin; `nil` if there is none.
  package func source(_ origin: Film.Origin) -> (any FilmSource)? { registeredSources.first { $0.origin == origin } }

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
  package func canUseNetwork(in context: CommandContext, reserving reservedRequests: Int? = nil) async -> Bool {
    guard !context.isOffline else { return false }
    for source in networkSources where await source.isAvailable(reserving: reservedRequests) { return true }
    return false
  }

  /// Returns the names of the services that have reached their daily limit.
  package func exhaustedServices() async -> [String] {
    var names: [String] = []
    for source in networkSources where await source.usage?.isLimitReached == true { names.append(source.name) }
    return names
  }

  /// Returns a remedy that makes more sources available; `nil` if there is none.
  ///
  /// If `id` is not `nil`, considers only sources that can look up the id.
  package func remedyForSkippedSources(in context: CommandContext, for id: FilmID? = nil) async -> Remedy? {
    let services = networkSources.filter { source in id.map { source.supports($0) } ?? true }
    for source in services where await source.isConfigured { return context.isOffline ? .askService(source.name) : nil }
    if !context.isOffline,
      let (service, key) = services.lazy.compactMap({ source in source.service.key.map { (source.name, $0) } }).first
    {
      return .addKey(key.setting, service: service)
    }
    guard id == nil || id?.imdbID != nil else { return nil }
    return await hasImportedCatalog() ? nil : .importCatalog
  }

  /// Returns a remedy that adds details that no local source has, such as plots; `nil` if a service is already
  /// configured, or if no service requires a key.
  package func remedyForMissingDetails() async -> Remedy? {
    guard await configuredServices().isEmpty else { return nil }
    return networkSources.lazy.compactMap(\.service.key).first.map { .getKey($0.setting, address: $0.signUpAddress) }
  }

  // MARK: - Catalogs

  /// Returns the current catalog.
  ///
  /// If the imported catalog cannot be used, returns the built-in one with a warning.
  package func catalog() async throws -> SourceResult<any FilmCatalog> { try await withCatalog { $0 } }

  /// Queries the current catalog, with the films of own records unless `omitsOwnRecords` is `true`.
  ///
  /// If the file of the imported catalog cannot be read or is invalid, queries the built-in
  /// catalog, and adds a warning.
  ///
  /// - Throws: Other errors of the query; any error of the built-in catalog.
  package func withCatalog<Value: Sendable>(
    omitsOwnRecords: Bool = false, _ query: @Sendable (any FilmCatalog) async throws -> Value
  ) async throws -> SourceResult<Value> {
    do {
      let catalog = try await imported() ?? builtIn
      return SourceResult(value: try await query(omitsOwnRecords ? catalog : addRecords(catalog)))
    } catch let failure as any UserFacingError where [.inputOutput, .badData].contains(failure.exitCategory) {
      return SourceResult(
        value: try await query(omitsOwnRecords ? builtIn : addRecords(builtIn)), warnings: [Warning(failure)])
    }
  }

  /// Returns the catalog of the films with own records; `nil` if there are none.
  func ownRecords() async throws -> (any FilmCatalog)? { try await withCatalog { try await $0.ownRecords() }.value }

  /// Returns whether there is a usable imported catalog.
  package func hasImportedCatalog() async -> Bool {
    guard let origin = try? await catalog().value.origin else { return false }
    return origin != builtIn.origin
  }

  /// Returns a warning if the imported catalog cannot be used; `nil` if it is usable or there is
  /// none.
  package func importedCatalogWarning() async -> Warning? { (try? await catalog())?.warnings.first }

  /// Returns a short description of the current catalog for users.
  package func catalogSummary() async -> String {
    let catalog = (try? await catalog().value) ?? builtIn
    return catalog.name + (catalog.ratingsAsOf.map { ", as of \($0)" } ?? "")
  }
}

extension FilmSource {
  /// The name of the source and, for a catalog, the date of its ratings if known.
  var nameWithDate: String { (self as? any FilmCatalog)?.ratingsAsOf.map { "\(name) (as of \($0))" } ?? name }
}

/// The search, discovery, lookup, and cache maintenance of a session.
///
/// They use the same sources and the same database, and share their caches in memory.
package struct FilmServices: Sendable {
  package let sources: FilmSources
  package let lookup: FilmLookup
  package let search: FilmSearch
  package let discovery: Discovery

  package init(
    sources: FilmSources, database: CollectionDatabase, settings: @escaping @Sendable () async -> Settings,
    now: @escaping @Sendable () -> Date
  ) {
    let writer = CacheWriter(database: database)
    let pages = PageCache(database: database, writer: writer, settings: settings, now: now)
    self.sources = sources
    lookup = FilmLookup(
      sources: sources, database: database, pages: pages, writer: writer, settings: settings, now: now)
    search = FilmSearch(sources: sources, pages: pages, lookup: lookup)
    discovery = Discovery(sources: sources, writer: writer, now: now)
  }
}
