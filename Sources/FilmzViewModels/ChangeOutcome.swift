package import FilmzDomain
package import Foundation

/// What a change of the collection did.
package struct ChangeOutcome: Sendable {
  /// The films it was about, as they are now.
  package var items: [FilmItem]
  /// Films that came into the collection with it.
  package var added: Set<FilmID> = []
  /// Films as they were before, by id.
  package var before: [FilmID: CollectionEntry] = [:]
  /// Why some films were not changed while the others were, by id.
  package var refusals: [FilmID: String] = [:]
  /// What everybody has to be told.
  package var warnings: [String] = []
  /// The change's step in the journal; nothing where nothing changed.
  package var step: UUID?
}

/// What is mine of a film, given when it is added.
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
