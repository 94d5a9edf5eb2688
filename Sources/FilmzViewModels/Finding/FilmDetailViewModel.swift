package import FilmzDomain
import FilmzServices
import FilmzStore
package import Foundation

/// A film with everything that is shown about it.
package struct FilmDetail: Sendable {
  package let item: FilmItem
  /// `true` if the facts were fetched from a service and are not fresh (see ``Freshness``).
  package let isStale: Bool
  /// The time at which the film is shown.
  package var shownAt = Date()
  /// The time since the facts were fetched as text, such as `today` or `40 days ago`; `nil` if they come from a local
  /// source.
  package let age: String?
  /// The film's other ids.
  package var aliases: [FilmID] = []
  /// The names of the lists that have the film, sorted.
  package var lists: [String] = []
  /// The newest comments on the film, at most ``maximumComments``, newest first.
  package var newestComments: [FilmComment] = []
  /// The names of the services from which the facts come, in order of precedence; empty if they come from a local
  /// catalog.
  package var serviceNames: [String] = []

  /// The maximum number of comments that are shown with a film.
  static let maximumComments = 2
}

/// The result of fetching the facts about films again.
package struct RefreshOutcome: Sendable {
  /// The films whose facts were fetched, with the new facts.
  package var items: [FilmItem] = []
  /// The films whose facts could not be fetched, with the errors.
  package var failures: [(item: FilmItem, failure: any UserFacingError)] = []
  /// The errors of services from which ``items`` lack facts, without duplicates.
  package var warnings: [Warning] = []
}

/// Shows films and refreshes their facts.
package struct FilmDetailViewModel: ViewModel {
  let viewModels: ViewModels

  /// The maximum number of films whose facts are fetched concurrently.
  private static let maximumTasks = 4

  /// Shows a film and selects it.
  ///
  /// A film that is in the collection or has known facts is shown even if no source has it.
  ///
  /// - Throws: ``ViewModelError/filmIsHidden``, or the error of a source.
  package func show(
    _ item: FilmItem, refresh: Bool, in context: CommandContext
  ) async throws -> SourceResult<FilmDetail> {
    let result = try await fetchFacts(of: item, refresh: refresh, context)
    let collection = try await database.openForReading().collection
    guard var item = try await assembler.markingHidden([result.value], collection).first, !item.isHidden
    else { throw ViewModelError.filmIsHidden }
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
      item.commentCount == 0 ? [] : try? await collection?.comments(of: item.id, limit: FilmDetail.maximumComments)
    return FilmDetail(
      item: item, isStale: fetchedAt != nil && !isFresh, shownAt: now(),
      age: fetchedAt.map { Freshness.age(of: $0, at: now()) },
      aliases: (try? await collection?.aliases(of: item.id)) ?? [],
      lists: (try? await collection?.names(ofListsWithAny: [item.id])) ?? [],
      newestComments: comments ?? [], serviceNames: serviceNames(of: item.film))
  }

  private func serviceNames(of film: Film?) -> [String] {
    (film?.detailOrigins ?? []).compactMap { services.sources.source($0)?.name }
  }

  /// Returns the film with the merged facts of all sources.
  ///
  /// If the sources fail or do not have the film, returns the film unchanged, with a warning.
  ///
  /// - Throws: The error of the sources if the film has neither facts nor a mark.
  private func fetchFacts(
    of item: FilmItem, refresh: Bool, _ context: CommandContext
  ) async throws -> SourceResult<FilmItem> {
    // No service can be asked for a title and a year only.
    let refresh = refresh && !item.id.isNamed
    do {
      let result = try await services.lookup.film(item.id, coverage: .allServices, refresh: refresh, in: context)
      let shownItem = try await self.item(item, with: result.value)
      return result.map { _ in shownItem }
    } catch let failure as any UserFacingError {
      guard item.mark != nil || item.film != nil else { throw failure }
      if item.id.isNamed, failure is UnknownFilmError { return SourceResult(value: item) }
      guard failure.exitCategory == .unavailable else { return SourceResult(value: item, warnings: [Warning(failure)]) }
      let warning = Warning(failure, consequence: "the details are from local data")
      return SourceResult(value: item, warnings: [refresh ? warning.shownEachTime : warning], isFallback: true)
    }
  }

  /// Returns an item with the facts of a source.
  ///
  /// If the film is not in the collection under the item's id, the item gets its canonical id, which may be known only
  /// from these facts.
  private func item(_ item: FilmItem, with film: Film) async throws -> FilmItem {
    if film.id == item.id, film.otherIDs.isEmpty {
      var item = item
      item.film = film
      return item
    }
    let id = item.entry == nil ? film.id : item.id
    guard var canonicalItem = try await assembler.items([(id, film)], needsFacts: false).first else { return item }
    canonicalItem.film = film
    canonicalItem.number = item.number
    canonicalItem.alsoKnownAs = item.alsoKnownAs
    canonicalItem.match = item.match
    return canonicalItem
  }

  /// Returns the remedy for a film without a plot.
  ///
  /// Returns `nil` if the film has a plot, the user has set its plot, no service can have the film, or a service that may
  /// have the plot is configured.
  package func remedyForMissingPlot(of film: FilmDetail) async -> Remedy? {
    let hasOwnPlot = film.item.film?.ownFields.contains(.plot) == true
    guard film.item.film?.plot == nil, !film.item.id.isOwn, !film.item.id.isNamed, !hasOwnPlot else { return nil }
    return await services.sources.remedyForMissingDetails()
  }

  /// Returns the names of the services that have reported that today's limit is reached.
  package func exhaustedServices() async -> [String] { await services.sources.exhaustedServices() }

  /// Returns the films of the collection that have no fresh facts and whose ids a service can look up, without hidden
  /// films.
  ///
  /// Films whose facts were never fetched come first, then those with the oldest facts.
  package func staleFilms() async throws -> [FilmItem] {
    let freshPeriod = Freshness.freshPeriod(at: now(), days: await settings().cacheDays)
    let ids = try await database.openForReading().collection.ids(notFetchedWithin: freshPeriod)
    let supportedIDs = ids.filter { id in services.sources.networkSources.contains { $0.supports(id) } }
    return try await assembler.items(supportedIDs.map { ($0, nil) }).filter { !$0.isHidden }
  }

  /// Fetches the facts about films again, with a few concurrent requests.
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
    _ items: [FilmItem], in context: CommandContext, progress: @escaping @Sendable (Int) -> Void = { _ in }
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
      let failure = outcome.failureOfAllFilms(after: earlierFailureCount, batchSize: batch.count)
      if let failure {
        outcome.failures += remainingItems.map { ($0, failure) }
        break
      }
      progress(items.count - remainingItems.count)
    }
    return outcome
  }

  private func refresh(_ item: FilmItem, _ context: CommandContext) async -> Result<SourceResult<Film>, any Error> {
    guard !item.id.isNamed else { return .failure(ViewModelError.knownByTitleOnly) }
    do {
      return .success(try await services.lookup.refresh(item.id, in: context))
    } catch {
      return .failure(error)
    }
  }
}

extension RefreshOutcome {
  fileprivate mutating func add(_ result: Result<SourceResult<Film>, any Error>, of item: FilmItem) {
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
  /// A network error concerns all films if all requests of the batch failed with network errors.
  fileprivate func failureOfAllFilms(after earlierFailureCount: Int, batchSize: Int) -> (any UserFacingError)? {
    let newFailures = failures[earlierFailureCount...].map(\.failure)
    if let failure = newFailures.first(where: \.concernsAllFilms) { return failure }
    let isNetworkDown = newFailures.count == batchSize && newFailures.allSatisfy(\.isNetworkError)
    return isNetworkDown ? newFailures.first : nil
  }
}

extension UserFacingError {
  /// `true` if requests for other films would fail as well.
  fileprivate var concernsAllFilms: Bool { (self as? ServiceError)?.concernsAllFilms ?? false }

  fileprivate var isNetworkError: Bool {
    if case .networkError = (self as? ServiceError)?.cause { true } else { false }
  }
}
