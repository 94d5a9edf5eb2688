import FilmzDomain
import FilmzServices
import FilmzStore
import Foundation

extension CollectionViewModel {
  /// Requests of the day that are left to the user, whatever is fetched unasked.
  private static let spared = 200

  /// Waits for facts that are still being fetched; what is not here by then comes another time.
  ///
  /// - Returns: For how many films that is so.
  package func finishFetching(within limit: Duration) async -> Int {
    await details.finish(within: limit)
  }

  /// Fetches, behind the prompt, the facts of films that a step brought in.
  func fetchDetails(of outcome: ChangeOutcome, continuing step: UUID, offline: Bool) async {
    let context = CommandContext.background(at: now())
    guard !offline, await services.sources.canAskNetwork(in: context) else { return }
    let entries = Dictionary(outcome.items.map { ($0.id, $0.entry) }) { first, _ in first }
    await details.add(outcome.items.map(\.id).filter(outcome.added.contains)) { id in
      guard let film = try? await services.lookup.film(id, in: context).value,
        let entry = entries[id] ?? nil, entry.caption == nil
      else { return }
      // Where this fails the caption comes with the next change of the film.
      try? await giveCaption(id, from: film, continuing: step)
    }
  }

  /// Fetches, behind the prompt, facts of films that came in while nobody could be asked.
  ///
  /// Films that were added last come first; nothing is said where nobody answers now either.
  package func completeDetails(atMost limit: Int, offline: Bool) async {
    let context = CommandContext.background(at: now())
    guard !offline, await services.sources.canAskNetwork(in: context, sparing: Self.spared),
      let store = try? await library.reading().collection,
      let ids = try? await store.idsWithoutFacts(limit: limit), !ids.isEmpty
    else { return }
    let steps = (try? await store.stepsOfInsertion(ids)) ?? [:]
    await details.add(ids) { id in
      guard let film = try? await services.lookup.film(id, in: context).value, let step = steps[id]
      else { return }
      try? await giveCaption(id, from: film, continuing: step)
    }
  }

  /// Gives a film that came in as a bare id its caption, as part of the step that brought it.
  private func giveCaption(_ id: FilmID, from film: Film, continuing step: UUID) async throws {
    let collection = try await library.writing().collection
    try await collection.apply("", at: now(), continuing: step) { transaction in
      guard try transaction.isThere(id, by: step), let entry = try transaction.entry(id),
        entry.caption == nil
      else { return }
      try transaction.update(id) { $0.caption = Caption(title: film.title, year: film.year) }
    }
  }
}
