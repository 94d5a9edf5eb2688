package import FilmzDomain
package import FilmzServices
package import FilmzStore
package import Foundation

/// All about one film.
package struct FilmDetail: Sendable {
  package let item: FilmItem
  /// Whether the facts are older than `cache.days`.
  package let isStale: Bool
  /// How long ago the facts were fetched, `today` or `40 days ago`.
  package let age: String?
  /// The film's other ids.
  package var aliases: [FilmID] = []
  /// The service that the facts come from, as messages name it; `nil` for a catalog.
  package var serviceName: String?
}

/// Films whose facts were fetched again.
package struct RefreshOutcome: Sendable {
  /// Those that were, with the new facts.
  package var items: [FilmItem] = []
  /// Why others were not, in the order of the films.
  package var failures: [(item: FilmItem, failure: any UserFacingError)] = []
}

/// Looking at films.
package struct FilmDetailViewModel: Sendable {
  /// Requests that are under way at a time.
  private static let width = 4

  private let services: FilmServices
  private let database: CollectionDatabase
  private let state: BrowsingState
  private let settings: @Sendable () async -> Settings
  private let now: @Sendable () -> Date

  package init(
    services: FilmServices, database: CollectionDatabase, state: BrowsingState,
    settings: @escaping @Sendable () async -> Settings, now: @escaping @Sendable () -> Date
  ) {
    self.services = services
    self.database = database
    self.state = state
    self.settings = settings
    self.now = now
  }

  /// Shows a film and selects it.
  ///
  /// A film of the collection is shown even if no source knows it.
  package func show(
    _ item: FilmItem, refresh: Bool, in context: CommandContext
  ) async throws -> SourceResult<FilmDetail> {
    let found = try await found(item, refresh: refresh, context)
    var shown = found.value
    if let film = shown.film { shown.film = await services.lookup.withNewestRating(film) }
    let detail = await detail(of: shown)
    await state.select(detail.item.id, name: detail.item.name)
    return found.map { _ in detail }
  }

  /// A film as it is known, without asking anybody and without selecting it.
  package func detail(of item: FilmItem) async -> FilmDetail {
    let days = await settings().cacheDays
    let fetchedAt = item.film?.fetchedAt
    let isFresh = item.film?.isFresh(at: now(), days: days) ?? false
    return FilmDetail(
      item: item, isStale: fetchedAt != nil && !isFresh,
      age: fetchedAt.map { Freshness.age(of: $0, at: now()) },
      aliases: (try? await database.openForReading().collection.aliases(of: item.id)) ?? [],
      serviceName: (item.film?.origin).flatMap { services.sources.source($0)?.name })
  }

  /// Returns the film with all that the sources know of it, or as it is if none knows more.
  private func found(
    _ item: FilmItem, refresh: Bool, _ context: CommandContext
  ) async throws -> SourceResult<FilmItem> {
    do {
      return try await services.lookup.film(item.id, refresh: refresh, in: context).map { film in
        var item = item
        item.film = film
        return item
      }
    } catch let failure as any UserFacingError {
      guard item.entry != nil || item.film != nil else { throw failure }
      guard failure.kind == .unavailable else {
        return SourceResult(value: item, warnings: [Warning(failure)])
      }
      let warning = Warning(failure, consequence: "from what is known of it here")
      return SourceResult(value: item, warnings: [warning], isFallback: true)
    }
  }

  /// The services that said that they answer no more today, by name.
  package func exhaustedServices() async -> [String] {
    await services.sources.exhaustedServices()
  }

  /// Films of the collection whose facts are not fresh, those that were never fetched first.
  package func staleFilms() async throws -> [FilmItem] {
    let span = Freshness.span(at: now(), days: await settings().cacheDays)
    let ids = try await database.openForReading().collection.idsWithFacts(outside: span)
    return try await FilmItemAssembler(database: database, lookup: services.lookup).items(
      ids.filter { id in services.sources.network.contains { $0.knows(id) } }.map { ($0, nil) })
  }

  /// Fetches the facts of films again, a few at a time.
  ///
  /// If no service can be asked at all, the rest is not tried.
  ///
  /// - Parameters:
  ///   - items: The films.
  ///   - context: The command that refreshes them.
  ///   - progress: Told how many films are done.
  /// - Returns: What became of them.
  /// - Throws: `CancellationError`.
  package func refresh(
    _ items: [FilmItem], in context: CommandContext,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> RefreshOutcome {
    var outcome = RefreshOutcome()
    var rest = items[...]
    while !rest.isEmpty {
      let batch = Array(rest.prefix(Self.width))
      rest = rest.dropFirst(Self.width)
      let results = try await batch.concurrently(atMost: Self.width) { item in
        await result(of: item, context)
      }
      try Task.checkCancellation()
      let before = outcome.failures.count
      for (item, result) in zip(batch, results) { outcome.take(result, of: item) }
      if let failure = outcome.failureOfAll(since: before, batch: batch.count) {
        outcome.failures += rest.map { ($0, failure) }
        break
      }
      progress(items.count - rest.count)
    }
    return outcome
  }

  private func result(
    of item: FilmItem, _ context: CommandContext
  ) async -> Result<Film, any Error> {
    do {
      return .success(try await services.lookup.refreshed(item.id, in: context))
    } catch {
      return .failure(error)
    }
  }
}

extension RefreshOutcome {
  fileprivate mutating func take(_ result: Result<Film, any Error>, of item: FilmItem) {
    switch result {
    case .success(let film):
      var item = item
      item.film = film
      items.append(item)
    case .failure(let failure as any UserFacingError): failures.append((item, failure))
    case .failure: break
    }
  }

  /// What would make the next film fail as well, judged by the failures of a batch.
  fileprivate func failureOfAll(since start: Int, batch: Int) -> (any UserFacingError)? {
    let new = failures[start...].map(\.failure)
    if let refusal = new.first(where: \.concernsAllFilms) { return refusal }
    return new.count == batch && new.allSatisfy(\.isNetworkError) ? new.first : nil
  }
}

extension UserFacingError {
  /// Whether asking for another film would fail as well.
  fileprivate var concernsAllFilms: Bool { (self as? ServiceError)?.concernsAllFilms ?? false }

  fileprivate var isNetworkError: Bool {
    if case .networkError = (self as? ServiceError)?.cause { true } else { false }
  }
}
