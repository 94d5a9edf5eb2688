package import FilmzDomain
package import FilmzExchange
import FilmzFiles
import Foundation

/// The result of an import or of a dry run.
package struct ImportReport: Sendable {
  package struct File: Sendable {
    package let name: String
    package internal(set) var rows = 0
    /// The names of columns that are not imported because they are unknown.
    package internal(set) var unknownColumns: [String] = []
    /// `true` if texts of the file are in Windows-1252.
    package internal(set) var hasWindows1252 = false
  }

  /// A row, or a value of a row, that cannot be used.
  package struct UnreadableRow: Sendable {
    package let file: String
    package let line: Int
    package let problem: RowProblem
  }

  /// A film, or the film of a comment, that was not found.
  package struct UnmatchedFilm: Sendable {
    package enum Reason: Sendable, Hashable {
      /// No film has the title and the year.
      case unknown
      /// Only films of other types have the title and the year.
      case otherType
      case ambiguous
      /// The row has no year.
      case noYear
      /// The film of a comment is not among the films of the files.
      case commentOnUnknownFilm
    }

    package let file: String
    package let line: Int
    package let title: String?
    package let year: Int?
    package let reason: Reason
    /// At most three films that could be meant.
    package internal(set) var candidates: [MatchCandidate]
  }

  /// A film that was matched although its title or year is not that of the row.
  package struct LooseMatch: Sendable {
    package let file: String
    package let line: Int
    package let film: NamedFilm
    package let id: FilmID
    package let differences: MatchDifferences
  }

  package internal(set) var formats: [ImportFormat] = []
  package internal(set) var files: [File] = []
  /// The number of films that are new to the collection.
  package internal(set) var added = 0
  package internal(set) var changed = 0
  package internal(set) var unchanged = 0
  package internal(set) var removedSince = 0
  /// The number of values that replaced other values.
  package internal(set) var replaced = 0
  package internal(set) var viewings = 0
  package internal(set) var lists = 0
  package internal(set) var comments = 0
  package internal(set) var episodes = 0
  /// `true` if the episodes were imported as films.
  package internal(set) var includesEpisodes = false
  package internal(set) var unmatched: [UnmatchedFilm] = []
  package internal(set) var unreadable: [UnreadableRow] = []
  /// The values that cannot be used, of rows whose other values are imported.
  package internal(set) var unusableValues: [UnreadableRow] = []
  package internal(set) var looseMatches: [LooseMatch] = []
  package internal(set) var contestedIDs = ContestedIDs()
  /// The lists that earlier imports have named after their files, and their new names.
  package internal(set) var renamedLists: [(old: String, new: String)] = []
  /// The number of films for which own records were made.
  package internal(set) var ownRecords = 0
  /// The path of the file with the rows that were not matched; `nil` if there are none.
  package internal(set) var unmatchedFile: String?
  /// `true` if nothing was written.
  package internal(set) var isDryRun = false
  package internal(set) var warnings: [Warning] = []
}

/// The reason why an import cannot be made; nothing has been imported.
package enum ImportFailure: UserFacingError, Equatable {
  case unmatchedFileExists(path: String)
  /// The file for unmatched rows is one of the files to import.
  case unmatchedFileIsImported(path: String)
  case cannotRead(path: String, reason: String)
  /// The file has no format that can be imported, or not the one that the user named.
  case notRecognized(path: String, as: ImportFormat?)
  /// The archive cannot be used.
  case badArchive(path: String, reason: String)
  /// No file of a folder or of an archive has data that is imported.
  case nothingToImport(path: String)
  /// A folder or an archive contains no file that can be imported, except inside of another archive.
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
  /// The description of the problem for users.
  package var message: String {
    switch self {
    case .notInCollection: "it is not in the collection"
    case .noFilm: "it has neither an id nor a title"
    case .missing(let member): "it has no \(member)"
    case .notAnObject: "it is not a JSON object"
    case .invalidValue(let column, let value):
      "\(column) is \"\(value.prefix(40))\", which is not valid"
    case .ambiguousDate(let column, let value):
      "\(column) is \"\(value.prefix(40))\", of which the day and the month cannot be told apart;"
        + " write it as YYYY-MM-DD"
    case .textTooLong(let column, let limit):
      "\(column) has more than \(limit.grouped) bytes of text"
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

/// The path of the file for rows that are not matched.
struct UnmatchedPath {
  private static let suffix = "-unmatched"

  /// The path in messages.
  let name: String
  let url: URL

  /// Returns the path that the user gave, or a name made from the first path of the import that is not in use.
  ///
  /// - Throws: ``ImportFailure/unmatchedFileExists(path:)`` if the given file exists and must not be replaced.
  init(_ request: ImportRequest, expandPath: (String) -> String) throws(ImportFailure) {
    if let file = request.unmatchedFile {
      name = file
      url = URL(filePath: expandPath(file))
      guard request.replacesUnmatchedFile || !Self.exists(url) else {
        throw .unmatchedFileExists(path: file)
      }
      let target = url.resolvingSymlinksInPath().standardizedFileURL
      let isImported = request.paths.contains {
        URL(filePath: expandPath($0)).resolvingSymlinksInPath().standardizedFileURL == target
      }
      guard !isImported else { throw .unmatchedFileIsImported(path: file) }
      var isFolder: ObjCBool = false
      let path = url.path(percentEncoded: false)
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
        isFolder.boolValue || path.hasPrefix("/dev/")
      {
        throw .notWritten(path: file, reason: "it is not a file")
      }
      return
    }
    let base = Self.baseName(of: request.paths.first ?? "")
    var number = 1
    var name = "\(base)\(Self.suffix).csv"
    while Self.exists(URL(filePath: expandPath(name))) {
      number += 1
      name = "\(base)\(Self.suffix)-\(number).csv"
    }
    self.name = name
    url = URL(filePath: expandPath(name))
  }

  /// Returns the name of a file without its extension and without the suffix of an earlier import.
  private static func baseName(of path: String) -> String {
    let name = URL(filePath: path).standardizedFileURL.deletingPathExtension().lastPathComponent
    let base = name.firstRange(of: suffix).map { String(name[..<$0.lowerBound]) } ?? name
    return base.isEmpty || base == "/" ? "import" : base
  }

  private static func exists(_ url: URL) -> Bool {
    FileStatus(of: url) != nil
  }

  /// Writes the file around a closure that makes the import; the file exists afterwards only if the closure succeeds.
  func write(_ bytes: [UInt8], during body: () async throws -> Void) async throws {
    do {
      try await PrivateFile.replace(url) { path in
        try Data(bytes).write(to: URL(filePath: path))
        try await body()
      }
    } catch let error as FileError {
      throw ImportFailure.notWritten(path: name, reason: error.reason)
    } catch let error as CocoaError {
      throw ImportFailure.notWritten(path: name, reason: error.localizedDescription)
    }
  }
}
