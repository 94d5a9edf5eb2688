package import FilmzDomain
import FilmzServices
import FilmzStore
import Foundation

/// Fetches details of films in the background, for films that came into the collection without them.
package struct DetailFetcher: Sendable {
  /// Requests of the day that ``complete(atMost:in:)`` leaves to the user.
  private static let reservedRequests = 200

  private let services: FilmServices
  private let database: CollectionDatabase
  private let queue = DetailQueue()

  init(services: FilmServices, database: CollectionDatabase) {
    self.services = services
    self.database = database
  }

  /// Waits until all details are here, and gives up those that take longer than `limit`.
  ///
  /// - Returns: How many films were given up.
  @discardableResult
  package func finish(within limit: Duration) async -> Int { await queue.finish(within: limit) }

  /// Begins to fetch the details of the films that a step brought in.
  func fetch(
    of outcome: ChangeOutcome, continuing step: UUID, in context: CommandContext
  ) async {
    guard await services.sources.canAskNetwork(in: context) else { return }
    let entries = Dictionary(outcome.items.map { ($0.id, $0.entry) }) { first, _ in first }
    await queue.add(outcome.items.map(\.id).filter(outcome.added.contains)) { id in
      guard let film = try? await services.lookup.film(id, in: context).value,
        let entry = entries[id] ?? nil, entry.caption == nil
      else { return }
      // If this fails, the next change of the film sets the caption.
      try? await setCaption(id, from: film, continuing: step, in: context)
    }
  }

  /// Begins to fetch the details of films that came in while the network could not be asked, those
  /// added last first.
  ///
  /// Errors are ignored.
  package func complete(atMost limit: Int, in context: CommandContext) async {
    guard await services.sources.canAskNetwork(in: context, sparing: Self.reservedRequests),
      let store = try? await database.openForReading().collection,
      let ids = try? await store.idsWithoutFacts(limit: limit), !ids.isEmpty
    else { return }
    let steps = (try? await store.stepsOfInsertion(ids)) ?? [:]
    await queue.add(ids) { id in
      guard let film = try? await services.lookup.film(id, in: context).value, let step = steps[id]
      else { return }
      try? await setCaption(id, from: film, continuing: step, in: context)
    }
  }

  /// Sets the caption of a film that came in as a bare id, as part of the step that brought it in.
  private func setCaption(
    _ id: FilmID, from film: Film, continuing step: UUID, in context: CommandContext
  ) async throws {
    let collection = try await database.openForWriting().collection
    let context = context.step("")
    try await collection.apply(context.line, at: context.now, continuing: step) { transaction in
      guard try transaction.isThere(id, by: step), let entry = try transaction.entry(id),
        entry.caption == nil
      else { return }
      try transaction.update(id) { $0.caption = Caption(title: film.title, year: film.year) }
    }
  }
}
