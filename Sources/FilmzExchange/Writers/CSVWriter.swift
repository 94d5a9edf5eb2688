import FilmzDomain

extension ExportResult {
  /// Writes a table with a row for each viewing, and one for each film without viewings.
  ///
  /// The columns include those of `ls --format csv`. The columns up to `lists` are about the film, and are equal in all
  /// of its rows. The columns from `viewing` on are about the viewing, and empty for a film without viewings. Fields of
  /// several texts can be read back.
  package static func csv(_ collection: ExportedCollection) -> ExportResult {
    var csv = CSVBytes(columns: filmColumns + viewingColumns, lineBreak: .crlf)
    for (film, names) in zip(collection.films, collection.listNames) {
      for (index, viewing) in film.viewingsInOrder.enumerated() {
        csv.append(film, lists: names)
        csv.append(viewing, number: index + 1)
        csv.endRecord()
      }
      if !film.entry.isWatched {
        csv.append(film, lists: names)
        for _ in viewingColumns { csv.append(nil as String?) }
        csv.endRecord()
      }
    }
    return ExportResult(collection, in: ExportFile(name: "filmz.csv", csv))
  }

  private static let filmColumns = [
    "id", "imdbID", "tmdbID", "title", "originalTitle", "year", "endYear", "type", "imdbRating",
    "imdbVotes", "runtimeMinutes", "genres", "directors", "inCollection", "watched", "myRating",
    "dateRated", "dateAdded", "platform", "audience", "recommendedBy", "tags", "notes", "lists",
  ]

  private static let viewingColumns = ["viewing", "dateWatched", "viewingRating", "viewingTags", "viewingNote"]
}

extension CSVBytes {
  fileprivate mutating func append(_ film: ExportedFilm, lists: [String]) {
    append(film.entry.id.rawValue)
    append(film.imdbID)
    append(film.numberInTables)
    append(film.title)
    append(film.film?.originalTitle)
    append(film.year)
    append(film.film?.endYear)
    append(film.type?.rawValue)
    append(film.film?.imdbRating?.decimalText)
    append(film.film?.imdbVotes)
    append(film.film?.runtimeMinutes)
    append(list: film.film?.genres ?? [])
    append(list: film.film?.directors ?? [])
    append("true")
    append(film.entry.isWatched ? "true" : "false")
    append(film.entry, ratedOn: film.ratedOn)
    append(list: lists)
  }

  private mutating func append(_ entry: CollectionEntry, ratedOn: PartialDate?) {
    append(entry.rating?.decimalText)
    append(ratedOn?.text)
    append(UTCTime(entry.addedAt).second)
    append(entry.platform)
    append(entry.audience?.rawValue)
    append(entry.recommendedBy)
    append(list: entry.tags)
    append(entry.notes)
  }

  fileprivate mutating func append(_ viewing: Viewing, number: Int) {
    append(number)
    append(viewing.date?.text)
    append(viewing.rating?.decimalText)
    append(list: viewing.tags)
    append(viewing.note)
  }
}

extension ExportedFilm {
  /// The number at TMDB; `nil` if importers would derive the wrong kind from the film's type.
  fileprivate var numberInTables: Int? { tmdb.flatMap { $0.kind == (isSeries ? .tv : .movie) ? $0.number : nil } }
}

/// The bytes of a CSV file (RFC 4180) in UTF-8.
///
/// A field is in quotation marks only if it contains a quotation mark, a comma, or a line break. Fields that spreadsheets
/// may take for formulas, because they begin with `=`, `+`, `-` or `@`, are not changed: every text can be read back.
struct CSVBytes {
  /// The bytes at the end of a record.
  enum LineBreak: String {
    case lf = "\n"
    case crlf = "\r\n"
  }

  private(set) var bytes: [UInt8] = []
  /// The number of records without the header.
  private(set) var rows = 0
  private let lineBreak: LineBreak
  private var isRecordEmpty = true

  /// Creates a file with a header.
  init(columns: [String], lineBreak: LineBreak) {
    self.lineBreak = lineBreak
    for column in columns { append(column) }
    endRecord()
    rows = 0
  }

  /// Appends a field; `nil` is an empty one.
  mutating func append(_ text: String?) {
    if !isRecordEmpty { bytes.append(UInt8(ascii: ",")) }
    isRecordEmpty = false
    if let text { bytes.append(csvField: text) }
  }

  mutating func append(_ number: Int?) { append(number.map { String($0) }) }

  /// Appends texts as one field, separated by a comma and a space.
  mutating func append(_ texts: [String]) { append(texts.count > 1 ? texts.joined(separator: ", ") : texts.first) }

  /// Appends texts as one field from which they can be read back.
  mutating func append(list texts: [String]) { append(texts.isEmpty ? nil : texts.joinedInField) }

  mutating func endRecord() {
    bytes.append(contentsOf: lineBreak.rawValue.utf8)
    isRecordEmpty = true
    rows += 1
  }
}

extension [UInt8] {
  /// Appends a field, in quotation marks if it contains a quotation mark, the separator of fields, or a line break.
  ///
  /// Source: RFC 4180, section 2.
  package mutating func append(csvField text: String, separator: UInt8 = UInt8(ascii: ",")) {
    let quotationMark = UInt8(ascii: "\"")
    let needsQuotationMarks = text.utf8.contains {
      $0 == quotationMark || $0 == separator || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
    guard needsQuotationMarks else { return append(contentsOf: text.utf8) }
    append(quotationMark)
    for byte in text.utf8 {
      if byte == quotationMark { append(byte) }
      append(byte)
    }
    append(quotationMark)
  }
}
