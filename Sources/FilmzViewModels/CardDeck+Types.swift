import FilmzDomain
package import Foundation

extension CardDeck {
  /// An action that was performed, with the data that is needed to undo it.
  package struct UndoEntry: Sendable {
    package let action: Action
    /// The film before the action.
    package let before: FilmItem
    /// The film after the action.
    package let after: FilmItem
    /// `true` if the action was performed on an earlier card and did not advance the deck.
    package let isAmendment: Bool
    /// The index of the card in the deck.
    let position: Int
    /// The step in the journal; `nil` if nothing changed.
    let step: UUID?

    /// `true` if the action changed the collection.
    package var hasChanged: Bool { step != nil }
  }

  /// A change of the deck in the background.
  package enum Event: Sendable {
    /// The facts of the current card have changed.
    case cardChanged(DeckCard)
    /// The next page could not be loaded; it is requested again with the next card.
    case pageFailed(any Error)
  }

  /// Stores an action on a film, as a part of a step of the journal if there is one, and returns the film
  /// with the action applied and the step.
  package typealias Store =
    @Sendable (
      _ action: Action, _ item: FilmItem, _ step: UUID?
    ) async throws -> (item: FilmItem, step: UUID?)
}

extension FilmItem {
  /// Returns whether the user's data of the same film are equal, except those that filmz finds by itself.
  func hasSameUserData(as other: FilmItem) -> Bool {
    entry.map(\.withoutFoundValues) == other.entry.map(\.withoutFoundValues)
      && (skip == nil) == (other.skip == nil)
  }
}

extension CollectionEntry {
  /// The entry without the values that a better known id or title changes.
  fileprivate var withoutFoundValues: CollectionEntry {
    var entry = CollectionEntry(id: FilmID(unchecked: ""), caption: nil, addedAt: addedAt)
    entry.rating = rating
    entry.audience = audience
    entry.recommendedBy = recommendedBy
    entry.notes = notes
    entry.tags = tags
    entry.platform = platform
    entry.viewings = viewings.map { viewing in
      var copy = Viewing(id: viewing.id, film: entry.id, date: viewing.date)
      copy.rating = viewing.rating
      copy.note = viewing.note
      copy.tags = viewing.tags
      return copy
    }
    return entry
  }
}
