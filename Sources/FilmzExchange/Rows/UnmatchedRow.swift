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
  /// The text of a row that cannot be read, as it is in its file; `nil` for other rows.
  package private(set) var unreadableText: String?

  package init(_ row: ImportedRow, reason: String, candidates: [String] = [], file: String, line: Int) {
    (self.row, self.reason, self.candidates, self.file) = (row, reason, candidates, file)
    self.line = line
  }

  /// Creates a row that cannot be read.
  package init(unreadable text: String, reason: String, file: String, line: Int) {
    self.init(ImportedRow(film: NamedFilm()), reason: reason, file: file, line: line)
    unreadableText = text
  }

  /// Returns a candidate as it is written: `tt0113277 Heat (1995)`.
  package static func candidate(_ id: FilmID, title: String?, year: Int?) -> String {
    [id.rawValue, title, year.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
  }
}

/// The values of one record of a file of unmatched rows.
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
  var listAddress: String?
  var reason: String?
  var candidates: [String?] = [nil, nil, nil]
  var unreadableText: String?
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
    listAddress = row.list?.address
    reason = unmatched.reason
    candidates = (0..<3).map { unmatched.candidates.dropFirst($0).first }
    unreadableText = unmatched.unreadableText
    file = unmatched.file
    line = unmatched.line
  }

  /// Returns the row; if the user entered an id, its film has only this id.
  func importedRow() throws(RowProblem) -> ImportedRow {
    var row = row
    row.viewing = hasViewing ? viewing : nil
    row.episode = hasEpisode ? episode : nil
    row.originalFile = file
    row.originalLine = line
    row.list = list.map { ImportedList(name: $0, description: listDescription, address: listAddress) }
    if let enteredID { row.film.ids = [enteredID] }
    guard !row.film.ids.isEmpty || row.film.title != nil || row.address != nil else { throw .noFilm }
    return row
  }
}

/// The file of the rows of an import that could not be matched with films.
///
/// It is a table in CSV (RFC 4180, UTF-8) with all data of each row, the reason, and three candidates. Its first
/// column, `imdbID`, is empty: after the user has entered ids into it, the file can be imported, which gives the same
/// rows. An id that is entered for one row applies to further rows of the film; see ``EnteredIDs``.
package enum UnmatchedFile {
  /// Returns the content of the file; the rows of the same film follow each other, in the order of the first of them.
  package static func bytes(_ rows: [UnmatchedRow]) -> [UInt8] {
    var csv = CSVBytes(columns: UnmatchedColumn.all.map(\.name), lineBreak: .crlf)
    for row in grouped(rows) {
      let record = UnmatchedRecord(row)
      for column in UnmatchedColumn.all { csv.append(column.text(record)) }
      csv.endRecord()
    }
    return csv.bytes
  }

  /// Returns a row with only the values that identify the film, which is equal for all rows of the film.
  private static func filmKey(_ row: ImportedRow) -> ImportedRow {
    let film = row.film
    var key = ImportedRow(film: NamedFilm(ids: film.ids, title: film.title, year: film.year))
    // Without a title, the address distinguishes films.
    if film.title == nil { key.address = row.address }
    return key
  }

  private static func grouped(_ rows: [UnmatchedRow]) -> [UnmatchedRow] {
    var positions: [ImportedRow: Int] = [:]
    var groups: [[UnmatchedRow]] = []
    for row in rows {
      let film = filmKey(row.row)
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
/// An id applies to all rows with the same title and year and no different address, unless the user entered different
/// ids for these rows.
struct EnteredIDs {
  private struct Entry: Hashable {
    let id: FilmID
    let address: String?
  }

  /// The ids that were entered for each title and year.
  private var entries: [NamedFilm: Set<Entry>] = [:]

  /// Adds the id that the user entered in a row.
  mutating func add(_ id: FilmID, for row: ImportedRow) {
    guard let title = Self.key(row.film) else { return }
    entries[title, default: []].insert(Entry(id: id, address: row.address))
  }

  /// Sets the id of a row's film that was entered in another row; does nothing if there is none.
  func setID(of row: inout ImportedRow) {
    guard let title = Self.key(row.film), let entries = entries[title] else { return }
    let address = row.address
    let ids = Set(entries.filter { $0.address == nil || address == nil || $0.address == address }.map(\.id))
    if ids.count == 1 { row.film.ids = Array(ids) }
  }

  /// Returns a film with only the title and the year; `nil` if it has no title.
  private static func key(_ film: NamedFilm) -> NamedFilm? { film.title.map { NamedFilm(title: $0, year: film.year) } }
}
