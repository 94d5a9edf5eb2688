package import FilmzDomain

/// The data of a session that completions are taken from.
package struct CompletionState: Sendable {
  /// Films of the result set that can be completed by their numbers.
  package var numberedFilms: [TitledFilm] = []
  /// Films of the result set that can be completed by their titles.
  package var resultFilms: [TitledFilm] = []
  /// Films of the collection; those whose title begins with the typed text precede those that match
  /// without their leading article.
  package var collectionFilms: [TitledFilm] = []
  /// Films of a local catalog, the most popular first.
  package var catalogFilms: [TitledFilm] = []
  /// `true` if there are more films or files than are listed here.
  package var isTruncated = false
  /// The names of aliases in the settings.
  package var aliases: [String] = []
  package var tags: [String] = []
  package var recommenders: [String] = []
  /// The names of people who took part in films.
  package var people: [String] = []
  /// The values of `--source`.
  package var sources: [String] = []
  package var backups: [Completion.Candidate] = []
  /// The paths of files; those of folders end with `/`.
  package var files: [String] = []

  package init() {}
}
