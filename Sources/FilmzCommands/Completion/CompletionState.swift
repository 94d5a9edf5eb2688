package import FilmzDomain

/// What a session knows that a line could speak of.
package struct CompletionState: Sendable {
  /// Films of the result set with their numbers.
  package var numbered: [TitledFilm] = []
  /// Films that were searched for, by number.
  package var results: [TitledFilm] = []
  /// Films of the collection, those whose title begins as it was typed before those with an article.
  package var collection: [TitledFilm] = []
  /// Films of a catalog on this machine, the best known first.
  package var catalog: [TitledFilm] = []
  /// Whether there are more films, or files, than stand here.
  package var isCut = false
  /// Names of aliases in the settings.
  package var aliases: [String] = []
  package var tags: [String] = []
  package var recommenders: [String] = []
  /// Names of people of films.
  package var people: [String] = []
  /// The words that name sources of films.
  package var sources: [String] = []
  package var backups: [Completion.Candidate] = []
  /// Files, folders with a `/` at their end.
  package var files: [String] = []

  package init() {}
}
