package import FilmzDomain
package import FilmzServices
package import FilmzStore
import Foundation

/// What is done with one film of a rating session.
package enum RatingAction: Sendable, Equatable {
  case rate(Rating)
  /// Leaves the film for a later session, where it comes last.
  case skip
}

/// A rating session.
package typealias RatingDeck = CardDeck<RatingAction>

/// What adding half a point did.
package enum HalfPointResult: Sendable {
  case added(FilmItem)
  /// There is no rating that was given in this session.
  case nothingRated
  /// The rating would be above 10.
  case tooHigh(FilmItem)
}

/// The number of films that were rated, skipped and left in a rating session.
package struct RatingSummary: Sendable, Equatable {
  package let rated: Int
  package let skipped: Int
  package let left: Int

  package init(rated: Int, skipped: Int, left: Int) {
    self.rated = rated
    self.skipped = skipped
    self.left = left
  }
}

extension CardDeck where Action == RatingAction {
  package var summary: RatingSummary {
    let ratings = entries.filter { $0.action != .skip }
    return RatingSummary(
      rated: Set(ratings.map(\.position)).count, skipped: entries.count - ratings.count,
      left: remaining)
  }

  /// The films that were rated, in their order, as they are now.
  package var ratedFilms: [FilmItem] {
    let ratings = entries.filter { $0.action != .skip }
    let items = Dictionary(ratings.map { ($0.position, $0.after) }) { $1 }
    return items.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Adds half a point to the rating that was given last.
  package func addHalf() async throws -> HalfPointResult {
    guard let last = entries.last(where: { $0.action != .skip }), let old = last.after.entry?.rating
    else { return .nothingRated }
    guard let new = Rating(tenths: old.tenths + 5) else { return .tooHigh(last.after) }
    return .added(try await amend(last, with: .rate(new)))
  }
}

/// Rating film by film.
package struct RatingViewModel: Sendable {
  private let services: FilmServices
  private let database: CollectionDatabase
  private let collection: CollectionViewModel
  private let journal: JournalViewModel
  private let state: BrowsingState

  package init(
    services: FilmServices, database: CollectionDatabase, collection: CollectionViewModel,
    journal: JournalViewModel, state: BrowsingState
  ) {
    self.services = services
    self.database = database
    self.collection = collection
    self.journal = journal
    self.state = state
  }

  /// Begins with films of the collection; those that were skipped before come last.
  package func begin(
    _ query: CollectionQuery, in context: CommandContext
  ) async throws -> RatingDeck {
    try await services.cache.refill()
    let store = try await database.openForReading().collection
    let films = try await store.ids(matching: query)
    let skipped = try await store.ratingSkips()
    let (wanted, isSkipped) = (Set(films), Set(skipped))
    return RatingDeck(
      films: films.filter { !isSkipped.contains($0) } + skipped.filter(wanted.contains),
      loadCard: load, loadFacts: { await facts(of: $0, in: context) },
      store: { try await self.store($0, of: $1, in: context) },
      undoStep: { try await journal.undo(step: $0, in: context.step("undo")) })
  }

  /// Gives a film of the collection, or `nil` if it was removed.
  private func load(_ id: FilmID) async throws -> FilmItem? {
    let facts = await services.lookup.localFilms([id])
    let loader = FilmItemAssembler(database: database, lookup: services.lookup)
    guard var item = try await loader.items([(id, facts[id])], needsFacts: false).first,
      item.entry != nil
    else { return nil }
    item.index = await state.resultSet?.number(of: item.id)
    return item
  }

  private func facts(of item: FilmItem, in context: CommandContext) async -> Film? {
    guard item.film?.isComplete != true,
      await services.sources.canAskNetwork(in: context)
    else { return nil }
    return try? await services.lookup.film(item.id, in: context).value
  }

  private func store(
    _ action: RatingAction, of item: FilmItem, in context: CommandContext
  ) async throws -> (item: FilmItem, step: UUID?) {
    let outcome =
      switch action {
      case .rate(let rating):
        try await collection.rate(
          item, again: rating, in: context.step("rate \(item.id) \(rating.text)"))
      case .skip: try await collection.skipRating(item, in: context.step("rate"))
      }
    return (outcome.items.first ?? item, outcome.step)
  }
}
