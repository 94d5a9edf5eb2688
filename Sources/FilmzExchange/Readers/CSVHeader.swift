import FilmzDomain

/// The header of a CSV file: the names of its columns, and the list that Letterboxd describes above them.
struct CSVHeader {
  /// The names of the columns; generated for a file without a header.
  private(set) var names: [String]
  /// The first record of a file without a header; `nil` for other files.
  private(set) var firstRow: [String]?
  /// The list whose films the file contains; `nil` for other files, and for a list whose name is only in the path.
  private(set) var list: ImportedList?
  /// `true` if the list has tags.
  private(set) var hasTags = false

  /// Reads the header of a file; returns `nil` if the file has none.
  ///
  /// - Returns: The header, and the reader of the records after it.
  /// - Throws: The errors of the stream.
  static func read(
    _ stream: ByteStream, as format: ImportFormat?
  ) throws -> (header: CSVHeader, records: CSVReader)? {
    var stream = stream
    let separator = separator(in: try stream.peek(maximumSize))
    var reader = CSVReader(stream, separator: separator)
    guard let names = try nextNames(&reader) else { return nil }
    if let generated = generatedNames(ofFirstRow: names, as: format) {
      return (CSVHeader(names: generated, firstRow: names), CSVReader(stream, separator: separator))
    }
    var header = CSVHeader(names: names)
    if names.map({ $0.lowercased() }) == letterboxdListHeader {
      guard try header.readList(&reader), let columns = try nextNames(&reader) else { return nil }
      header.names = columns
    }
    return (header, reader)
  }

  private init(names: [String], firstRow: [String]? = nil) { (self.names, self.firstRow) = (names, firstRow) }

  /// The columns with the fields that their names suggest or, without a header, their first values; each field once.
  var suggestedFields: [SuggestedField] {
    var used: Set<ImportField> = []
    return names.enumerated().filter { !$0.element.isEmpty }.map { index, name in
      let field = firstRow.map { .init(suggestedByValue: $0[index]) } ?? ImportField(suggestedByName: name)
      return SuggestedField(column: name, field: field.map { used.insert($0).inserted ? $0 : .ignore })
    }
  }

  /// The number of bytes in which the first line is expected to end.
  private static let maximumSize = 4096
  /// The header of the record that describes a list of Letterboxd.
  private static let letterboxdListHeader = ["date", "name", "tags", "url", "description"]

  /// Reads the record that describes a list; returns `false` if there is none.
  private mutating func readList(_ reader: inout CSVReader) throws -> Bool {
    guard let (_, record) = try reader.next(), let values = try? record.get() else { return false }
    let (description, address) = (values.text(at: 4), values.text(at: 3))
    list = ImportedList(
      name: values.text(at: 1), description: description.isEmpty ? nil : description,
      address: address.isEmpty ? nil : address)
    hasTags = !values.text(at: 2).isEmpty
    return true
  }

  /// Returns the separator that is most frequent in the first line that has one: `,`, `;` or a tab.
  private static func separator(in bytes: ArraySlice<UInt8>) -> UInt8 {
    let separators = [",", ";", "\t"].compactMap { $0.utf8.first }
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let line = lines.first { line in separators.contains(where: line.contains) } ?? []
    let mostFrequent = separators.max { first, second in line.count { $0 == first } < line.count { $0 == second } }
    return mostFrequent ?? UInt8(ascii: ",")
  }

  /// Returns the fields of the next record, which are the names of columns; `nil` if there is none.
  ///
  /// A line such as `Letterboxd list export v7`, and the line `sep=;` of spreadsheets, are skipped.
  private static func nextNames(_ reader: inout CSVReader) throws -> [String]? {
    while let (_, record) = try reader.next() {
      guard let record = try? record.get() else { return nil }
      let names = record.texts
      let first = names[0].lowercased()
      if !["letterboxd list export", "sep="].contains(where: first.hasPrefix) { return names }
    }
    return nil
  }

  /// Returns names for the columns of a table without a header; `nil` if the first row has no id or address of a film.
  ///
  /// An address of Letterboxd has no id, so that another column must have the title.
  private static func generatedNames(ofFirstRow row: [String], as format: ImportFormat?) -> [String]? {
    guard [nil, .csv].contains(format) else { return nil }
    let idColumn = row.firstIndex { FilmID($0) != nil }
    guard idColumn != nil || row.contains(where: \.isAddressOfLetterboxd) else { return nil }
    return row.indices.map { index in
      if index == idColumn { return "imdbID" }
      return row[index].isAddressOfLetterboxd ? "LetterboxdURI" : "column \(index + 1)"
    }
  }
}

/// A column of an unrecognized table, and the field that it may contain.
package struct SuggestedField: Sendable, Hashable {
  package let column: String
  /// `nil` if neither the name nor a value of the column suggests one.
  package let field: ImportField?

  package init(column: String, field: ImportField?) { (self.column, self.field) = (column, field) }
}

extension ImportField {
  /// The fields by words with which names of columns begin, in lower case: in English, German, French, Spanish and
  /// Italian.
  private static let words: [(field: ImportField, words: [String])] = [
    (.original, ["original", "título original", "titre original", "titolo originale"]),
    (.title, ["film", "movie", "titel", "titre", "título", "titulo", "titolo", "pelicula", "película"]),
    (.year, ["jahr", "erscheinungsjahr", "année", "annee", "año", "ano", "anno"]),
    (.rating, ["bewertung", "wertung", "sterne", "punkte", "points", "nota", "voto", "puntuación", "calificación"]),
    (.date, ["datum", "gesehen", "vu", "fecha", "visto", "data"]),
    (.note, ["kommentar", "notiz", "commentaire", "comentario", "commento"]),
  ]

  /// Creates the field that the name of a column suggests; `nil` for other names.
  init?(suggestedByName name: String) {
    let name = name.lowercased()
    guard let found = Self.words.first(where: { $0.words.contains(where: name.hasPrefix) }) else { return nil }
    self = found.field
  }

  /// Creates the field that a value suggests: a year, a day, a rating, or a title; ``ignore`` for an id, an address,
  /// and an empty value.
  init(suggestedByValue value: String) {
    if value.isEmpty || value.isAddressOfLetterboxd || FilmID(value) != nil {
      self = .ignore
    } else if value.utf8.count == 4, value.yearAtStart != nil {
      self = .year
    } else if value.decimalNumber != nil {
      self = .rating
    } else {
      self = ImportedDate(value) == nil ? .title : .date
    }
  }
}

extension String {
  /// `true` for the address of a film at Letterboxd, such as `https://letterboxd.com/film/heat-1995/` or
  /// `https://boxd.it/2bg8`.
  fileprivate var isAddressOfLetterboxd: Bool {
    prefixMatch(of: /(?:https?:\/\/)?(?:www\.)?(?:letterboxd\.com\/(?:[^\/\s]+\/)?film\/|boxd\.it\/)\S/.ignoresCase())
      != nil
  }
}
