package import FilmzDomain
import FilmzServices
import FilmzStore
import Foundation

// Fetches, in the background, the facts about films that were added to the collection or skipped without facts.
extension CollectionViewModel {
  /// The number of requests per day that ``fetchMissingFacts(limit:in:)`` leaves for commands.
  private static let reservedRequests = 200

  /// Waits until all facts have been fetched, and cancels the remaining requests after `limit`.
  ///
  /// - Returns: The number of films whose requests were cancelled.
  @discardableResult
  package func finishFetchingFacts(within limit: Duration) async -> Int {
    await viewModels.factQueue.finish(within: limit)
  }

  /// Starts fetching the facts about the films that a step added, or skipped without a title.
  ///
  /// Sets the captions of films that have none, as part of the same step. Does nothing if the
  /// network cannot be used, and for films whose details the command itself could not fetch. Errors are
  /// ignored.
  func fetchFacts(of outcome: ChangeOutcome, continuing step: UUID, in context: CommandContext) async {
    guard await services.sources.canUseNetwork(in: context) else { return }
    let items = outcome.items.filter { item in
      (outcome.added.contains(item.id) || item.isSkippedWithoutTitle) && !item.isUnidentified
    }
    let idsWithoutCaption = Set(items.filter { ($0.entry?.caption ?? $0.skip?.caption) == nil }.map(\.id))
    await viewModels.factQueue.add(items.map(\.id)) { id in
      guard let film = try? await services.lookup.film(id, in: context).value, idsWithoutCaption.contains(id)
      else { return }
      // If the caption cannot be set, the next change of the film sets it.
      try? await setCaption(from: film, continuing: step, in: context)
    }
  }

  /// Starts fetching the facts about up to `limit` films in the collection that have no facts, the
  /// most recently added ones first.
  ///
  /// Films have no facts if, for example, they were added offline. Does nothing if the command runs
  /// offline, or if all services have a daily limit and at most ``reservedRequests`` requests left today. Errors are
  /// ignored.
  package func fetchMissingFacts(limit: Int, in context: CommandContext) async {
    guard await services.sources.canUseNetwork(in: context, reserving: Self.reservedRequests),
      let store = try? await database.openForReading().collection,
      let ids = try? await store.idsWithoutFacts(limit: limit), !ids.isEmpty
    else { return }
    let steps = (try? await store.insertionSteps(of: ids)) ?? [:]
    await viewModels.factQueue.add(ids) { id in
      guard let film = try? await services.lookup.film(id, in: context).value, let step = steps[id] else { return }
      try? await setCaption(from: film, continuing: step, in: context)
    }
  }

  /// Sets the caption of a film that a step added or skipped without one, as part of that step.
  ///
  /// `film` may have another id than the one under which it was added.
  private func setCaption(from film: Film, continuing step: UUID, in context: CommandContext) async throws {
    let collection = try await database.openForWriting().collection
    let context = context.step("")
    try await collection.apply(context.line, at: context.now, continuing: step) { transaction in
      let id = try transaction.canonicalID(of: film.id)
      let caption = Caption(title: film.title, year: film.year)
      try transaction.completeSkip(of: id, with: caption)
      guard try transaction.isInserted(id, by: step), let entry = try transaction.entry(id), entry.caption == nil
      else { return }
      try transaction.update(id) { $0.caption = caption }
    }
  }
}

extension FilmItem {
  /// `true` if the film is skipped, and nothing is known about it but its id.
  var isSkippedWithoutTitle: Bool { mark == .skipped && title == nil }
}
