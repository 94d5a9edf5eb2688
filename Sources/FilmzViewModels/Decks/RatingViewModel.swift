package import FilmzDomain
package import FilmzServices
package import FilmzStore
import Foundation

/// An action on a film of a rating session.
package enum RatingAction: Sendable, Equatable {
  case rate(Rating)
  /// Skips the film, which comes last in later sessions until its rating changes.
  case skip
}

/// The films of a rating session.
package typealias RatingDeck = CardDeck<RatingAction>

/// The result of adding half a point to the last rating.
package enum HalfPointResult: Sendable {
  case added(FilmItem)
  /// No film has been rated in this session.
  case nothingRated
  /// The rating would be above 10.
  case tooHigh(FilmItem)
}

/// The numbers of films of a rating session that were rated, that were skipped, and that remain.
package struct RatingSummary: Sendable, Equatable {
  package let rated: Int
  package let skipped: Int
  package let remaining: Int

  package init(rated: Int, skipped: Int, remaining: Int) {
    (self.rated, self.skipped, self.remaining) = (rated, skipped, remaining)
  }
}

extension CardDeck where Action == RatingAction {
  /// The numbers of rated, skipped, and remaining films.
  package var summary: RatingSummary {
    let ratings = undoEntries.filter { $0.action != .skip }
    return RatingSummary(
      rated: Set(ratings.map(\.position)).count, skipped: undoEntries.count - ratings.count,
      remaining: remaining)
  }

  /// The films that were rated, in the order of the deck, with their newest ratings.
  package var ratedFilms: [FilmItem] {
    let ratings = undoEntries.filter { $0.action != .skip }
    let items = Dictionary(ratings.map { ($0.position, $0.after) }) { $1 }
    return items.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Adds half a point to the last rating.
  package func addHalfPoint() async throws -> HalfPointResult {
    guard let lastEntry = undoEntries.last(where: { $0.action != .skip }),
      let rating = lastEntry.after.entry?.rating
    else { return .nothingRated }
    guard let newRating = Rating(tenths: rating.tenths + 5) else {
      return .tooHigh(lastEntry.after)
    }
    return .added(try await amend(lastEntry, with: .rate(newRating)))
  }
}

/// Starts rating sessions.
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
    (self.services, self.database, self.collection) = (services, database, collection)
    (self.journal, self.state) = (journal, state)
  }

  /// Returns a deck of the collection's films that match a query; films skipped in earlier sessions
  /// come last.
  package func begin(
    _ query: CollectionQuery, in context: CommandContext
  ) async throws -> RatingDeck {
    try await services.cache.refill()
    let store = try await database.openForReading().collection
    let films = try await store.ids(matching: query)
    let skippedFilms = try await store.ratingSkips()
    let (filmSet, skippedSet) = (Set(films), Set(skippedFilms))
    return RatingDeck(
      films: films.filter { !skippedSet.contains($0) } + skippedFilms.filter(filmSet.contains),
      loadCard: loadCard, loadFacts: { await fetchFacts(of: $0, in: context) },
      store: { action, item, _ in try await self.store(action, of: item, in: context) },
      undoStep: { try await journal.undo(step: $0, in: context.step("undo")) },
      newestChange: { try await database.openForReading().collection.newestChange() })
  }

  /// Returns a film of the collection, or `nil` if it has been removed.
  private func loadCard(_ id: FilmID) async throws -> FilmItem? {
    let films = await services.lookup.localFilms([id])
    let assembler = FilmItemAssembler(database: database, lookup: services.lookup)
    guard var item = try await assembler.items([(id, films[id])], needsFacts: false).first,
      item.entry != nil, !item.isHidden
    else { return nil }
    item.number = await state.resultSet?.number(of: item.id)
    return item
  }

  /// Looks up a film, if possible at a service, and returns the item with its facts.
  ///
  /// Returns `nil` if the facts are already complete, the network cannot be used, or the lookup
  /// fails.
  private func fetchFacts(of item: FilmItem, in context: CommandContext) async -> FilmItem? {
    guard item.film?.isComplete != true,
      await services.sources.canUseNetwork(in: context)
    else { return nil }
    guard let film = try? await services.lookup.film(item.id, in: context).value else { return nil }
    var item = item
    item.film = film
    return item
  }

  private func store(
    _ action: RatingAction, of item: FilmItem, in context: CommandContext
  ) async throws -> (item: FilmItem, step: UUID?) {
    let outcome =
      switch action {
      case .rate(let rating):
        try await collection.rateInSession(
          item, rating, in: context.step("rate \(item.id) \(rating.text)"))
      case .skip: try await collection.skipRating(item, in: context.step("rate"))
      }
    return (outcome.items.first ?? item, outcome.step)
  }
}
