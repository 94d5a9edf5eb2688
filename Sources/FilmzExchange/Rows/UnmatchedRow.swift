package import FilmzDomain

/// A row that could not be matched with a film.
package struct UnmatchedRow: Sendable, Hashable {
  package var row: ImportedRow
  /// The reason, in a few words.
  package var reason: String
  /// The films that the row could be about, of which three are written; see ``candidate(_:title:year:)``.
  package var candidates: [String]
  /// The name of the file that the row is from.
  package var file: String
  /// The line on which the row begins.
  package var line: Int

  package init(
    _ row: ImportedRow, reason: String, candidates: [String] = [], file: String, line: Int
  ) {
    (self.row, self.reason, self.candidates, self.file) = (row, reason, candidates, file)
    self.line = line
  }

  /// Returns a candidate as it is written: `tt0113277 Heat (1995)`.
  package static func candidate(_ id: FilmID, title: String?, year: Int?) -> String {
    [id.rawValue, title, year.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
  }
}

/// The values of a line of a file of unmatched rows.
struct UnmatchedRecord {
  var row = ImportedRow(film: NamedFilm())
  /// The id that the user entered.
  var enteredID: FilmID?
  var hasViewing = false
  var viewing = ImportedViewing(date: nil)
  var hasEpisode = false
  var episode = NamedFilm()
  var list: String?
  var listDescription: String?
  var reason: String?
  var candidates: [String?] = [nil, nil, nil]
  var file: String?
  var line: Int?

  init() {}

  init(_ unmatched: UnmatchedRow) {
    row = unmatched.row
    hasViewing = row.viewing != nil
    viewing = row.viewing ?? viewing
    hasEpisode = row.episode != nil
    episode = row.episode ?? episode
    list = row.list?.name
    listDescription = row.list?.description
    reason = unmatched.reason
    candidates = (0..<3).map { unmatched.candidates.dropFirst($0).first }
    file = unmatched.file
    line = unmatched.line
  }

  /// Returns the row, whose film has only the id that the user entered, if there is one.
  func importedRow() throws(RowProblem) -> ImportedRow {
    var row = row
    row.viewing = hasViewing ? viewing : nil
    row.episode = hasEpisode ? episode : nil
    row.unmatchedFile = file
    row.unmatchedLine = line
    row.list = list.map { ImportedList(name: $0, description: listDescription) }
    if let enteredID { row.film.ids = [enteredID] }
    guard !row.film.ids.isEmpty || row.film.title != nil || row.address != nil else {
      throw .noFilm
    }
    return row
  }
}

/// The file of the rows of an import that could not be matched with films.
///
/// It is a table in CSV (RFC 4180, UTF-8) with all data of each row, the reason, and three candidates. Its first
/// column, `imdbID`, is empty: after the user has entered ids into it, the file can be imported, and its rows are those
/// that were written. An id that is entered for one row holds for all rows with the same title and year; see
/// ``EnteredIDs``.
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

  /// The key of a film, which is the same for all rows of the film.
  private struct Film: Hashable {
    let film: NamedFilm
    let address: String?

    init(_ row: ImportedRow) {
      film = NamedFilm(ids: row.film.ids, title: row.film.title, year: row.film.year)
      // Without a title, the address distinguishes films.
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
