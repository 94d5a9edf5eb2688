import FilmzDomain

/// The file of the rows of an import that could not be matched with films.
///
/// It is a table in CSV (RFC 4180, UTF-8) with all data of each row, the reason, and three candidates. Its first column,
/// `imdbID`, is empty: after the user has entered ids into it, the file can be imported, and its rows are those that were
/// written. An id that is entered for one row holds for all rows with the same title and year; see ``EnteredIDs``.
package enum UnmatchedFile {
  /// Returns the content of the file; the rows of the same film follow each other, in the order of the first of them.
  package static func bytes(_ rows: [UnmatchedRow]) -> [UInt8] {
    var csv = CSVBytes(columns: UnmatchedColumns.all.map(\.name), lineBreak: .crlf)
    for row in grouped(rows) {
      let record = UnmatchedRecord(row)
      for column in UnmatchedColumns.all { csv.append(column.text(record)) }
      csv.endRecord()
    }
    return csv.bytes
  }

  /// What rows of the same film have in common.
  private struct Film: Hashable {
    let film: NamedFilm
    let address: String?

    init(_ row: ImportedRow) {
      film = NamedFilm(ids: row.film.ids, title: row.film.title, year: row.film.year)
      // Without a title, the address tells films apart.
      address = film.title == nil ? row.address : nil
    }
  }

  private static func grouped(_ rows: [UnmatchedRow]) -> [UnmatchedRow] {
    var positions: [Film: Int] = [:]
    var groups: [[UnmatchedRow]] = []
    for row in rows {
      let film = Film(row.row)
      if let position = positions[film] {
        groups[position].append(row)
      } else {
        positions[film] = groups.count
        groups.append([row])
      }
    }
    return groups.flatMap(\.self)
  }
}

/// The ids that the user entered into a file of unmatched rows.
///
/// Each holds for all rows with the same title and year, unless the user entered several ids for these.
struct EnteredIDs {
  private struct Title: Hashable {
    let title: String
    let year: Int?

    init?(_ film: NamedFilm) {
      guard let title = film.title else { return nil }
      self.title = title
      year = film.year
    }
  }

  /// The id of each title, or `nil` if there are several.
  private var ids: [Title: FilmID?] = [:]

  /// Adds the id that the user entered for a film.
  mutating func add(_ id: FilmID, for film: NamedFilm) {
    guard let title = Title(film) else { return }
    if let known = ids[title], known != id {
      ids[title] = .some(nil)
    } else {
      ids[title] = id
    }
  }

  /// Sets the id of a film for which the user entered none.
  func setID(of film: inout NamedFilm) {
    if let title = Title(film), let id = ids[title] ?? nil { film.ids = [id] }
  }
}
