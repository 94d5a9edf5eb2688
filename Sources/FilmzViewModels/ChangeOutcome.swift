package import FilmzDomain
package import Foundation

/// The result of a change to films of the collection.
package struct ChangeOutcome: Sendable {
  /// All films that were to be changed, with their entries after the change.
  package var items: [FilmItem]
  /// The films that were added to the collection.
  package var added: Set<FilmID> = []
  /// The entries before the change, by id.
  package var before: [FilmID: CollectionEntry] = [:]
  /// The marks before the change, by id; films without a mark are left out.
  package var marksBefore: [FilmID: Mark] = [:]
  /// The messages that say why films were not changed, by id.
  package var refusals: [FilmID: String] = [:]
  /// The films that were added to a list, or moved in it; empty for other changes.
  package var placed: Set<FilmID> = []
  /// `true` if the change succeeds although some films were not changed, provided that others were.
  package var allowsRefusals = false
  /// The step in the journal; `nil` if nothing changed.
  package var step: UUID?

  /// The films that were changed.
  package var changedItems: [FilmItem] { items.filter { refusals[$0.id] == nil } }
}

/// The user's data for a film that is added to the collection.
package struct NewEntry: Sendable {
  /// `true` to add a viewing.
  package var isWatched = false
  /// The date of the viewing; ignored if `isWatched` is `false`.
  package var date: PartialDate?
  package var rating: Rating?
  package var audience: Audience?
  package var recommendedBy: String?
  package var notes: String?
  package var tags: [String] = []

  package init() {}
}
