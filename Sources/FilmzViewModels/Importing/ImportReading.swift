import FilmzDomain
import FilmzExchange
import Foundation

/// Reads the files of an import.
struct ImportReading {
  /// The number of rows after which progress is reported and cancellation is checked.
  private static let reportInterval = 1000
  /// The name of standard input in messages and reports.
  private static let nameOfInput = "standard input"

  let request: ImportRequest
  let expandPath: @Sendable (String) -> String
  let progress: @Sendable (ImportProgress) -> Void
  private var content: ImportContent
  /// The numbers of the groups of files, by name.
  private var groups: [String: Int] = [:]
  /// The number of rows of all files so far.
  private var rows = 0
  /// The folders of IMDb's lists, by the names of the lists, which are those of the files.
  private var listFolders: [String: String] = [:]
  /// The names, in lower case, of columns in the files to which the user has assigned fields.
  private var assignedColumns: Set<String> = []
  /// The counts of the rows of filmz archives, by path; an archive has a file for each kind of subject.
  private var archives: [String: RowCount] = [:]

  /// The number of all rows of a file or archive, and the rows that cannot be used.
  private typealias RowCount = (rows: Int, unreadable: [ImportReport.UnreadableRow])

  /// Returns the content of the files.
  ///
  /// - Throws: ``ImportFailure``, `CancellationError`.
  static func content(
    _ request: ImportRequest, known: KnownFilms, now: Date, expandPath: @escaping @Sendable (String) -> String,
    progress: @escaping @Sendable (ImportProgress) -> Void
  ) throws -> ImportContent {
    var reading = ImportReading(
      request: request, expandPath: expandPath, progress: progress,
      content: ImportContent(includesEpisodes: request.includesEpisodes, known: known, now: now))
    reading.content.report.isDryRun = request.isDryRun
    do {
      try reading.read()
    } catch let error as ImportError {
      throw ImportFailure(error)
    }
    return reading.content
  }

  private mutating func read() throws {
    let paths = request.paths.map(expandPath)
    let sources = try ImportSourceFinder.files(at: paths, input: request.inputPath).map { source in
      source.path == request.inputPath ? source.named(Self.nameOfInput) : source
    }
    var usedPaths: Set<String> = []
    // The other tables of TV Time's export look like tables of films.
    let pathsOfTVTime = Set(sources.filter(\.isOfTVTime).map(\.path))
    var innerArchives: [String: String] = [:]
    for source in sources {
      switch try ImportFile.open(source, as: request.format, request.reading) {
      case .success(let file) where file.format == .csv && !source.isNamedByUser && pathsOfTVTime.contains(source.path):
        continue
      case .success(var file):
        usedPaths.insert(source.path)
        if file.needsFilms { file.setFilms(try MovieLens.films(in: sources.filter { $0.folder == source.folder })) }
        try read(file, source)
      case .failure(let reason):
        if case .innerArchive = reason { innerArchives[source.path] = source.name }
        try leaveOut(source, reason, isOfTVTime: pathsOfTVTime.contains(source.path))
      }
    }
    for path in paths.map({ $0 == request.inputPath ? Self.nameOfInput : $0 }) where !usedPaths.contains(path) {
      // A file that was read under another path is left out of the sources.
      guard sources.contains(where: { $0.path == path }) || sources.isEmpty else { continue }
      throw innerArchives[path].map { ImportFailure.onlyInnerArchive(path: path, archive: $0) }
        ?? .nothingToImport(path: path)
    }
    if let column = request.reading.columns.keys.sorted().first(where: { !assignedColumns.contains($0) }) {
      throw ImportFailure.noSuchColumn(column)
    }
    for (archive, count) in archives.sorted(by: { $0.key < $1.key }) { try requireMostlyUsable(count, file: archive) }
    content.finish()
  }

  /// Leaves out a file, and adds it to the report if the user may have meant to import it.
  ///
  /// - Throws: An ``ImportFailure`` if the user has named the file.
  private mutating func leaveOut(_ source: ImportSource, _ reason: ImportFile.SkipReason, isOfTVTime: Bool) throws {
    switch reason {
    case .noUsableColumn(let columns) where source.isNamedByUser:
      throw ImportFailure.noUsableColumn(path: source.name, columns: columns)
    case .invalidJSON(let line, let problem):
      let reason = "line \(line.grouped): \(problem.message)"
      guard !source.isNamedByUser else { throw ImportFailure.badArchive(path: source.name, reason: reason) }
      guard source.name.lowercased().hasSuffix(".json") else { return }
      content.report.warnings.append(.problem("\(source.name) was left out: \(reason)"))
    case .notRecognized where source.isNamedByUser:
      throw ImportFailure.notRecognized(path: source.name, as: request.format)
    case .notRecognized, .noUsableColumn:
      guard [".csv", ".json"].contains(where: source.name.hasSuffix), !isOfTVTime else { return }
      content.report.filesLeftOut.append(source.name)
    case .innerArchive:
      content.report.warnings.append(.problem("\(source.name) was left out: it is an archive inside of an archive"))
    case .danglingLink:
      content.report.warnings.append(
        .problem("\(source.name) was left out: it is a link to a file that does not exist"))
    case .ownedFilms: content.report.filesOfOwnedFilms.append(source.name)
    case .empty, .notImported: break
    }
  }

  /// Checks that at least half of the rows of a file can be used.
  private func requireMostlyUsable(_ count: RowCount, file: String) throws {
    guard let first = count.unreadable.first, count.unreadable.count * 2 > count.rows else { return }
    throw ImportFailure.tooManyUnreadableRows(
      file: file, unreadable: count.unreadable.count, rows: count.rows, line: first.line, first.problem)
  }

  private mutating func read(_ file: ImportFile, _ source: ImportSource) throws {
    guard file.possibleKinds.isEmpty else {
      throw ImportFailure.undecidedKind(path: source.name, kinds: file.possibleKinds)
    }
    var file = file
    distinguishList(of: &file, source)
    let index = content.begin(file, source)
    let group = groups[source.group] ?? groups.count
    groups[source.group] = group
    var unreadable: [ImportReport.UnreadableRow] = []
    func addUnreadable(_ problem: RowProblem, _ line: Int) {
      let text = request.unmatchedFile == nil ? nil : file.elementText
      unreadable.append(.init(file: source.name, line: line, problem: problem, rowText: text))
    }
    while let (line, element) = try file.next() {
      content.report.files[index].rows += 1
      rows += 1
      if rows.isMultiple(of: Self.reportInterval) {
        try Task.checkCancellation()
        progress(.reading(name: source.name, rows: rows))
      }
      switch element {
      case .success(let element):
        if let problem = content.add(element, file: index, line: line, group: group, of: file) {
          addUnreadable(problem, line)
        }
      case .failure(let problem): addUnreadable(problem, line)
      }
    }
    try finish(file, source, index: index, unreadable)
  }

  /// Distinguishes a list of IMDb from a list of the same name in another folder, by giving it an address.
  private mutating func distinguishList(of file: inout ImportFile, _ source: ImportSource) {
    guard file.format == .imdb, let name = file.list?.name else { return }
    let folder = listFolders[name] ?? source.folder
    listFolders[name] = folder
    if folder != source.folder { file.setListAddress(source.shortName) }
  }

  /// Checks a file after its last row, and adds to the report how it was read.
  private mutating func finish(
    _ file: ImportFile, _ source: ImportSource, index: Int, _ unreadable: [ImportReport.UnreadableRow]
  ) throws {
    guard file.historyColumns.isEmpty else {
      throw ImportFailure.unknownHistory(path: source.name, columns: file.historyColumns)
    }
    assignedColumns.formUnion(file.assignedColumns)
    if file.profiles.count > 1 {
      let names = file.profiles.sorted().joinedWithAnd
      content.report.warnings.append(
        .problem("\(source.name) has the viewings of \(names), and all were read as yours"))
    }
    content.report.warnings += file.mixedDates.map { dates in
      .problem(
        "\(source.name): dates in \(dates.column.printable) have the day first, such as \(dates.dayFirst.printable), or the"
          + " month, such as \(dates.monthFirst.printable); each was read in the only way that it can be")
    }
    if content.report.files[index].rows == 0 { content.addEmptyFile(index, file) }
    content.report.files[index].unknownColumns = file.unknownColumns
    content.report.files[index].hasWindows1252 = file.hasWindows1252
    content.report.files[index].usedFormats = file.usedFormats
    // Rows about films outside the collection, as in the results of a search, do not count as unusable.
    let count: RowCount = (content.report.files[index].rows, unreadable.filter { $0.problem != .notInCollection })
    if file.archivePath.isEmpty {
      try requireMostlyUsable(count, file: source.name)
    } else {
      archives[file.archivePath, default: (0, [])].rows += count.rows
      archives[file.archivePath]?.unreadable += count.unreadable
    }
    content.report.unreadable += unreadable
  }
}

extension ImportFailure {
  fileprivate init(_ error: ImportError) {
    self =
      switch error {
      case .cannotRead(let path, let reason): .cannotRead(path: path, reason: reason)
      case .zip(let path, let problem): .badArchive(path: path, reason: problem.text)
      case .archive(let path, let problem): .badArchive(path: path, reason: problem.reason)
      case .json(let path, let line, let problem):
        .badArchive(path: path, reason: "line \(line.grouped): \(RowProblem.unreadableJSON(problem).message)")
      case .manyUsers(let path): .manyUsers(path: path)
      case .tooManyFiles(let path): .badArchive(path: path, reason: "it has more than 10,000 files")
      case .otherFormat(let path, let format): .notRecognized(path: path, as: format)
      case .severalScales(let path, let column, let scales):
        .severalScales(path: path, column: column.printable, scales)
      case .severalDateOrders(let path, let column, let value):
        .severalDateOrders(path: path, column: column.printable, value: value.printable)
      }
  }
}

extension String { fileprivate var printable: String { String(prefix(40)).withoutLineBreaks } }

extension ZipReader.Problem {
  /// The reason, with the name of the entry if there is one.
  fileprivate var text: String { entryName.map { "\($0): \(reason)" } ?? reason }
}

extension ArchiveReader.Problem {
  fileprivate var reason: String {
    switch self {
    case .invalidManifest: "its manifest is not valid"
    case .newerVersion: "a newer version of filmz has made it"
    case .missingFile(let name): "its file \(name) is missing"
    case .damagedFile(let name): "its file \(name) is damaged"
    }
  }
}
