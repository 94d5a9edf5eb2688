package import FilmzDomain

/// The data of a session from which a word is completed.
package struct CompletionState: Sendable {
  /// Films of the result set that can be completed by their numbers.
  package var numberedFilms: [TitledFilm] = []
  /// Films of the result set that can be completed by their titles.
  package var resultFilms: [TitledFilm] = []
  /// Films of the collection; for each of ``TitlePrefix/keys``, those whose title begins with the key
  /// precede those whose title begins with an article and the key.
  package var collectionFilms: [TitledFilm] = []
  /// Films of the catalog; for each of ``TitlePrefix/keys``, the most popular first.
  package var catalogFilms: [TitledFilm] = []
  /// Films of the catalog with a local title that begins with the first of ``TitlePrefix/keys`` that finds
  /// any; the title of each is the local title or, if the catalog does not store it, the title.
  package var localTitleFilms: [TitledFilm] = []
  /// `true` if there may be more films or files than this state contains.
  package var isTruncated = false
  /// The names of aliases in the settings.
  package var aliases: [String] = []
  package var tags: [String] = []
  package var recommenders: [String] = []
  package var platforms: [String] = []
  /// The smart collections, with `@`.
  package var smartCollections: [Completion.Candidate] = []
  /// The names of the user's own lists, or of those that the user follows.
  package var lists: [String] = []
  /// The names of people who took part in films.
  package var people: [String] = []
  /// The values of `--source`.
  package var sources: [String] = []
  /// The views that a query can read, and the columns of those that it names.
  package var queryNames: [Completion.Candidate] = []
  package var backups: [Completion.Candidate] = []
  /// The paths of files; those of folders end with `/`.
  package var files: [String] = []

  package init() {}
}
