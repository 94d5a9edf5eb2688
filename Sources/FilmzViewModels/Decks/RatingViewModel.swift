package import FilmzDomain
import FilmzServices
import FilmzStore
import Foundation

/// An action on a film of a rating session.
package enum RatingAction: Sendable, Equatable {
  case rate(Rating)
  /// Skips the film; as long as its rating stays the same, it comes last in later sessions.
  case skip
}

/// The deck of a rating session.
package typealias RatingDeck = CardDeck<RatingAction>

/// The result of adding half a point to the last rating.
package enum HalfPointResult: Sendable {
  case added(FilmItem)
  /// No film has been rated in this session.
  case nothingRated
  /// The rating would be above 10.
  case tooHigh(FilmItem)
}

/// The numbers of films of a rating session that were rated, were skipped, and remain.
package struct RatingSummary: Sendable, Equatable {
  package let rated: Int
  /// The number of rated films that have got a viewing of unknown date.
  package var seen = 0
  package let skipped: Int
  package let remaining: Int
}

extension CardDeck where Action == RatingAction {
  package var summary: RatingSummary {
    let ratings = undoEntries.filter { $0.action != .skip }
    let rated = Set(ratings.map(\.position))
    let seen = ratings.filter { $0.after.entry?.isWatched == true && $0.before.entry?.isWatched == false }
    let skipped = Set(undoEntries.map(\.position)).subtracting(rated)
    return RatingSummary(
      rated: rated.count, seen: seen.count, skipped: skipped.count,
      remaining: films.count - rated.count - skipped.count)
  }

  /// The films that were rated, in the order of the deck, with their newest ratings.
  package var ratedFilms: [FilmItem] { Self.films(after: undoEntries.filter { $0.action != .skip }) }

  /// Adds half a point or half a star to the last rating.
  package func addHalfPoint(on scale: RatingScale = .points) async throws -> HalfPointResult {
    guard let lastEntry = undoEntries.last(where: { $0.action != .skip }), let rating = lastEntry.after.entry?.rating
    else { return .nothingRated }
    guard let newRating = Rating(tenths: rating.tenths + scale.unit / 2) else { return .tooHigh(lastEntry.after) }
    return .added(try await amend(lastEntry, with: .rate(newRating)))
  }
}

/// Starts rating sessions.
package struct RatingViewModel: ViewModel {
  let viewModels: ViewModels

  /// Returns a deck of the films of the collection that match a query; those that were skipped in earlier sessions come
  /// last.
  ///
  /// `addsViewings` has the same meaning as in ``CollectionViewModel/rate(_:_:addsViewings:in:)``.
  package func begin(
    _ query: CollectionQuery, addsViewings: Bool = true, in context: CommandContext
  ) async throws -> RatingDeck {
    try await services.lookup.refillCache()
    let store = try await database.openForReading().collection
    let films = try await store.ids(matching: query)
    let skippedFilms = try await store.ratingSkips()
    let (filmSet, skippedSet) = (Set(films), Set(skippedFilms))
    return RatingDeck(
      films: films.filter { !skippedSet.contains($0) } + skippedFilms.filter(filmSet.contains),
      loadCard: loadCard, loadFacts: { await fetchFacts(of: $0, in: context) },
      store: { action, item, _ in try await self.store(action, of: item, addsViewings: addsViewings, in: context) },
      undoStep: { try await viewModels.journal.undo(step: $0, in: context.step("undo")) },
      newestChange: { try await database.openForReading().collection.newestChange() })
  }

  /// Returns a film of the collection; `nil` if it has been removed, or is hidden.
  private func loadCard(_ id: FilmID) async throws -> FilmItem? {
    let films = await services.lookup.localFilms([id])
    guard var item = try await assembler.items([(id, films[id])], needsFacts: false).first,
      item.entry != nil, !item.isHidden
    else { return nil }
    item.number = await state.resultSet?.number(of: item.id)
    return item
  }

  /// Looks up a film with incomplete facts, and returns it with the facts that were found.
  ///
  /// Returns `nil` if the facts are complete already, the network cannot be used, or the lookup
  /// fails.
  private func fetchFacts(of item: FilmItem, in context: CommandContext) async -> FilmItem? {
    guard item.film?.isComplete != true, await services.sources.canUseNetwork(in: context),
      let film = try? await services.lookup.film(item.id, in: context).value
    else { return nil }
    var item = item
    item.film = film
    return item
  }

  private func store(
    _ action: RatingAction, of item: FilmItem, addsViewings: Bool, in context: CommandContext
  ) async throws -> (item: FilmItem, step: UUID?) {
    let outcome =
      switch action {
      case .rate(let rating):
        try await viewModels.collection.rateInSession(
          item, rating, addsViewings: addsViewings,
          in: context.step("rate \(item.id) \(rating.text)" + (addsViewings ? "" : " --no-viewing")))
      case .skip: try await viewModels.collection.skipRating(item, in: context.step("rate"))
      }
    return (outcome.items.first ?? item, outcome.step)
  }
}
