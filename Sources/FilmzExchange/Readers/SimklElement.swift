import FilmzDomain

// The export of Simkl in JSON: an object with arrays of movies, shows and anime.
extension LenientJSON {
  private static let simklMembers = ["movies", "shows", "anime"]

  /// `true` if the object has films with a status of Simkl.
  var isExportOfSimkl: Bool { simklFilms.contains { $0.text("status") != nil && $0.simklFilm != nil } }

  private var simklFilms: [LenientJSON] { Self.simklMembers.flatMap { objects($0) ?? [] } }

  private var simklFilm: (film: NamedFilm, problems: [RowProblem])? {
    object("movie")?.film(.movie, kind: .movie) ?? object("show")?.film(.series, kind: .tv)
  }

  /// Returns a row for each film; a series has no viewings, because its day is the day of an episode.
  func simklRows() throws(RowProblem) -> [ImportedRow] {
    let rows = simklFilms.compactMap(\.simklRow)
    guard !rows.isEmpty else { throw .noFilm }
    return rows
  }

  private var simklRow: ImportedRow? {
    guard let (film, problems) = simklFilm, !film.ids.isEmpty || film.title != nil else { return nil }
    var values = CheckedJSON(self)
    var row = ImportedRow(film: film)
    row.rating = values.rating("user_rating").flatMap { $0.tenths > 0 ? $0 : nil }
    row.note = text("memo").nonBlankText ?? object("memo")?.text("text").nonBlankText
    row.date = values.date("user_rated_at")
    row.addedOn = values.date("added_to_watchlist_at")
    let viewed = values.date("last_watched_at")
    let isStarted = row.rating != nil || viewed != nil || (integer("watched_episodes_count") ?? 0) > 0
    let mark = ServiceValues.simklMark(text("status") ?? "", hasHistory: isStarted)
    (row.isSeen, row.isWanted, row.isSkipped) = (mark == .seen, mark == .wanted, mark == .skipped)
    if row.isSeen, film.type == .movie { row.viewing = viewed.map { ImportedViewing(date: $0) } }
    row.leftOut = problems + values.problems
    return row
  }
}
