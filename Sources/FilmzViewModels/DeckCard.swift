/// A film of a deck, and its position in the deck.
package struct DeckCard: Sendable {
  package let item: FilmItem
  /// The number of the card, from 1.
  package let number: Int
  /// The number of cards loaded so far.
  package let total: Int
}
