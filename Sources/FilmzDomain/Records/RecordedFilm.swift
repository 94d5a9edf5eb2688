/// A film with an own record.
package struct RecordedFilm: Sendable {
  /// The film with its own facts; its origin is ``Film/Origin/own`` if no facts of sources are stored.
  package let film: Film
  /// The facts of the own record as JSON.
  package let facts: String

  package init(film: Film, facts: String) {
    self.film = film
    self.facts = facts
  }

  package var record: OwnRecord { OwnRecord(film: film.id, json: facts) }
}
