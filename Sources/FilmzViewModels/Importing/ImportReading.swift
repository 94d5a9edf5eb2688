import FilmzDomain
import FilmzExchange
import FilmzStore
import Foundation

/// Reads the files of an import.
struct ImportReading {
  /// The number of rows between reports of progress and checks for cancellation.
  private static let reportInterval = 1000

  let request: ImportRequest
  let expandPath: @Sendable (String) -> String
  let progress: @Sendable (ImportProgress) -> Void
  private var content: ImportContent
  private var groups: [String: Int] = [:]
  private var rows = 0
  /// The rows of each archive of filmz, which has a file for each kind of subject.
  private var archives: [String: RowCount] = [:]

  /// The number of rows of a file or archive, and those that cannot be used.
  private struct RowCount {
    var rows = 0
    var unreadable: [ImportReport.UnreadableRow] = []
  }

  init(
    request: ImportRequest, aliases: [FilmID: FilmID], now: Date,
    expandPath: @escaping @Sendable (String) -> String,
    progress: @escaping @Sendable (ImportProgress) -> Void
  ) {
    (self.request, self.expandPath, self.progress) = (request, expandPath, progress)
    content = ImportContent(
      includesEpisodes: request.includesEpisodes, aliases: aliases, now: now)
  }

  /// Returns the content of the files; `aliases` are the ids of IMDb of films, by their other ids in the collection.
  ///
  /// - Throws: ``ImportFailure``, `CancellationError`.
  static func content(
    _ request: ImportRequest, aliases: [FilmID: FilmID], now: Date,
    expandPath: @escaping @Sendable (String) -> String,
    progress: @escaping @Sendable (ImportProgress) -> Void
  ) throws -> ImportContent {
    var reading = ImportReading(
      request: request, aliases: aliases, now: now, expandPath: expandPath, progress: progress)
    do {
      try reading.read()
    } catch let error as ImportError {
      throw ImportFailure(error)
    }
    return reading.content
  }

  private mutating func read() throws {
    let sources = try ImportSources.files(at: request.paths.map(expandPath))
    var usedPaths: Set<String> = []
    var innerArchives: [String: String] = [:]
    for source in sources {
      switch try ImportFile.open(source, as: request.format) {
      case .file(let file):
        usedPaths.insert(source.path)
        try read(file, source)
      case .skipped(.notRecognized) where source.isNamedByUser:
        throw ImportFailure.notRecognized(path: source.name, as: request.format)
      case .skipped(.notRecognized) where [".csv", ".json"].contains(where: source.name.hasSuffix):
        content.report.warnings.append(
          .problem("\(source.name) was left out: it is not a file that can be imported"))
      case .skipped(.innerArchive):
        innerArchives[source.path] = source.name
        content.report.warnings.append(
          .problem("\(source.name) was left out: it is an archive inside of an archive"))
      case .skipped: break
      }
    }
    for path in request.paths.map(expandPath) where !usedPaths.contains(path) {
      // A file that has been read under another path is not in the sources again.
      guard sources.contains(where: { $0.path == path }) || sources.isEmpty else { continue }
      throw innerArchives[path].map { ImportFailure.onlyInnerArchive(path: path, archive: $0) }
        ?? .nothingToImport(path: path)
    }
    for (archive, count) in archives.sorted(by: { $0.key < $1.key }) {
      try requireMostlyUsable(count, file: archive)
    }
    content.finish()
  }

  /// Throws if more than half of the rows of a file cannot be used.
  private func requireMostlyUsable(_ count: RowCount, file: String) throws {
    guard let first = count.unreadable.first, count.unreadable.count * 2 > count.rows else {
      return
    }
    throw ImportFailure.tooManyUnreadableRows(
      file: file, unreadable: count.unreadable.count, rows: count.rows, line: first.line,
      first.problem)
  }

  private mutating func read(_ file: ImportFile, _ source: ImportSource) throws {
    var file = file
    let index = content.begin(source.name, file.format)
    let group = groups[source.group] ?? groups.count
    groups[source.group] = group
    var unreadable: [ImportReport.UnreadableRow] = []
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
          unreadable.append(.init(file: source.name, line: line, problem: problem))
        }
      case .failure(let problem):
        unreadable.append(.init(file: source.name, line: line, problem: problem))
      }
    }
    content.report.files[index].unknownColumns = file.unknownColumns
    content.report.files[index].hasWindows1252 = file.hasWindows1252
    // Films outside the collection, as in the results of a search, do not make a file unusable.
    let count = RowCount(
      rows: content.report.files[index].rows,
      unreadable: unreadable.filter { $0.problem != .notInCollection })
    if file.archivePath.isEmpty {
      try requireMostlyUsable(count, file: source.name)
    } else {
      archives[file.archivePath, default: RowCount()].rows += count.rows
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
        .badArchive(
          path: path,
          reason: "line \(line.grouped): \(RowProblem.unreadableJSON(problem).message)")
      case .tooManyFiles(let path):
        .badArchive(path: path, reason: "it has more than 10,000 files")
      case .otherFormat(let path, let format): .notRecognized(path: path, as: format)
      }
  }
}

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
