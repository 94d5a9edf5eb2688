package import FilmzDomain
package import FilmzExchange

/// The reason why an import was not made; nothing has been changed then.
package enum ImportFailure: UserFacingError, Equatable {
  /// The file for unmatched rows exists and must not be replaced.
  case unmatchedFileExists(path: String)
  /// The file for unmatched rows is one of the files to import.
  case unmatchedFileIsImported(path: String)
  case cannotRead(path: String, reason: String)
  /// The file does not have the given format or, if none is given, any format that can be imported.
  case notRecognized(path: String, as: ImportFormat?)
  /// The table has no column for ids or titles.
  case noUsableColumn(path: String, columns: [SuggestedField])
  /// The columns of a file fit several kinds.
  case undecidedKind(path: String, kinds: [FileKind])
  /// Unknown columns of a table seem to have days of viewings or ratings.
  case unknownHistory(path: String, columns: [String])
  /// No table has a column to which the user has assigned a field.
  case noSuchColumn(String)
  /// The file has ratings of many users.
  case manyUsers(path: String)
  /// Standard input is a terminal, or has the commands of the script.
  case noInput
  /// The archive cannot be used.
  case badArchive(path: String, reason: String)
  /// No file of a folder or of an archive can be imported.
  case nothingToImport(path: String)
  /// The only files of a folder or of an archive that can be imported are inside of another archive, `archive`.
  case onlyInnerArchive(path: String, archive: String)
  /// More than half of the rows cannot be used; the line and the problem are those of the first one.
  case tooManyUnreadableRows(file: String, unreadable: Int, rows: Int, line: Int, RowProblem)
  /// The ratings of a column can be on several scales.
  case severalScales(path: String, column: String, [ImportedScale])
  /// Dates of a column, such as the value, can have the day or the month first.
  case severalDateOrders(path: String, column: String, value: String)
  /// The file for unmatched rows cannot be written.
  case notWritten(path: String, reason: String)

  package var message: String {
    switch self {
    case .unmatchedFileExists(let path): "\(path) exists; --force replaces it"
    case .unmatchedFileIsImported(let path):
      "\(path) is a file to import; give another name for the rows that are not matched"
    case .cannotRead(let path, let reason): "\(path) cannot be read: \(reason)"
    case .notRecognized(let path, nil): "\(path) is not a file that can be imported; `help import` names the formats"
    case .notRecognized(let path, let format?): "\(path) is not a file of \(format.rawValue)"
    case .noUsableColumn(let path, let columns):
      "\(path) is not a file that can be imported: it has no column with ids or titles, only"
        + " \(Self.names(columns.map(\.column)));"
        + (Self.assignments(to: columns).map { " --columns \($0) says what they are;" } ?? "")
        + " it needs \(CSVFile.knownColumns.identifying.joinedWithOr), and may have"
        + " \(CSVFile.knownColumns.further.joinedWithAnd)"
    case .undecidedKind(let path, let kinds):
      "the name and the columns of \(path) fit several kinds;"
        + " --kind says which: \(kinds.map(\.rawValue).joinedWithOr)"
    case .unknownHistory(let path, let columns):
      "\(path) was not imported: \(Self.names(columns)) may have days of viewings or ratings;"
        + " --columns \(Self.assignments(columns)) says what they are (=ignore leaves one out);"
        + " `help import` lists the fields"
    case .noSuchColumn(let name): "no file has a column \"\(name.prefix(40))\"; --columns takes the names in the header"
    case .manyUsers(let path):
      "\(path) has ratings of many users, which are not yours; `catalog import` imports datasets for searching"
    case .noInput: "import - needs a file or a pipe on standard input: `filmz import - < FILE`"
    case .badArchive(let path, let reason): "\(path) cannot be imported: \(reason)"
    case .nothingToImport(let path): "\(path) has nothing that can be imported"
    case .onlyInnerArchive(let path, let archive):
      "\(path) cannot be imported: unpack \(archive), which is an archive inside of an archive"
    case .tooManyUnreadableRows(let file, let unreadable, let rows, let line, let problem):
      "\(file) was not imported: \(unreadable.grouped) of \(rows.grouped("row")) cannot be used,"
        + " the first on line \(line): \(problem.message)"
    case .severalScales(let path, let column, let scales):
      "\(path): the ratings in \(column) can be out of \(scales.map(\.rawValue).joinedWithOr);"
        + " \(scales.map { "--scale \($0.rawValue)" }.joinedWithOr) says which"
    case .severalDateOrders(let path, let column, let value):
      "\(path): dates in \(column), such as \(value), can have the day or the month first;"
        + " --dates dmy or --dates mdy says which"
    case .notWritten(let path, let reason): "\(path) cannot be written: \(reason)"
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .unmatchedFileExists, .unmatchedFileIsImported: .failed
    case .cannotRead, .notWritten: .inputOutput
    case .noInput: .usage
    case .notRecognized, .noUsableColumn, .undecidedKind, .unknownHistory, .noSuchColumn, .manyUsers, .badArchive,
      .nothingToImport, .onlyInnerArchive, .tooManyUnreadableRows, .severalScales, .severalDateOrders:
      .badData
    }
  }
}

extension ImportFailure {
  /// Returns an example of a value of `--columns`, which assigns the fields that the names suggest to at most ten columns.
  private static func assignments(_ columns: [String]) -> String {
    func field(_ name: String) -> ImportField {
      let name = name.lowercased()
      if name.contains("added") || name.contains("created") { return .added }
      if name.contains("rated") { return .rated }
      if name.contains("rating") { return .rating }
      return name.contains("plays") || name.contains("count") ? .watched : .date
    }
    return assignments(columns.map { ($0, field($0)) })
  }

  /// Returns an example of a value of `--columns` for a table without a column of titles; `nil` if no column can have
  /// titles.
  ///
  /// In the example, the first column whose name suggests no other field has the titles.
  private static func assignments(to columns: [SuggestedField]) -> String? {
    let unknown = columns.firstIndex { $0.field == nil }
    guard let title = columns.firstIndex(where: { $0.field == .title }) ?? unknown else { return nil }
    return assignments(
      columns.enumerated().compactMap { index, suggestion in
        (index == title ? .title : suggestion.field).map { (suggestion.column, $0) }
      })
  }

  private static func assignments(_ columns: [(name: String, field: ImportField)]) -> String {
    let text = columns.prefix(10).map { "\($0.name.prefix(40))=\($0.field.rawValue)" }.joined(separator: ",")
    return text.contains { $0.isWhitespace } ? "\"\(text)\"" : text
  }

  /// Returns at most ten names of columns, quoted and shortened.
  private static func names(_ columns: [String]) -> String {
    let names = columns.prefix(10).map { "\"\($0.prefix(40))\"" }
    return columns.count > 10 ? names.joined(separator: ", ") + ", ..." : names.joinedWithAnd
  }
}

extension RowProblem {
  /// The column of a value that cannot be used; `nil` for other problems.
  package var column: String? {
    switch self {
    case .invalidValue(let column, _), .ambiguousDate(let column, _), .textTooLong(let column, _),
      .tooLarge(let column, _, _):
      column
    case .contradiction(let value, _): value.column
    default: nil
    }
  }

  /// The description of the problem for users.
  package var message: String {
    switch self {
    case .notInCollection: "it is not in the collection"
    case .noFilm: "it has neither an id nor a title"
    case .commentWithoutFilm: "it names no film"
    case .missing(let member): "it has no \(member)"
    case .notAnObject: "it is not a JSON object"
    case .invalidValue(let column, let value): "\(column) is \"\(value.prefix(40))\", which is not valid"
    case .ambiguousDate(let column, let value):
      "\(column) is \"\(value.prefix(40))\", of which the day and the month cannot be told apart;"
        + " write it as YYYY-MM-DD"
    case .contradiction(let value, let other):
      "\(value.column) is \"\(value.text.prefix(40))\", which contradicts \(other.column) \"\(other.text.prefix(40))\""
    case .furtherID(let id, let film): "it has the id \(id.rawValue) of another film as well as \(film.rawValue)"
    case .textTooLong(let column, let limit): "\(column) has more than \(limit.grouped) bytes of text"
    case .tooLarge(let column, let value, let maximum):
      "\(column) is \"\(value.prefix(40))\", which is more than \(maximum.grouped)"
    case .missingParent(let noun, let id): "its \(noun) \(id) is neither in the archive nor in your collection"
    case .surplusFields(let count, let columns): "it has \(count.counted("field")), the header has \(columns.grouped)"
    case .unreadable(.unterminatedQuote): "a quotation mark is missing"
    case .unreadable(.tooLong): "it is too long"
    case .syntaxError(let reason): "it is not valid JSON: \(reason)"
    case .invalidJSON, .unreadableJSON(.unbalanced), .unreadableJSON(.unexpectedText): "it is not valid JSON"
    case .unreadableJSON(.tooLong), .unreadableJSON(.tooDeep): "its JSON is too large"
    case .unreadableJSON(.cutOff): "the file ends before its JSON does"
    case .unreadableJSON(.unreadableRest): "the rest of the file is not valid JSON"
    case .unreadableJSON(.trailingText): "there is text after the JSON"
    }
  }
}
