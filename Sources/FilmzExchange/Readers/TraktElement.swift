import FilmzDomain

/// An element of a JSON file of Trakt's export.
///
/// Source: exports of Trakt. Files are told apart by the members of their elements; only a watchlist is known by the
/// name of its file.
package enum TraktElement {
  /// Returns what an element says.
  ///
  /// A moment is converted to the day in the current time zone. Members of other types than expected are left out.
  ///
  /// - Parameters:
  ///   - bytes: The element, as ``JSONElementReader`` returns it.
  ///   - path: The path of the file.
  /// - Returns: The row; `nil` if the element says nothing that is imported, such as that a film is owned.
  /// - Throws: ``RowProblem``.
  package static func row(_ bytes: [UInt8], path: String) throws(RowProblem) -> ImportedRow? {
    try row(try entry(bytes), path)
  }

  /// Returns what an element contains: the name of a list, or rows, of which there are several if it is a list with its
  /// films.
  static func elements(_ bytes: [UInt8], path: String) throws(RowProblem) -> [ImportedElement] {
    let entry = try entry(bytes)
    if let list = entry.namedList { return [.list(list)] }
    return try rows(entry, path: path).map(ImportedElement.row)
  }

  private static func rows(
    _ entry: TraktEntry, path: String
  ) throws(RowProblem) -> [ImportedRow] {
    guard let (list, items) = entry.list else {
      guard let row = try row(entry, path) else { return [] }
      return [row] + (try furtherPlays(of: row, entry))
    }
    return items.enumerated().compactMap { index, item in
      // People and other things that are not films are left out.
      guard var row = (try? row(item, path)).flatMap(\.self) else { return nil }
      row.position = row.position ?? index + 1
      row.list = list
      return row
    }
  }

  /// Returns the plays of a sum of a movie, except the last, which is the only one of which the sum has the date.
  private static func furtherPlays(
    of row: ImportedRow, _ entry: TraktEntry
  ) throws(RowProblem) -> [ImportedRow] {
    guard row.isSummary, row.film.type == .movie else { return [] }
    var play = row
    play.viewing = ImportedViewing(date: nil)
    return Array(repeating: play, count: try entry.plays() - 1)
  }

  private static func entry(_ bytes: [UInt8]) throws(RowProblem) -> TraktEntry {
    guard let json = LenientJSON(bytes) else { throw .invalidJSON }
    return TraktEntry(json)
  }

  private static func row(_ entry: TraktEntry, _ path: String) throws(RowProblem) -> ImportedRow? {
    guard !entry.isPersonOrList else { return nil }
    guard let film = entry.film else { throw .noFilm }
    guard !film.ids.isEmpty || film.title != nil else { throw .noFilm }
    var row = ImportedRow(film: film)
    row.episode = entry.partOfShow
    if entry.isPlay {
      let moment = entry.watchedAt ?? unknownMoment
      row.isSeen = true
      row.playID = entry.id
      row.viewing = ImportedViewing(
        date: moment == unknownMoment ? nil : try day(moment, "watched_at"))
    } else if let moment = entry.lastWatchedAt {
      row.isSeen = true
      row.isSummary = true
      row.viewing = ImportedViewing(date: try day(moment, "last_watched_at"))
    } else if let moment = entry.ratedAt {
      row.isSeen = true
      row.date = try day(moment, "rated_at")
      row.rating = try entry.points()
    } else if let moment = entry.listedAt {
      row.date = try day(moment, "listed_at")
      row.isWanted = ExportFileName(path).isWatchlist
      row.position = row.isWanted ? nil : entry.rank
      row.note = entry.notes.flatMap { $0.trimmed.isEmpty ? nil : $0 }
    } else {
      return nil
    }
    return row
  }

  /// The moment of a viewing of unknown date, as in Trakt's API.
  static let unknownMoment = "unknown"

  private static func day(_ moment: String, _ member: String) throws(RowProblem) -> PartialDate {
    guard let date = ImportedDate.date(moment) else {
      throw .invalidValue(column: member, value: moment)
    }
    return date
  }
}
