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
    self.row = row
    self.reason = reason
    self.candidates = candidates
    self.file = file
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
