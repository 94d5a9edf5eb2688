import FilmzDomain

/// Writes the CSV files that Letterboxd's importer reads: viewings, wanted films, and lists.
///
/// Source: Letterboxd, Importing data.
package struct LetterboxdWriter {
  /// The maximum number of rows of a file.
  ///
  /// Source: contract, Export; Letterboxd refuses larger files.
  package static let maximumRows = 1900

  /// The files written so far.
  private var result = ExportResult(files: [])
  private var losses = LossCounter()

  /// Returns `watched.csv`, `watchlist.csv` if there are wanted films, and a file in the folder `lists` for each list.
  ///
  /// Files of more than ``maximumRows`` rows are divided, and numbered from 1. A film without an IMDb id is written
  /// with its title, and left out if it has none. Episodes are left out.
  package static func export(_ collection: ExportedCollection) -> ExportResult {
    var export = LetterboxdWriter()
    export.appendWatched(collection.films)
    export.appendWatchlist(collection.films)
    var names = ListFileNames()
    for (list, films) in collection.listedFilms {
      export.appendList(films) { names.names(for: list.name, count: $0).map { "lists/" + $0 } }
    }
    export.result.loss = export.losses.loss
    return export.result
  }

  private mutating func appendWatched(_ films: [ExportedFilm]) {
    var rows: [LetterboxdRow] = []
    for film in films where film.entry.isWatched || film.entry.rating != nil {
      guard includes(film) else { continue }
      result.viewings += film.entry.viewings.count
      if film.entry.isWatched { result.films += 1 }
      rows += watchedRows(film)
    }
    appendFiles(rows) { Self.numbered("watched", $0) }
  }

  private mutating func appendWatchlist(_ films: [ExportedFilm]) {
    let wanted = films.filter { film in !film.entry.isWatched && includes(film) }
    result.films += wanted.count
    guard !wanted.isEmpty else { return }
    let rows = wanted.map { LetterboxdRow($0, tags: $0.entry.tags, review: $0.entry.notes) }
    appendFiles(rows) { Self.numbered("watchlist", $0) }
  }

  private mutating func appendList(_ films: [ExportedFilm], names: (Int) -> [String]) {
    let listed = films.filter { includes($0) }
    result.lists += 1
    appendFiles(listed.map { LetterboxdRow($0) }, names: names)
  }

  private mutating func includes(_ film: ExportedFilm) -> Bool {
    // Letterboxd's importer shows the films that it finds by a title without a year.
    losses.includes(film, hasID: film.imdbID != nil, canBeFoundByTitle: film.title != nil)
  }

  // MARK: - Rows

  /// Returns a row for each viewing and, if the last one has another rating or note than the film, a row without a
  /// date.
  ///
  /// The row of the last viewing has the film's tags as well, and the film's rating and note if it has none of its own.
  private mutating func watchedRows(_ film: ExportedFilm) -> [LetterboxdRow] {
    let entry = film.entry
    let viewings = film.viewingsInOrder
    var rows: [LetterboxdRow] = []
    for (index, viewing) in viewings.enumerated() {
      var row = LetterboxdRow(film, tags: viewing.tags, review: viewing.note)
      row.points = losses.points(viewing.rating)
      row.day = losses.day(viewing.date)
      row.isRewatch = index > 0 && viewings[index - 1].date != nil
      rows.append(row)
    }
    let viewingHasRating = viewings.last.map { $0.rating == entry.rating } ?? false
    var further = LetterboxdRow(film)
    further.points = viewingHasRating ? nil : losses.points(entry.rating)
    guard var last = rows.popLast() else { return [further] }
    further.review = entry.notes
    last.tags += entry.tags.filter { tag in !last.tags.contains { $0.isSameTag(as: tag) } }
    last.points = last.points ?? further.points
    last.review = last.review ?? further.review
    if last.points == further.points { further.points = nil }
    if last.review == further.review { further.review = nil }
    rows.append(last)
    if further.points != nil || further.review != nil { rows.append(further) }
    return rows
  }

  // MARK: - Files

  /// Appends files with rows; `names` returns the names of a number of files.
  private mutating func appendFiles(_ rows: [LetterboxdRow], names: (Int) -> [String]) {
    let size = Self.maximumRows
    let starts = Array(stride(from: 0, to: max(rows.count, 1), by: size))
    for (name, start) in zip(names(starts.count), starts) {
      result.files.append(Self.file(name + ".csv", rows[start..<min(start + size, rows.count)]))
    }
  }

  private static func numbered(_ name: String, _ count: Int) -> [String] {
    count == 1 ? [name] : (1...count).map { "\(name)-\($0)" }
  }

  private static let columns = ["imdbID", "Title", "Year", "Rating10", "WatchedDate", "Rewatch", "Tags", "Review"]

  private static func file(_ name: String, _ rows: ArraySlice<LetterboxdRow>) -> ExportFile {
    var csv = CSVBytes(columns: columns, lineBreak: .lf)
    for row in rows { row.append(to: &csv) }
    return ExportFile(name: name, csv)
  }
}

/// A row of a file for Letterboxd's importer.
private struct LetterboxdRow {
  let imdbID: String?
  let title: String?
  let year: Int?
  var points: Int?
  var day: PartialDate?
  /// `true` if there is an earlier viewing of known date; `nil` if the row is not a viewing.
  var isRewatch: Bool?
  var tags: [String]
  var review: String?

  init(_ film: ExportedFilm, tags: [String] = [], review: String? = nil) {
    (imdbID, title, year) = (film.imdbID, film.title, film.year)
    (self.tags, self.review) = (tags, review)
  }

  func append(to csv: inout CSVBytes) {
    csv.append(imdbID)
    csv.append(title)
    csv.append(year)
    csv.append(points)
    csv.append(day?.text)
    csv.append(isRewatch.map { $0 ? "true" : "false" })
    csv.append(tags)
    csv.append(review)
    csv.endRecord()
  }
}
