package import FilmzDomain
package import FilmzServices
package import FilmzStore
package import Foundation

/// A film with everything that is shown about it.
package struct FilmDetail: Sendable {
  package let item: FilmItem
  /// `true` if the facts were fetched from a service and are not fresh (see ``Freshness``).
  package let isStale: Bool
  /// The time at which the film is shown.
  package var shownAt = Date()
  /// The time at which the facts were fetched, such as `today` or `40 days ago`; `nil` if they come
  /// from a local source.
  package let age: String?
  /// The film's other ids.
  package var aliases: [FilmID] = []
  /// The names of the lists that have the film, sorted.
  package var lists: [String] = []
  /// The newest comments on the film, at most ``maximumComments``; the newest one first.
  package var newestComments: [FilmComment] = []
  /// The names of the services that the facts come from, first the one with the highest precedence;
  /// empty for a local catalog.
  package var serviceNames: [String] = []

  /// The maximum number of comments that are shown with a film.
  static let maximumComments = 2
}

/// The result of fetching the facts of films again.
package struct RefreshOutcome: Sendable {
  /// The films whose facts were fetched, with the new facts.
  package var items: [FilmItem] = []
  /// The films whose facts could not be fetched, with the errors.
  package var failures: [(item: FilmItem, failure: any UserFacingError)] = []
  /// The errors of services whose facts are missing in ``items``, each once.
  package var warnings: [Warning] = []
}

/// Shows films and refreshes their facts.
package struct FilmDetailViewModel: Sendable {
  /// The maximum number of concurrent requests.
  private static let maximumTasks = 4

  private let services: FilmServices
  private let database: CollectionDatabase
  private let state: BrowsingState
  private let settings: @Sendable () async -> Settings
  private let now: @Sendable () -> Date

  package init(
    services: FilmServices, database: CollectionDatabase, state: BrowsingState,
    settings: @escaping @Sendable () async -> Settings, now: @escaping @Sendable () -> Date
  ) {
    (self.services, self.database, self.state) = (services, database, state)
    (self.settings, self.now) = (settings, now)
  }

  /// Shows a film and selects it.
  ///
  /// A film that is in the collection or has known facts is shown even if no source has it.
  ///
  /// - Throws: ``ViewModelError/hiddenByKidsFilter``, or the error of a source.
  package func show(
    _ item: FilmItem, refresh: Bool, in context: CommandContext
  ) async throws -> SourceResult<FilmDetail> {
    let result = try await fetchFacts(of: item, refresh: refresh, context)
    let assembler = FilmItemAssembler(database: database, lookup: services.lookup)
    let collection = try await database.openForReading().collection
    guard var item = try await assembler.markingHidden([result.value], collection).first,
      !item.isHidden
    else { throw ViewModelError.hiddenByKidsFilter }
    if let film = item.film { item.film = await services.lookup.withNewestRating(film) }
    let detail = await detail(of: item)
    await state.select(detail.item.id, name: detail.item.name)
    return result.map { _ in detail }
  }

  /// Returns the details of a film, without using the network and without selecting the film.
  package func detail(of item: FilmItem) async -> FilmDetail {
    let days = await settings().cacheDays
    let fetchedAt = item.film?.fetchedAt
    let isFresh = item.film?.isFresh(at: now(), days: days) ?? false
    // The facts are shown even if the collection cannot be read.
    let collection = try? await database.openForReading().collection
    var item = item
    item.commentCount = (try? await collection?.commentCounts(of: [item.id])[item.id]) ?? 0
    let comments =
      item.commentCount == 0
      ? [] : try? await collection?.comments(of: item.id, limit: FilmDetail.maximumComments)
    return FilmDetail(
      item: item, isStale: fetchedAt != nil && !isFresh, shownAt: now(),
      age: fetchedAt.map { Freshness.age(of: $0, at: now()) },
      aliases: (try? await collection?.aliases(of: item.id)) ?? [],
      lists: (try? await collection?.names(ofListsWith: item.id)) ?? [],
      newestComments: comments ?? [], serviceNames: serviceNames(of: item.film))
  }

  private func serviceNames(of film: Film?) -> [String] {
    (film?.detailOrigins ?? []).compactMap { services.sources.source($0)?.name }
  }

  /// Returns the film with the facts of its sources, which complete each other.
  ///
  /// If the sources fail or do not have the film, returns the film unchanged with a warning.
  ///
  /// - Throws: The error of the sources if the film has neither facts nor an entry.
  private func fetchFacts(
    of item: FilmItem, refresh: Bool, _ context: CommandContext
  ) async throws -> SourceResult<FilmItem> {
    do {
      let result = try await services.lookup.film(
        item.id, coverage: .allServices, refresh: refresh, in: context)
      let shownItem = try await self.item(item, with: result.value)
      return result.map { _ in shownItem }
    } catch let failure as any UserFacingError {
      guard item.entry != nil || item.film != nil else { throw failure }
      guard failure.exitCategory == .unavailable else {
        return SourceResult(value: item, warnings: [Warning(failure)])
      }
      let warning = Warning(failure, consequence: "the details are from local data")
      return SourceResult(
        value: item, warnings: [refresh ? warning.shownEachTime : warning], isFallback: true)
    }
  }

  /// Returns an item with the facts of a source; a film that is not in the collection under the item's id
  /// gets its canonical id, which may be known only from these facts.
  private func item(_ item: FilmItem, with film: Film) async throws -> FilmItem {
    if film.id == item.id, film.otherIDs.isEmpty {
      var item = item
      item.film = film
      return item
    }
    let assembler = FilmItemAssembler(database: database, lookup: services.lookup)
    guard
      var canonicalItem = try await assembler.items(
        [(item.entry == nil ? film.id : item.id, film)], needsFacts: false
      ).first
    else { return item }
    canonicalItem.film = film
    canonicalItem.number = item.number
    canonicalItem.alsoKnownAs = item.alsoKnownAs
    canonicalItem.match = item.match
    return canonicalItem
  }

  /// Returns how the user can get the plot of a film; `nil` if the plot is known, or if a service is
  /// configured that may have it.
  package func remedyForMissingPlot(of film: FilmDetail) async -> Remedy? {
    guard film.item.film?.plot == nil, !film.item.id.isOwn,
      film.item.film?.ownFields.contains(.plot) != true
    else { return nil }
    return await services.sources.remedyForMissingDetails()
  }

  /// Returns the names of the services that have reported that today's limit is reached.
  package func exhaustedServices() async -> [String] {
    await services.sources.exhaustedServices()
  }

  /// Returns the films of the collection whose facts are not fresh and that a service can look up
  /// by id, without those that the kids filter hides.
  ///
  /// Films whose facts were never fetched come first, then those with the oldest facts.
  package func staleFilms() async throws -> [FilmItem] {
    let freshPeriod = Freshness.freshPeriod(at: now(), days: await settings().cacheDays)
    let ids = try await database.openForReading().collection.ids(
      notFetchedWithin: freshPeriod)
    return try await FilmItemAssembler(database: database, lookup: services.lookup).items(
      ids.filter { id in services.sources.networkSources.contains { $0.supports(id) } }.map {
        ($0, nil)
      }
    ).filter { !$0.isHidden }
  }

  /// Fetches the facts of films again, with a few concurrent requests.
  ///
  /// After an error that concerns all films, no more requests are sent, and the remaining films
  /// fail with the same error.
  ///
  /// - Parameters:
  ///   - items: The films.
  ///   - context: The context of the command.
  ///   - progress: Called after each batch of requests, with the number of films done.
  /// - Returns: The films with new facts, and the errors of the others.
  /// - Throws: `CancellationError`.
  package func refresh(
    _ items: [FilmItem], in context: CommandContext,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> RefreshOutcome {
    var outcome = RefreshOutcome()
    var remainingItems = items[...]
    while !remainingItems.isEmpty {
      let batch = Array(remainingItems.prefix(Self.maximumTasks))
      remainingItems = remainingItems.dropFirst(Self.maximumTasks)
      let results = try await batch.concurrentMap(maximumTasks: Self.maximumTasks) { item in
        await refresh(item, context)
      }
      try Task.checkCancellation()
      let earlierFailureCount = outcome.failures.count
      for (item, result) in zip(batch, results) { outcome.add(result, of: item) }
      let failure = outcome.failureOfAllFilms(
        after: earlierFailureCount, batchSize: batch.count)
      if let failure {
        outcome.failures += remainingItems.map { ($0, failure) }
        break
      }
      progress(items.count - remainingItems.count)
    }
    return outcome
  }

  private func refresh(
    _ item: FilmItem, _ context: CommandContext
  ) async -> Result<SourceResult<Film>, any Error> {
    do {
      return .success(try await services.lookup.refresh(item.id, in: context))
    } catch {
      return .failure(error)
    }
  }
}

extension RefreshOutcome {
  fileprivate mutating func add(
    _ result: Result<SourceResult<Film>, any Error>, of item: FilmItem
  ) {
    switch result {
    case .success(let result):
      var item = item
      item.film = result.value
      items.append(item)
      warnings += result.warnings.filter { !warnings.contains($0) }
    case .failure(let failure as any UserFacingError): failures.append((item, failure))
    case .failure: break
    }
  }

  /// Returns an error of the last batch that concerns all films; `nil` if there is none.
  ///
  /// An error concerns all films if requests for other films would fail with it as well. A network
  /// error is considered such an error only if all requests of the batch failed with network
  /// errors.
  fileprivate func failureOfAllFilms(
    after earlierFailureCount: Int, batchSize: Int
  ) -> (any UserFacingError)? {
    let newFailures = failures[earlierFailureCount...].map(\.failure)
    if let failure = newFailures.first(where: \.concernsAllFilms) { return failure }
    return newFailures.count == batchSize && newFailures.allSatisfy(\.isNetworkError)
      ? newFailures.first : nil
  }
}

extension UserFacingError {
  /// `true` if requests for other films would fail as well.
  fileprivate var concernsAllFilms: Bool { (self as? ServiceError)?.concernsAllFilms ?? false }

  fileprivate var isNetworkError: Bool {
    if case .networkError = (self as? ServiceError)?.cause { true } else { false }
  }
}

/// Fetches, in the background, the facts about films that were added to the collection, or skipped, without
/// facts.
package struct FactFetcher: Sendable {
  /// The number of requests per day that ``fetchMissingFacts(limit:in:)`` leaves for commands.
  private static let reservedRequests = 200

  private let services: FilmServices
  private let database: CollectionDatabase
  private let queue = FactQueue()

  init(services: FilmServices, database: CollectionDatabase) {
    self.services = services
    self.database = database
  }

  /// Waits until all facts have been fetched, and cancels the remaining requests after `limit`.
  ///
  /// - Returns: The number of films whose requests were cancelled.
  @discardableResult
  package func finish(within limit: Duration) async -> Int { await queue.finish(within: limit) }

  /// Starts fetching the facts about the films that a step added, or skipped without a title.
  ///
  /// Sets the captions of films that have none, as part of the same step. Does nothing if the
  /// network cannot be used, and for films whose details the command itself could not fetch. Errors are
  /// ignored.
  func fetchFacts(
    of outcome: ChangeOutcome, continuing step: UUID, in context: CommandContext
  ) async {
    guard await services.sources.canUseNetwork(in: context) else { return }
    let items = outcome.items.filter {
      (outcome.added.contains($0.id) || $0.isSkippedWithoutTitle) && !$0.isUnidentified
    }
    let idsWithoutCaption = Set(
      items.filter { ($0.entry?.caption ?? $0.skip?.caption) == nil }.map(\.id))
    await queue.add(items.map(\.id)) { id in
      guard let film = try? await services.lookup.film(id, in: context).value,
        idsWithoutCaption.contains(id)
      else { return }
      // If this fails, the next change of the film sets the caption.
      try? await setCaption(from: film, continuing: step, in: context)
    }
  }

  /// Starts fetching the facts about up to `limit` films in the collection that have no facts, the
  /// most recently added ones first.
  ///
  /// Films have no facts if, for example, they were added offline. Does nothing if the command runs
  /// offline, or if no service has more than ``reservedRequests`` requests left today; services
  /// without a daily limit always have. Errors are ignored.
  package func fetchMissingFacts(limit: Int, in context: CommandContext) async {
    guard await services.sources.canUseNetwork(in: context, reserving: Self.reservedRequests),
      let store = try? await database.openForReading().collection,
      let ids = try? await store.idsWithoutFacts(limit: limit), !ids.isEmpty
    else { return }
    let steps = (try? await store.insertionSteps(of: ids)) ?? [:]
    await queue.add(ids) { id in
      guard let film = try? await services.lookup.film(id, in: context).value, let step = steps[id]
      else { return }
      try? await setCaption(from: film, continuing: step, in: context)
    }
  }

  /// Sets the caption of a film that was added or skipped without one, as part of the step that did it.
  ///
  /// The film may have been added under another id than its canonical one.
  private func setCaption(
    from film: Film, continuing step: UUID, in context: CommandContext
  ) async throws {
    let collection = try await database.openForWriting().collection
    let context = context.step("")
    try await collection.apply(context.line, at: context.now, continuing: step) { transaction in
      let id = try transaction.canonicalID(of: film.id)
      let caption = Caption(title: film.title, year: film.year)
      try transaction.completeSkip(of: id, with: caption)
      guard try transaction.isInserted(id, by: step), let entry = try transaction.entry(id),
        entry.caption == nil
      else { return }
      try transaction.update(id) { $0.caption = caption }
    }
  }
}

extension FilmItem {
  /// `true` if the film is skipped, and nothing is known about it but its id.
  var isSkippedWithoutTitle: Bool { mark == .skipped && title == nil }
}
