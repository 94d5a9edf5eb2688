package import FilmzDomain
package import Foundation

/// What a change of the collection did.
package struct ChangeOutcome: Sendable {
  /// The films that were given, as they are now.
  package var items: [FilmItem]
  /// Films that came into the collection with it.
  package var added: Set<FilmID> = []
  /// Films as they were before, by id.
  package var before: [FilmID: CollectionEntry] = [:]
  /// Why some films were not changed while the others were, by id.
  package var refusals: [FilmID: String] = [:]
  /// The change's step in the journal; `nil` if nothing changed.
  package var step: UUID?
}

/// The user's own data of a film that is added.
package struct NewEntry: Sendable {
  package var isWatched = false
  package var date: PartialDate?
  package var rating: Rating?
  package var audience: Audience?
  package var recommendedBy: String?
  package var notes: String?
  package var tags: [String] = []

  package init() {}
}
