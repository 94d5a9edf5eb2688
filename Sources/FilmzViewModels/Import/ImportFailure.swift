package import FilmzDomain
package import FilmzExchange

/// An import that cannot be made; nothing has been imported.
package enum ImportFailure: UserFacingError, Equatable {
  case unmatchedFileExists(path: String)
  /// The file for unmatched rows is one of the files to import.
  case unmatchedFileIsImported(path: String)
  case cannotRead(path: String, reason: String)
  /// The file has none of the formats that can be imported, or not the one that was asked for.
  case notRecognized(path: String, as: ImportFormat?)
  /// The archive cannot be used.
  case badArchive(path: String, reason: String)
  /// No file of a folder or of an archive has data that is imported.
  case nothingToImport(path: String)
  /// A folder or an archive has nothing that can be imported but an archive inside of an archive.
  case onlyInnerArchive(path: String, archive: String)
  /// More than half of the rows cannot be used; `reason` is that of the first one.
  case tooManyUnreadableRows(file: String, unreadable: Int, rows: Int, line: Int, RowProblem)
  case notWritten(path: String, reason: String)

  package var message: String {
    switch self {
    case .unmatchedFileExists(let path): "\(path) exists; --force replaces it"
    case .unmatchedFileIsImported(let path):
      "\(path) is a file to import; give another name for the rows that are not matched"
    case .cannotRead(let path, let reason): "\(path) cannot be read: \(reason)"
    case .notRecognized(let path, nil):
      "\(path) is not a file that can be imported; `help import` names the formats"
    case .notRecognized(let path, let format?): "\(path) is not a file of \(format.rawValue)"
    case .badArchive(let path, let reason): "\(path) cannot be imported: \(reason)"
    case .nothingToImport(let path): "\(path) has nothing that can be imported"
    case .onlyInnerArchive(let path, let archive):
      "\(path) cannot be imported: unpack \(archive), which is an archive inside of an archive"
    case .tooManyUnreadableRows(let file, let unreadable, let rows, let line, let problem):
      "\(file) was not imported: \(unreadable.grouped) of \(rows.grouped("row")) cannot be used,"
        + " the first on line \(line): \(problem.message)"
    case .notWritten(let path, let reason): "\(path) cannot be written: \(reason)"
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .unmatchedFileExists, .unmatchedFileIsImported: .failed
    case .cannotRead, .notWritten: .inputOutput
    case .notRecognized, .badArchive, .nothingToImport, .onlyInnerArchive, .tooManyUnreadableRows:
      .badData
    }
  }
}

extension RowProblem {
  /// What is wrong with the row, for users.
  package var message: String {
    switch self {
    case .noFilm: "it has neither an id nor a title"
    case .missing(let member): "it has no \(member)"
    case .notAnObject: "it is not a JSON object"
    case .invalidValue(let column, let value):
      "\(column) is \"\(value.prefix(40))\", which is not valid"
    case .ambiguousDate(let column, let value):
      "\(column) is \"\(value.prefix(40))\", of which the day and the month cannot be told apart;"
        + " write it as YYYY-MM-DD"
    case .textTooLong(let column):
      "\(column) has more than \(TextLimit.textSize.grouped) bytes of text"
    case .tooLarge(let column, let value, let maximum):
      "\(column) is \"\(value.prefix(40))\", which is more than \(maximum.grouped)"
    case .missingParent(let noun, let id):
      "its \(noun) \(id) is neither in the archive nor in your collection"
    case .surplusFields(let count, let columns):
      "it has \(count.counted("field")), the header has \(columns.grouped)"
    case .unreadable(.unterminatedQuote): "a quotation mark is missing"
    case .unreadable(.tooLong): "it is too long"
    case .invalidJSON, .unreadableJSON(.unbalanced), .unreadableJSON(.unexpectedText):
      "it is not valid JSON"
    case .unreadableJSON(.tooLong), .unreadableJSON(.tooDeep): "its JSON is too large"
    case .unreadableJSON(.cutOff): "the file ends before its JSON does"
    case .unreadableJSON(.unreadableRest): "the rest of the file is not valid JSON"
    case .unreadableJSON(.trailingText): "there is text after the JSON"
    }
  }
}
