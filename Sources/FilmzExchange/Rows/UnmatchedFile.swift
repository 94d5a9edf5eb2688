import FilmzDomain

/// The file of the rows of an import that could not be matched with films.
///
/// It is a table in CSV (RFC 4180, UTF-8) with all data of each row, the reason, and three candidates. Its first column,
/// `imdbID`, is empty: after the user has entered ids into it, the file can be imported, and its rows are those that were
/// written. An id that is entered for one row holds for all rows with the same title and year; see ``EnteredIDs``.
package enum UnmatchedFile {
  /// Returns the content of the file; the rows of the same film follow each other, in the order of the first of them.
  package static func bytes(_ rows: [UnmatchedRow]) -> [UInt8] {
    var bytes: [UInt8] = []
    append(UnmatchedColumns.all.map(\.name), to: &bytes)
    for row in grouped(rows) {
      let record = UnmatchedRecord(row)
      append(UnmatchedColumns.all.map { $0.text(record) }, to: &bytes)
    }
    return bytes
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

  // MARK: - CSV

  private static func append(_ fields: [String?], to bytes: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(field ?? "", to: &bytes)
    }
    bytes += Array("\r\n".utf8)
  }

  private static func append(_ field: String, to bytes: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let special = [quote, UInt8(ascii: ","), UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    guard field.utf8.contains(where: special.contains) else {
      bytes += Array(field.utf8)
      return
    }
    bytes.append(quote)
    for byte in field.utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
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
