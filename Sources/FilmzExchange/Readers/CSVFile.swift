import FilmzDomain

/// Reads the rows of a CSV file of one of the formats of ``CSVFormat``, one after another.
package struct CSVFile {
  package private(set) var format: CSVFormat
  /// The kind of data in the file.
  package private(set) var kind: FileKind
  /// The names, in lower case, of the columns to which the user has assigned fields.
  package let assignedColumns: Set<String>
  /// The list whose films the file contains; `nil` for other files, and for a list that only the path names.
  package let list: ImportedList?
  /// The names of the columns that are not imported because they are unknown.
  ///
  /// For a list, this includes the list's tags and, after a row with a note has been read, the notes on its films.
  package private(set) var unknownColumns: [String]
  /// `true` if a text that was read so far is in Windows-1252 instead of UTF-8.
  package private(set) var hasWindows1252 = false
  /// The id that the user entered in the last row, if the file has unmatched rows.
  private(set) var enteredID: FilmID?
  /// The columns of a table whose names are unknown, by index.
  private var unknown: [Int: UnknownColumn] = [:]
  /// The names of the Netflix profiles in the rows read so far; empty for other files.
  package private(set) var profiles: Set<String> = []
  /// The films of MovieLens by their numbers.
  package var films: [String: NamedFilm] = [:]
  /// The number of the first user in a dataset of MovieLens.
  private var user: String?
  /// The scale and the order of day and month that were used for the columns; complete after the last row.
  private(set) var usedFormats = ColumnFormats()
  /// The columns with dates of both orders of day and month; complete after the last row.
  private(set) var mixedDates: [MixedDates] = []
  private var columns: [CSVColumn]
  /// The columns of a file of unmatched rows, in the order of the file; `nil` for unknown ones.
  private let unmatchedColumns: [UnmatchedColumn?]
  private var reader: CSVReader
  private let path: String
  private let importFormat: ImportFormat?
  private let options: ReadingOptions
  /// `true` if the names of the columns suggest that ratings are stars; see ``CSVColumn/namesWithStars``.
  private let prefersStars: Bool
  /// Opens the file again, to decide from all of its values how a column is read.
  private let reopen: () throws -> ByteStream
  /// `true` if it has been decided how all columns are read.
  private var isDecided = false
  /// The films of those reviews of Letterboxd without a day that were read so far.
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
  ///   - options: The kinds, columns and formats that the user has given.
  ///   - reopen: Opens the file again; `nil` if all bytes of the stream are in memory.
  /// - Throws: The errors of the stream.
  package init?(
    _ stream: ByteStream, path: String, as importFormat: ImportFormat? = nil, _ options: ReadingOptions = .init(),
    reopen: (() throws -> ByteStream)? = nil
  ) throws {
    self.reopen = reopen ?? { stream }
    (self.path, self.importFormat, self.options) = (path, importFormat, options)
    guard let (header, reader) = try CSVHeader.read(try stream.normalized(), as: importFormat) else { return nil }
    let keys = header.names.map { $0.lowercased() }
    let names = keys.map { options.columns[$0]?.columnName ?? $0 }
    guard let format = CSVFormat(columns: Set(names), path: path, as: importFormat) else { return nil }
    (self.format, self.reader, list) = (format, reader, header.list)
    assignedColumns = format == .unmatched ? [] : Set(keys).intersection(options.columns.keys)
    prefersStars = keys.contains(where: CSVColumn.namesWithStars.contains)
    let (columns, repeated) = CSVColumn.columns(named: header.names, format, as: importFormat, options.columns)
    self.columns = columns
    kind = Self.kind(of: format, columns.map(\.meaning), path: path)
    unmatchedColumns = format == .unmatched ? names.map { UnmatchedColumn.byName[$0] } : []
    for (index, column) in columns.enumerated() where !column.name.isEmpty && !column.isKnown && format != .tvTime {
      unknown[index] = UnknownColumn(name: column.name)
    }
    unknownColumns = unknown.sorted { $0.key < $1.key }.map(\.value.name) + repeated
    if header.hasTags { unknownColumns.append("Tags (of lists)") }
  }

  /// Returns the kind of a file: ``FileKind/watched`` for a table whose file name begins with `watched`, unless a
  /// column shows which films have been seen; otherwise the kind of the format.
  private static func kind(of format: CSVFormat, _ columns: [ImportedColumn], path: String) -> FileKind {
    let statusColumns: Set<ImportedColumn> = [.isSeen, .isCollected, .watchedDate, .isSkipped]
    let isWatched =
      format == .table && !columns.contains { $0.isRating || statusColumns.contains($0) }
      && ExportFileName(path).begins(with: "watched")
    return isWatched ? .watched : format.kind
  }

  /// Sets the kind that the user chose, if the columns fit it.
  mutating func choose(_ kind: FileKind) {
    format = format.chosen(kind)
    self.kind = format == .table ? kind : format.kind
  }

  /// The unknown columns of a table that seem to have days of viewings or ratings; complete after the last row.
  package var historyColumns: [String] {
    guard format == .table else { return [] }
    let hasRatings = columns.contains(where: \.meaning.isRating)
    let columns = unknown.sorted { $0.key < $1.key }.map(\.value)
    return columns.filter { $0.hasDates || !hasRatings && $0.hasRatings }.map(\.name)
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
      if format == .movieLens { try requireSingleUser(record) }
      if !isDecided, case .success(let record) = record, needsDecision(record) { try decide() }
      do throws(RowProblem) {
        rest = (line, try rows(record.mapError(RowProblem.unreadable).get())[...])
      } catch {
        return (line, .failure(error))
      }
    }
  }

  private mutating func requireSingleUser(_ result: Result<CSVRecord, CSVReader.Problem>) throws {
    guard let index = columns.firstIndex(where: { $0.meaning == .movieLensUser }), let record = try? result.get() else {
      return
    }
    let number = record.text(at: index)
    guard (user ?? number) == number else { throw ImportError.manyUsers(path: path) }
    user = number
  }

  /// Returns a row with the mark or the tag that the kind of a table means for each film.
  private func withKind(_ row: ImportedRow) -> ImportedRow {
    guard rowFormat == .table else { return row }
    var row = row
    switch kind {
    case .watched: row.isSeen = true
    case .watchlist: row.isWanted = !row.isSeen
    case .likes: row.tags.append("liked")
    default: break
    }
    return row
  }

  /// The format by which rows are read: ``CSVFormat/table`` if the user has assigned fields to columns, except for some
  /// formats.
  private var rowFormat: CSVFormat {
    assignedColumns.isEmpty || [.filmzTable, .netflix, .simkl, .tvTime, .movieLens].contains(format) ? format : .table
  }

  private mutating func rows(_ record: CSVRecord) throws(RowProblem) -> [ImportedRow] {
    try checkFieldCount(of: record)
    guard format != .unmatched else { return try unmatchedRow(record).map { [$0] } ?? [] }
    for index in unknown.keys where format == .table && unknown[index]?.isFull == false {
      let value = record.text(at: index)
      if !value.isEmpty { unknown[index]?.add(value) }
    }
    var builder = ImportedRowBuilder(format: rowFormat)
    var problems: [RowProblem] = []
    for (index, column) in columns.enumerated() {
      if case .ignored = column.meaning { continue }
      let text = text(record[index])
      let value = text.hasVisibleEnds ? text : text.trimmed
      guard !value.isEmpty, column.meaning.isText || !value.meansNothing else { continue }
      if case .placeNote = column.meaning { reportPlaceNotes(in: column.name) }
      if case .profile = column.meaning { profiles.insert(value) }
      let isExact = format == .filmzTable && column.meaning.isNote
      guard !builder.set(column.meaning, to: isExact ? text : value, column.dates) else { continue }
      problems.append(.invalid(value, column: column.name, isDate: column.meaning.isDate))
    }
    if rowFormat == .table, builder.isUnseen {
      problems += contradictions(in: record, hasRating: builder.hasViewersRating)
    }
    do throws(RowProblem) {
      var rows = try builder.rows(number: recordCount, films: films).map(withKind)
      if !rows.isEmpty { rows[0].leftOut += problems }
      return format == .letterboxdReviews ? rows.map { reviewRow($0) } : rows
    } catch { throw error == .noFilm ? problems.first ?? error : error }
  }

  /// Returns the contradictions in a row that marks its film as not seen.
  ///
  /// A rated film has been seen. A day alone need not be the day of a viewing, and is left out.
  private func contradictions(in record: CSVRecord, hasRating: Bool) -> [RowProblem] {
    func value(_ condition: (ImportedColumn) -> Bool) -> RowProblem.Value? {
      columns.indices.first { condition(columns[$0].meaning) && !record.text(at: $0).isMissingValue }.map {
        RowProblem.Value(column: columns[$0].name, text: record.text(at: $0))
      }
    }
    guard let seen = value({ $0 == .isSeen }) else { return [] }
    let rating = hasRating ? value(\.isRating) : nil
    let day = value { $0 == .watchedDate }
    return [rating.map { .contradiction(seen, $0) }, day.map { .contradiction($0, seen) }].compactMap(\.self)
  }

  /// Adds the column with the notes on the films of a list to the columns that are not imported.
  private mutating func reportPlaceNotes(in column: String) {
    let name = "\(column) (of places)"
    if !unknownColumns.contains(name) { unknownColumns.append(name) }
  }

  /// Checks that the fields beyond the columns of the header are blank.
  ///
  /// If one is not, there probably is a separator in a text without quotes, which moves all values after it.
  private func checkFieldCount(of record: CSVRecord) throws(RowProblem) {
    guard record.count > columns.count,
      let last = (columns.count..<record.count).last(where: { !record.text(at: $0).isEmpty })
    else { return }
    throw .surplusFields(count: last + 1, columns: columns.count)
  }

  /// Returns the row of a review, with a viewing if the review cannot be the note of the film.
  ///
  /// A review with a day belongs to a viewing. The first review of a film without a day is the note of the film; each
  /// further one becomes the note of a viewing of unknown date.
  private mutating func reviewRow(_ review: ImportedRow) -> ImportedRow {
    guard review.viewing == nil, !reviewedFilms.insert(review.film).inserted else { return review }
    var row = review
    row.viewing = ImportedViewing(date: nil, rating: row.rating, note: row.note, tags: row.tags)
    row.rating = nil
    row.note = nil
    row.tags = []
    return row
  }

  /// Returns the row of a record; `nil` for one that an earlier import could not read, unless the user entered an id.
  private mutating func unmatchedRow(_ record: CSVRecord) throws(RowProblem) -> ImportedRow? {
    var values = UnmatchedRecord()
    for (index, column) in unmatchedColumns.enumerated() {
      let value = text(record[index])
      guard let column, !value.isEmpty else { continue }
      guard !column.set(&values, value, columns[index].dates) else { continue }
      values.row.leftOut.append(.invalid(value, column: column.name, isDate: column.isDate))
    }
    enteredID = values.enteredID
    guard values.unreadableText == nil || enteredID != nil else { return nil }
    do throws(RowProblem) { return try values.importedRow() } catch { throw values.row.leftOut.first ?? error }
  }

  private mutating func text(_ field: ArraySlice<UInt8>) -> String {
    let (text, isWindows1252) = field.decodedText
    if isWindows1252 { hasWindows1252 = true }
    return text
  }

  /// The text of the last record, as it is in the file.
  var recordText: String { reader.rawBytes[...].decodedText.text.trimmed }

  // MARK: - Formats of columns

  private func isDate(_ index: Int) -> Bool {
    format == .unmatched ? unmatchedColumns[index]?.isDate == true : columns[index].meaning.isDate
  }

  /// Returns whether all values of the file must be known to read a record.
  private func needsDecision(_ record: CSVRecord) -> Bool {
    columns.indices.contains { index in
      if case .rating(nil) = columns[index].meaning { return !record.text(at: index).isEmpty }
      // Dates in ISO 8601 begin with four digits.
      guard isDate(index), record[index].contains(where: "/-".utf8.contains),
        !record[index].prefix(4).allSatisfy(\.isDigit), let date = ImportedDate(record.text(at: index))
      else { return false }
      return date.isAmbiguous || date.shownOrder != nil
    }
  }

  /// Decides from all values of the file how its columns are read.
  ///
  /// - Throws: ``ImportError/severalScales(path:column:_:)``, ``ImportError/severalDateOrders(path:column:value:)``;
  ///   the errors of the stream.
  private mutating func decide() throws {
    isDecided = true
    guard var file = try CSVFile(try reopen(), path: path, as: importFormat, options) else { return }
    var values = columns.map { _ in ColumnValues() }
    while let (_, record) = try file.reader.next() {
      try Task.checkCancellation()
      guard let record = try? record.get(), (try? checkFieldCount(of: record)) != nil else { continue }
      for index in columns.indices {
        if case .rating = columns[index].meaning { values[index].add(rating: record.text(at: index)) }
        if isDate(index), !record[index].isEmpty { values[index].add(date: record.text(at: index)) }
      }
    }
    for index in columns.indices { try decide(index, values[index]) }
  }

  private mutating func decide(_ index: Int, _ values: ColumnValues) throws {
    if case .rating(nil) = columns[index].meaning {
      let scales = values.scales(prefersStars: prefersStars)
      let named = options.formats.scale.flatMap { scales.count == 1 && values.exceeds($0) ? nil : $0 }
      guard let scale = named ?? (scales.count == 1 ? scales.first : nil) else {
        throw ImportError.severalScales(path: path, column: columns[index].name, scales)
      }
      columns[index].setScale(scale)
      if values.hasNumbers { usedFormats.scale = scale }
    }
    if let dates = values.dates(ofBothOrdersIn: columns[index].name) { mixedDates.append(dates) }
    guard let ambiguous = values.ambiguousDate else { return }
    guard let order = values.order ?? options.formats.dates else {
      throw ImportError.severalDateOrders(path: path, column: columns[index].name, value: ambiguous)
    }
    columns[index].dates = order
    usedFormats.dates = order
  }

  /// The names of columns for messages: columns that identify films, of which a table needs one, and further columns.
  package static let knownColumns = (
    identifying: ["imdbID", "tmdbID", "id", "title", "name"],
    further: ["originalTitle", "year", "type", "rating", "date rated", "watchedDate", "tags", "notes", "watched"]
  )
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
  func text(at index: Int) -> String { self[index].decodedText.text.trimmed }

  var texts: [String] { (0..<count).map(text) }
}
