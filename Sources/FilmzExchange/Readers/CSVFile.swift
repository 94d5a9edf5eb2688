import FilmzDomain

/// Reads the rows of a CSV file of one of the formats of ``CSVFormat``, one after another.
package struct CSVFile {
  package let format: CSVFormat
  /// The list that the file is; `nil` for other files, and for lists that are named only in the path.
  package let list: ImportedList?
  /// The names of the columns that are not imported because they are unknown.
  ///
  /// For a list, also the columns of its tags and of notes on places; the latter after a row with a note has been read.
  package private(set) var unknownColumns: [String]
  /// `true` if a text that was read so far is in Windows-1252 instead of UTF-8.
  package private(set) var hasWindows1252 = false
  /// The id that the user entered in the last row, if the file has unmatched rows.
  private(set) var enteredID: FilmID?
  private let columns: [(name: String, content: ImportedColumn)]
  /// The columns of a file of unmatched rows, in the order of the file; `nil` for unknown ones.
  private let unmatchedColumns: [UnmatchedColumn?]
  private var reader: CSVReader
  /// The films with a review of Letterboxd without a day so far.
  private var reviewedFilms: Set<NamedFilm> = []
  /// The number of records read so far.
  private var recordCount = 0
  /// Rows of the last record that have not been returned.
  private var rest: (line: Int, rows: ArraySlice<ImportedRow>) = (0, [])

  /// Opens a file; returns `nil` if it is not a CSV file that can be imported.
  ///
  /// - Parameters:
  ///   - stream: The bytes of the file.
  ///   - path: The path of the file, which distinguishes formats with the same columns.
  ///   - importFormat: The only format to accept, or `nil` for any.
  /// - Throws: The errors of the stream.
  package init?(
    _ stream: ByteStream, path: String, as importFormat: ImportFormat? = nil
  ) throws {
    var stream = try TextDecoder.normalized(stream)
    let separator = Self.separator(in: try stream.peek(Self.maximumHeaderSize))
    var reader = CSVReader(stream, separator: separator)
    guard var header = try Self.nextHeader(&reader) else { return nil }
    var list: (content: ImportedList, hasTags: Bool)?
    if header.map({ $0.lowercased() }) == Self.letterboxdListHeader {
      list = try Self.nextList(&reader)
      guard list != nil, let columns = try Self.nextHeader(&reader) else { return nil }
      header = columns
    }
    let names = header.map { $0.lowercased() }
    guard let format = CSVFormat(columns: Set(names), path: path, as: importFormat) else {
      return nil
    }
    self.format = format
    self.list = list?.content
    columns = zip(header, names).map { name, key in
      // Letterboxd's importer has ratings in stars and in points.
      let isStars =
        format == .table && key == "rating"
        && (names.contains("letterboxduri") || names.contains("rating10"))
      return (name, isStars ? .stars : ImportedColumn(named: key, in: format) ?? .ignored)
    }
    unmatchedColumns = format == .unmatched ? names.map { UnmatchedColumns.byName[$0] } : []
    unknownColumns = zip(header, names).filter { name, key in
      !name.isEmpty && !Self.isKnown(key, in: format)
    }.map(\.0)
    if list?.hasTags == true { unknownColumns.append("Tags (of lists)") }
    self.reader = reader
  }

  /// Returns the next row, or `nil` at the end of the file.
  ///
  /// - Returns: The number of the line on which the row begins, and the row, or the reason why it cannot be used.
  /// - Throws: The errors of the stream.
  package mutating func next() throws -> (line: Int, row: Result<ImportedRow, RowProblem>)? {
    while true {
      if let row = rest.rows.popFirst() { return (rest.line, .success(row)) }
      guard let (line, record) = try reader.next() else { return nil }
      recordCount += 1
      switch record {
      case .failure(let problem): return (line, .failure(.unreadable(problem)))
      case .success(let record):
        do {
          rest = (line, try rows(record)[...])
        } catch {
          return (line, .failure(error))
        }
      }
    }
  }

  private mutating func rows(_ record: CSVRecord) throws(RowProblem) -> [ImportedRow] {
    try checkFieldCount(of: record)
    guard format != .unmatched else { return [try unmatchedRow(record)] }
    var builder = ImportedRowBuilder(format: format)
    for (index, column) in columns.enumerated() {
      if case .ignored = column.content { continue }
      let text = text(record[index])
      let value = text.hasVisibleEnds ? text : text.trimmed
      guard !value.isEmpty else { continue }
      if case .placeNote = column.content { reportPlaceNotes(in: column.name) }
      let isExact = format == .filmzTable && column.content.isNote
      guard builder.set(column.content, to: isExact ? text : value) else {
        throw .invalid(value, column: column.name, isDate: column.content.isDate)
      }
    }
    let rows = try builder.rows(number: recordCount)
    return format == .letterboxdReviews ? rows.map { completed($0) } : rows
  }

  /// Adds the column with the notes of places to those that are not imported.
  private mutating func reportPlaceNotes(in column: String) {
    let name = "\(column) (of places)"
    if !unknownColumns.contains(name) { unknownColumns.append(name) }
  }

  /// Checks that the fields beyond those of the header are blank.
  ///
  /// Others are a sign of a separator in a text without quotes, which moves all values after it.
  private func checkFieldCount(of record: CSVRecord) throws(RowProblem) {
    guard record.count > columns.count,
      let last = (columns.count..<record.count).last(where: { !record.text(at: $0).isEmpty })
    else { return }
    throw .surplusFields(count: last + 1, columns: columns.count)
  }

  /// Returns the row of a review, of which the film can have only the first one that has no day as its note.
  ///
  /// A review with a day is that of a viewing; a further one without a day becomes a viewing of unknown date.
  private mutating func completed(_ review: ImportedRow) -> ImportedRow {
    guard review.viewing == nil, !reviewedFilms.insert(review.film).inserted else { return review }
    var row = review
    row.viewing = ImportedViewing(date: nil, rating: row.rating, note: row.note, tags: row.tags)
    row.rating = nil
    row.note = nil
    row.tags = []
    return row
  }

  private mutating func unmatchedRow(_ record: CSVRecord) throws(RowProblem) -> ImportedRow {
    var values = UnmatchedRecord()
    for (index, column) in unmatchedColumns.enumerated() {
      let value = text(record[index])
      guard let column, !value.isEmpty else { continue }
      guard column.set(&values, value) else {
        throw .invalid(value, column: column.name, isDate: column.isDate)
      }
    }
    enteredID = values.enteredID
    return try values.importedRow()
  }

  private mutating func text(_ field: ArraySlice<UInt8>) -> String {
    let (text, isWindows1252) = TextDecoder.text(field)
    if isWindows1252 { hasWindows1252 = true }
    return text
  }

  // MARK: - Header

  /// The size within which the first line is expected to end.
  private static let maximumHeaderSize = 4096

  private static func isKnown(_ column: String, in format: CSVFormat) -> Bool {
    format == .unmatched
      ? UnmatchedColumns.byName[column] != nil : ImportedColumn(named: column, in: format) != nil
  }

  /// The line before the one with the name of a list of Letterboxd.
  private static let letterboxdListHeader = ["date", "name", "tags", "url", "description"]

  /// Returns the list of which the next record has the values, and whether it has tags; `nil` if there is none.
  private static func nextList(
    _ reader: inout CSVReader
  ) throws -> (content: ImportedList, hasTags: Bool)? {
    guard let (_, record) = try reader.next(), let values = try? record.get() else { return nil }
    let (name, description) = (values.text(at: 1), values.text(at: 4))
    let list = ImportedList(name: name, description: description.isEmpty ? nil : description)
    return (list, !values.text(at: 2).isEmpty)
  }

  /// Returns the separator that is most frequent in the first line that has one: `,`, `;` or a tab.
  private static func separator(in bytes: ArraySlice<UInt8>) -> UInt8 {
    let separators = [",", ";", "\t"].compactMap { $0.utf8.first }
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let line = lines.first { line in separators.contains(where: line.contains) }
    return separators.max { first, second in
      (line ?? []).count { $0 == first } < (line ?? []).count { $0 == second }
    } ?? UInt8(ascii: ",")
  }

  /// Returns the fields of the next record, which are the names of columns; `nil` if there is none.
  ///
  /// A line such as `Letterboxd list export v7` is skipped.
  private static func nextHeader(_ reader: inout CSVReader) throws -> [String]? {
    while let (_, record) = try reader.next() {
      guard let record = try? record.get() else { return nil }
      let names = (0..<record.count).map { record.text(at: $0) }
      if !names[0].lowercased().hasPrefix("letterboxd list export") { return names }
    }
    return nil
  }
}

extension String {
  /// `true` if the string begins and ends with a visible character of ASCII, so that there is nothing to trim.
  fileprivate var hasVisibleEnds: Bool {
    let visible = UInt8(ascii: "!")...UInt8(ascii: "~")
    guard let first = utf8.first, let last = utf8.last else { return false }
    return visible.contains(first) && visible.contains(last)
  }
}

extension CSVRecord {
  fileprivate func text(at index: Int) -> String { TextDecoder.text(self[index]).text.trimmed }
}

/// The kinds of CSV files that can be imported.
///
/// A kind is recognized by the names of the columns; only if several kinds have the same columns, by the name of the
/// file. Source: the exports of Letterboxd, IMDb and TMDB.
package enum CSVFormat: String, Sendable, CaseIterable {
  case letterboxdWatched
  case letterboxdWatchlist
  case letterboxdLikes
  case letterboxdRatings
  case letterboxdDiary
  case letterboxdReviews
  case letterboxdList
  /// Viewings with the columns of Letterboxd's importer, as ``LetterboxdWriter`` writes them.
  case letterboxdImporterWatched
  /// Wanted films with these columns.
  case letterboxdImporterWatchlist
  /// A list with these columns, in the order of the rows.
  case letterboxdImporterList
  /// The profile, whose column of favorite films is a list of addresses.
  case letterboxdProfile
  case imdbRatings
  case imdbWatchlist
  case imdbList
  case tmdb
  /// The table that ``CSVWriter`` writes.
  case filmzTable
  /// The rows that filmz could not match with films; see ``UnmatchedFile``.
  case unmatched
  /// A table of any origin with a column for an id or a title.
  case table

  /// The format for users.
  package var format: ImportFormat {
    switch self {
    case .letterboxdWatched, .letterboxdWatchlist, .letterboxdLikes, .letterboxdRatings,
      .letterboxdDiary, .letterboxdReviews, .letterboxdList, .letterboxdProfile,
      .letterboxdImporterWatched, .letterboxdImporterWatchlist, .letterboxdImporterList:
      .letterboxd
    case .imdbRatings, .imdbWatchlist, .imdbList: .imdb
    case .tmdb: .tmdb
    case .filmzTable, .unmatched: .filmz
    case .table: .csv
    }
  }

  /// Recognizes a file; returns `nil` if it has no columns that can be imported.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns, in lower case.
  ///   - path: The path of the file.
  ///   - format: The only format to recognize, or `nil` for any.
  init?(columns: Set<String>, path: String, as format: ImportFormat? = nil) {
    if format == .csv, columns.contains(where: ImportedColumn.identifies) {
      self = .table
      return
    }
    guard let recognized = Self.recognized(columns, ExportFileName(path)),
      format == nil || format == recognized.format
    else { return nil }
    self = recognized
  }

  private static func recognized(_ columns: Set<String>, _ name: ExportFileName) -> CSVFormat? {
    if UnmatchedColumns.identify(columns) { return .unmatched }
    if columns.isSuperset(of: ["position", "name", "url", "description"]) {
      return .letterboxdList
    }
    if columns.isSuperset(of: ["username", "favorite films"]) { return .letterboxdProfile }
    if columns.contains("letterboxd uri") { return letterboxd(columns, name) }
    if columns.isSuperset(of: ["const", "title type"]) { return imdb(columns, name) }
    if columns.isSuperset(of: ["tmdb id", "imdb id", "your rating"]) { return .tmdb }
    if columns.isSuperset(of: importerColumns), let format = importer(name) { return format }
    guard columns.contains(where: ImportedColumn.identifies) else { return nil }
    return columns.contains("viewing") ? .filmzTable : .table
  }

  private static func letterboxd(_ columns: Set<String>, _ name: ExportFileName) -> CSVFormat {
    if columns.contains("watched date") {
      return columns.contains("review") ? .letterboxdReviews : .letterboxdDiary
    }
    if columns.contains("rating") { return .letterboxdRatings }
    if name.isWatchlist { return .letterboxdWatchlist }
    return name.isLikes ? .letterboxdLikes : .letterboxdWatched
  }

  /// Returns the kind of a file of IMDb.
  ///
  /// Ratings have no positions, except in files from before 2017, which all have the same columns.
  private static func imdb(_ columns: Set<String>, _ name: ExportFileName) -> CSVFormat {
    if columns.contains("your rating"), !columns.contains("position") { return .imdbRatings }
    if name.isWatchlist { return .imdbWatchlist }
    return columns.contains("you rated") && name.isRatings ? .imdbRatings : .imdbList
  }

  private static let importerColumns: Set<String> = [
    "imdbid", "title", "year", "rating10", "watcheddate", "rewatch", "tags", "review",
  ]

  /// Returns the kind of a file with the columns of Letterboxd's importer by its name; `nil` for other names.
  private static func importer(_ name: ExportFileName) -> CSVFormat? {
    if name.isInListFolder { return .letterboxdImporterList }
    if name.begins(with: "watchlist") { return .letterboxdImporterWatchlist }
    return name.begins(with: "watched") ? .letterboxdImporterWatched : nil
  }
}
