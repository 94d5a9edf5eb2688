import FilmzDomain
import FilmzExchange

/// What the files of an import contain.
struct ImportContent: Sendable {
  var report = ImportReport()
  var collector: ImportCollector
  /// The subjects of archives of filmz.
  var archived: [ArchivedSubject] = []

  init(includesEpisodes: Bool) { collector = ImportCollector(includesEpisodes: includesEpisodes) }

  func fileName(of row: LocatedRow) -> String { report.files[row.file].name }

  /// Adds to the report that a film was found although its title or year differs.
  mutating func addLooseMatch(
    of film: ImportedFilm, _ id: FilmID, _ differences: MatchDifferences
  ) {
    guard let row = film.rows.first else { return }
    report.looseMatches.append(
      .init(
        file: fileName(of: row), line: row.line, film: film.film, id: id,
        differences: differences))
  }

  /// Adds to the report that a film was not found.
  mutating func addUnmatched(
    _ film: ImportedFilm, _ reason: ImportReport.UnmatchedFilm.Reason,
    _ candidates: [MatchCandidate]
  ) {
    guard let row = film.rows.first else { return }
    report.unmatched.append(
      .init(
        file: fileName(of: row), line: row.line, title: film.film.title ?? film.film.originalTitle,
        year: film.film.year, reason: reason, candidates: candidates))
  }
}
