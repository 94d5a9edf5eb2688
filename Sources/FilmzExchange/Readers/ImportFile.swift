/// An element of a file that is imported.
package enum ImportedElement: Sendable, Hashable {
  case row(ImportedRow)
  case list(NamedList)
  case movie(MFlixMovie)
  case comment(MFlixComment)
  case subject(ArchivedSubject)
}

/// A file that is being imported, whose format is recognized by its content.
package struct ImportFile {
  /// A reason why a file is not read.
  package enum SkipReason: Error, Hashable {
    /// The file contains nothing.
    case empty
    /// The file is a part of an export that is not imported, such as comments.
    case notImported
    /// The file is an archive inside of an archive.
    case innerArchive
    /// The file has the films that the user owns, which are not imported.
    case ownedFilms
    /// The file is a symbolic link to a file that does not exist.
    case danglingLink
    case notRecognized
    /// The file is JSON that cannot be read from a line on.
    case invalidJSON(line: Int, RowProblem)
    /// The file is a table with these columns, none of which has ids or titles.
    case noUsableColumn([SuggestedField])
  }

  /// The name of the ``ImportSource``.
  package let name: String
  package let format: ImportFormat
  /// The list whose films the file contains; `nil` for other files, and if each element names its list.
  package private(set) var list: ImportedList?
  // At most one of the readers is not `nil`. As cases of an enumeration, readers would be copied when they are changed.
  private var csv: CSVFile?
  private var json: JSONFile?
  private var subjects: ArchivedSubjectReader?
  /// The path of the archive of filmz that the file is in; empty for other files.
  package private(set) var archivePath = ""
  /// The kinds that the columns of the file fit, if neither its name nor the user decides between them; otherwise
  /// empty.
  package private(set) var possibleKinds: [FileKind] = []
  /// The ids of a file of unmatched rows.
  private var enteredIDs: EnteredIDs?

  /// The names of the columns that are not imported because they are unknown; complete after the last row.
  package var unknownColumns: [String] { csv?.unknownColumns ?? [] }

  /// The unknown columns that seem to have days of viewings or ratings; complete after the last row.
  package var historyColumns: [String] { csv?.historyColumns ?? [] }

  /// The names, in lower case, of the columns to which the user has assigned fields.
  package var assignedColumns: Set<String> { csv?.assignedColumns ?? [] }

  /// The names of the Netflix profiles in the file; complete after the last row, empty for other files.
  package var profiles: Set<String> { csv?.profiles ?? [] }

  /// The kind of data in the file.
  package var kind: FileKind { csv?.kind ?? json?.kind ?? .archive }

  /// `true` for ratings of MovieLens, whose films are in other files of the folder.
  package var needsFilms: Bool { csv?.format == .movieLens }

  /// Sets the films of MovieLens, by their numbers.
  package mutating func setFilms(_ films: [String: NamedFilm]) { csv?.films = films }

  /// The scale and the order of day and month that were used for the columns; complete after the last row.
  package var usedFormats: ColumnFormats { csv?.usedFormats ?? ColumnFormats() }

  /// The columns with dates of both orders of day and month; complete after the last row.
  package var mixedDates: [MixedDates] { csv?.mixedDates ?? [] }

  /// The text of the last row or element that was read, as it is in the file; `nil` if there is none.
  package var elementText: String? { csv?.recordText ?? json?.elementText }

  /// `true` if a text that was read so far is in Windows-1252 instead of UTF-8.
  package var hasWindows1252: Bool { csv?.hasWindows1252 ?? json?.hasWindows1252 ?? false }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - format: The format that the file must have, or `nil` for any.
  ///   - options: The kinds, columns and formats that the user has given.
  /// - Returns: The file, or the reason why it is not read.
  /// - Throws: ``ImportError/otherFormat(path:_:)`` if the user named a file that does not have the format; such a file
  ///   in a folder or archive is skipped. Other cases of ``ImportError`` if the file cannot be read.
  package static func open(
    _ source: ImportSource, as format: ImportFormat? = nil, _ options: ReadingOptions = .init()
  ) throws -> Result<ImportFile, SkipReason> {
    let opening = try openContent(of: source, as: format, options)
    if case .failure(.notRecognized) = opening, let format, source.isNamedByUser {
      throw ImportError.otherFormat(path: source.name, format)
    }
    return opening
  }

  private init(_ name: String, _ format: ImportFormat, _ list: ImportedList? = nil) {
    (self.name, self.format, self.list) = (name, format, list)
  }

  /// Returns the next element, or the reason why it cannot be used, with the line on which it begins; `nil` at the end.
  ///
  /// A row of a list names the list. In a file of unmatched rows, an id that the user entered for one row applies to
  /// further rows of the film (``EnteredIDs``). If the file is a pipe, it applies only to the rows after it.
  ///
  /// - Throws: ``ImportError``, also if a part of a JSON file cannot be read because the file is cut off.
  package mutating func next() throws -> (line: Int, element: Result<ImportedElement, RowProblem>)? {
    if csv != nil { return try nextRow() }
    if json != nil { return try nextInJSON() }
    do {
      return try subjects?.next().map { line, subject in (line, subject.map(ImportedElement.subject)) }
    } catch let problem as ZipReader.Problem {
      throw ImportError.zip(path: archivePath, problem)
    }
  }

  private mutating func nextInJSON() throws -> (line: Int, element: Result<ImportedElement, RowProblem>)? {
    guard let (line, element) = try json?.next() else { return nil }
    switch element {
    case .success(.row(let row)): return (line, .success(.row(namingList(row))))
    case .failure(.unreadableJSON(let problem)) where problem.concernsFile:
      throw ImportError.json(path: name, line: line, problem)
    default: return (line, element)
    }
  }

  private mutating func nextRow() throws -> (line: Int, element: Result<ImportedElement, RowProblem>)? {
    guard let (line, result) = try csv?.next() else { return nil }
    guard case .success(let row) = result else { return (line, result.map(ImportedElement.row)) }
    var completed = namingList(row)
    if let id = csv?.enteredID {
      enteredIDs?.add(id, for: row)
    } else {
      enteredIDs?.setID(of: &completed)
    }
    return (line, .success(.row(completed)))
  }

  /// Sets the address of the list, which distinguishes it from other lists of the same name.
  package mutating func setListAddress(_ address: String) { list?.address = address }

  private func namingList(_ row: ImportedRow) -> ImportedRow {
    guard let list, row.list == nil else { return row }
    var row = row
    row.list = list
    return row
  }
}

// MARK: - Recognition

extension ImportFile {
  private static let sampleSize = 65_536

  private static func openContent(
    of source: ImportSource, as format: ImportFormat?, _ options: ReadingOptions
  ) throws -> Result<ImportFile, SkipReason> {
    if case .subjects(let file, let archive) = source.content {
      guard format == nil || format == .filmz else { return .failure(.notRecognized) }
      var opened = ImportFile(source.name, .filmz)
      opened.subjects = file?.subjects
      opened.archivePath = archive
      return .success(opened)
    }
    if case .danglingLink = source.content { return .failure(.danglingLink) }
    var stream = try source.open().normalized()
    let sample = try stream.peek(sampleSize)
    guard let first = sample.first(where: { !$0.isJSONWhitespace }) else {
      return .failure(sample.count < sampleSize ? .empty : .notRecognized)
    }
    guard !ZipReader.recognizes(sample) else { return .failure(.innerArchive) }
    // Binary files have zeros; a text can have one, but not in front of its first line break.
    let line = sample.prefix { !$0.isLineBreak }
    guard !line.contains(0) else { return .failure(.notRecognized) }
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") { return try openJSON(stream, source.name, format) }
    return try openCSV(stream, source, format, options)
  }

  private static func openJSON(
    _ stream: ByteStream, _ name: String, _ format: ImportFormat?
  ) throws -> Result<ImportFile, SkipReason> {
    let file = try JSONFile(stream, path: name)
    let recognized: ImportFormat
    switch file.format {
    case .success(let format): recognized = format
    case .failure(.empty): recognized = formatOfEmptyArray(name, format)
    case .failure(let reason): return .failure(reason)
    }
    guard format == nil || format == recognized else { return .failure(.notRecognized) }
    var opened = ImportFile(name, recognized, recognized == .trakt ? list(ofTrakt: file, ExportFileName(name)) : nil)
    opened.json = file
    return .success(opened)
  }

  /// Returns the format of an array without elements: the format that the user named if it is one of JSON, else the
  /// format that the name of the file suggests.
  private static func formatOfEmptyArray(_ name: String, _ format: ImportFormat?) -> ImportFormat {
    if let format, [.trakt, .mflix, .filmz].contains(format) { return format }
    return ExportFileName(name).isOfTrakt ? .trakt : .filmz
  }

  /// Returns the list of a file of Trakt with list items, named after the file; `nil` for other files.
  private static func list(ofTrakt file: JSONFile, _ fileName: ExportFileName) -> ImportedList? {
    file.kind == .list ? fileName.traktList ?? fileName.list : nil
  }

  private static func openCSV(
    _ stream: ByteStream, _ source: ImportSource, _ format: ImportFormat?, _ options: ReadingOptions
  ) throws -> Result<ImportFile, SkipReason> {
    let fileName = ExportFileName(source.name)
    // A file that can be opened only once is read into memory.
    let stream = source.isReadOnce ? try stream.inMemory(path: source.name) : stream
    let reopen = source.isReadOnce ? nil : { try source.open() }
    // The copies of a stream that is not in memory share their position.
    let header = try CSVHeader.read(try reopen?().normalized() ?? stream, as: format)?.header
    if options.columns.isEmpty, MovieLens.isPart(Set(header?.names.map { $0.lowercased() } ?? [])) {
      return .failure(.notImported)
    }
    guard var file = try CSVFile(stream, path: source.name, as: format, options, reopen: reopen) else {
      if try containsComments(stream) { return .failure(.notImported) }
      let columns = header?.suggestedFields ?? []
      let isTable = columns.count > 1 || source.name.lowercased().hasSuffix(".csv")
      return .failure(isTable && [nil, .csv].contains(format) ? .noUsableColumn(columns) : .notRecognized)
    }
    guard file.format != .letterboxdLikes || !fileName.isLikesOfOthers else { return .failure(.notImported) }
    var possibleKinds = file.format.possibleKinds(fileName)
    let kind = options.kinds[source.name] ?? (source.isNamedByUser || !possibleKinds.isEmpty ? options.kind : nil)
    if let kind {
      file.choose(kind)
      possibleKinds = []
    }
    var opened = ImportFile(source.name, file.format.format, list(of: file, fileName))
    opened.enteredIDs = file.format == .unmatched ? try enteredIDs(of: source, options) : nil
    opened.csv = file
    opened.possibleKinds = possibleKinds
    return .success(opened)
  }

  private static func list(of file: CSVFile, _ fileName: ExportFileName) -> ImportedList? {
    switch file.format {
    case .letterboxdProfile: ImportedList(name: "Letterboxd favorites")
    case .imdbList: fileName.list
    case .letterboxdList, .letterboxdImporterList: file.list ?? fileName.list
    case .table where file.kind == .list: fileName.list
    default: file.list
    }
  }

  /// Returns whether a file contains the comments of a Letterboxd export.
  private static func containsComments(_ stream: ByteStream) throws -> Bool {
    var stream = stream
    let header = "date,content,comment"
    return String(decoding: try stream.peek(header.utf8.count), as: UTF8.self).lowercased() == header
  }

  /// Reads the ids that the user entered into a file of unmatched rows; none from a file that can be read only once.
  private static func enteredIDs(of source: ImportSource, _ options: ReadingOptions) throws -> EnteredIDs {
    var ids = EnteredIDs()
    guard !source.isReadOnce,
      var file = try CSVFile(
        try source.open(), path: source.name, as: .filmz, options, reopen: { try source.open() })
    else { return ids }
    while let (_, row) = try file.next() {
      if let id = file.enteredID, case .success(let row) = row { ids.add(id, for: row) }
    }
    return ids
  }
}
