/// A film with an own or imported record, as searches find it.
package struct RecordedFilm: Sendable {
  /// The film with all stored facts; its origin is ``Film/Origin/own`` or ``Film/Origin/mflix`` if no facts of
  /// sources are stored.
  package let film: Film
  /// The facts of the own record as JSON; those of a film without one are `{}`.
  package let facts: String
  package let imported: ImportedRecord?

  package init(film: Film, facts: String = "{}", imported: ImportedRecord? = nil) {
    self.film = film
    self.facts = facts
    self.imported = imported
  }

  package var records: FilmRecords {
    FilmRecords(own: OwnRecord(film: film.id, json: facts), imported: imported)
  }

  /// `true` if only the records tell facts about the film, as far as facts are stored.
  package var isWithoutSource: Bool { film.origin == .own || film.origin == imported?.source }
}
