import FilmzDomain

/// Writes a table with a row for each viewing, and one for each film without viewings.
///
/// The columns are those of `ls --format csv` and further ones. All rows of a film have the same values in the columns
/// of the film, which are those up to `lists`; the columns from `viewing` on are those of the viewing, and empty for a
/// film without viewings. Fields of several texts are those of ``TextList``.
package enum CSVWriter {
  package static func export(_ collection: ExportedCollection) -> ExportResult {
    var csv = CSVBytes(columns: columns, lineBreak: .crlf)
    var viewings = 0
    for (film, names) in zip(collection.films, collection.listNames) {
      for (index, viewing) in film.viewingsInOrder.enumerated() {
        appendFilm(film, names, to: &csv)
        append(viewing, number: index + 1, to: &csv)
        csv.endRecord()
      }
      viewings += film.entry.viewings.count
      if !film.entry.isWatched {
        appendFilm(film, names, to: &csv)
        for _ in viewingColumns { csv.append(nil as String?) }
        csv.endRecord()
      }
    }
    var result = ExportResult(
      files: [ExportFile(name: "filmz.csv", rows: csv.rows, bytes: csv.bytes)])
    result.films = collection.films.count
    result.viewings = viewings
    result.lists = collection.lists.count
    return result
  }

  static let columns = filmColumns + viewingColumns

  private static let filmColumns = [
    "id", "imdbID", "tmdbID", "title", "originalTitle", "year", "endYear", "type", "imdbRating",
    "imdbVotes", "runtimeMinutes", "genres", "directors", "inCollection", "watched", "myRating",
    "dateRated", "dateAdded", "platform", "audience", "recommendedBy", "tags", "notes", "lists",
  ]

  private static let viewingColumns = [
    "viewing", "dateWatched", "viewingRating", "viewingTags", "viewingNote",
  ]

  private static func appendFilm(
    _ film: ExportedFilm, _ lists: [String], to csv: inout CSVBytes
  ) {
    csv.append(film.entry.id.rawValue)
    csv.append(film.imdbID)
    csv.append(film.numberInTables)
    csv.append(film.title)
    csv.append(film.film?.originalTitle)
    csv.append(film.year)
    csv.append(film.film?.endYear)
    csv.append(film.type?.rawValue)
    csv.append(film.film?.imdbRating?.decimalText)
    csv.append(film.film?.imdbVotes)
    csv.append(film.film?.runtimeMinutes)
    csv.append(list: film.film?.genres ?? [])
    csv.append(list: film.film?.directors ?? [])
    csv.append("true")
    csv.append(film.entry.isWatched ? "true" : "false")
    append(film.entry, ratedOn: film.ratedOn, to: &csv)
    csv.append(list: lists)
  }

  private static func append(
    _ entry: CollectionEntry, ratedOn: PartialDate?, to csv: inout CSVBytes
  ) {
    csv.append(entry.rating?.decimalText)
    csv.append(ratedOn?.text)
    csv.append(UTCTime(entry.addedAt).second)
    csv.append(entry.platform)
    csv.append(entry.audience?.rawValue)
    csv.append(entry.recommendedBy)
    csv.append(list: entry.tags)
    csv.append(entry.notes)
  }

  private static func append(_ viewing: Viewing, number: Int, to csv: inout CSVBytes) {
    csv.append(number)
    csv.append(viewing.date?.text)
    csv.append(viewing.rating?.decimalText)
    csv.append(list: viewing.tags)
    csv.append(viewing.note)
  }
}

extension ExportedFilm {
  /// The number at TMDB; `nil` if its kind is not the one that importers derive from the film's type.
  fileprivate var numberInTables: Int? {
    tmdb.flatMap { $0.kind == (isSeries ? .tv : .movie) ? $0.number : nil }
  }
}

/// The bytes of a CSV file (RFC 4180) in UTF-8.
///
/// A field is in quotation marks only if it contains a quotation mark, a comma, or a line break. Fields that begin with
/// `=`, `+`, `-` or `@` are not changed, so that every text can be read back.
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
  mutating func append(_ texts: [String]) {
    append(texts.count > 1 ? texts.joined(separator: ", ") : texts.first)
  }

  /// Appends texts as one field from which ``TextList`` reads them back.
  mutating func append(list texts: [String]) {
    append(texts.isEmpty ? nil : TextList.joined(texts))
  }

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
