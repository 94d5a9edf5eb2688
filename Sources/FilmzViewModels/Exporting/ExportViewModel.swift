package import FilmzDomain
package import FilmzExchange
import FilmzPages
import FilmzServices
import FilmzStore
import Foundation
import Synchronization

/// Exports films of the collection, with their lists, to files.
package struct ExportViewModel: ViewModel {
  let viewModels: ViewModels

  /// Exports films to files or, with the path `-`, returns the content.
  ///
  /// Each file is replaced as a whole; without ``ExportRequest/replacesFiles``, no file is replaced.
  ///
  /// - Throws: ``ExportError``, ``FilmzStore/StoreError``.
  package func export(_ request: ExportRequest, in context: CommandContext) async throws -> ExportReport {
    guard !request.includesJournal || request.format == .filmz else { throw ExportError.journalOnlyInArchive }
    guard !request.includesPosters || request.format == .html else { throw ExportError.postersOnlyInPage }
    let target = try ExportTarget(request, expandPath: expandPath, now: context.now)
    try target.requireUnused(replacesFiles: request.replacesFiles)
    let (result, hidden) = try await consistentContent(request, context)
    try target.write(result.files, of: request.format, replacesFiles: request.replacesFiles)
    var report = ExportReport(format: request.format, path: target.name, result: result, hidden: hidden)
    if target.isStandardOutput { report.content = result.files.first?.bytes ?? [] }
    for index in report.result.files.indices {
      report.result.files[index].name = target.name(of: result.files[index])
      report.result.files[index].bytes = []
    }
    return report
  }

  /// Returns the files of an export in which all parts are of the same state of the collection.
  ///
  /// The export is repeated if another program has changed the collection meanwhile; the sixth result is returned even
  /// if the collection has changed.
  private func consistentContent(
    _ request: ExportRequest, _ context: CommandContext
  ) async throws -> (result: ExportResult, hidden: Int) {
    let collection = try await database.openForReading().collection
    var version = try await collection.version()
    var result = try await content(request, context)
    for _ in 1...5 {
      let newVersion = try await collection.version()
      if newVersion == version { break }
      version = newVersion
      result = try await content(request, context)
    }
    return result
  }

  /// Returns the files of an export, and the number of films that are left out because they are hidden.
  private func content(
    _ request: ExportRequest, _ context: CommandContext
  ) async throws -> (result: ExportResult, hidden: Int) {
    let collection = try await database.openForReading().collection
    // An archive of everything includes hidden films.
    if request.format == .filmz, request.query == nil {
      let archive = try await archive(of: nil, lists: [], includesJournal: request.includesJournal, collection)
      return (archive, 0)
    }
    try await services.lookup.refillCache()
    let query = request.query ?? CollectionQuery(order: FilmOrder(.added), now: context.now)
    let found = try await collection.find(query)
    let lists = try await lists(request, films: found.ids, collection)
    if request.format == .filmz {
      let archive = try await archive(
        of: Set(found.ids), lists: Set(lists.map(\.id)), includesJournal: request.includesJournal, collection)
      return (archive, found.hidden)
    }
    // The films of a list are exported in the order of the list.
    let ids = request.list == nil ? found.ids : lists.flatMap(\.content.films)
    let entries = try await collection.exportedEntries(ids)
    let comments = try await collection.commentCounts(of: ids)
    let films = entries.map { entry in
      ExportedFilm(
        entry: entry.entry, film: entry.film, ids: [entry.entry.id] + entry.aliases,
        ratedOn: entry.ratedOn, commentCount: comments[entry.entry.id] ?? 0)
    }
    let exported = ExportedCollection(films: films, lists: lists.map(\.content))
    if request.format == .html { return (try await page(of: exported, request, context), found.hidden) }
    return (request.format.export(exported), found.hidden)
  }

  /// Returns the HTML page of the exported films; it has charts if all films are exported.
  private func page(
    of collection: ExportedCollection, _ request: ExportRequest, _ context: CommandContext
  ) async throws -> ExportResult {
    let store = try await database.openForReading().collection
    let statistics = request.query == nil ? try await store.statistics() : nil
    let posters =
      request.includesPosters
      ? await services.lookup.localFilms(collection.films.map(\.entry.id)).compactMapValues(\.poster) : nil
    let listPage = request.list == nil ? nil : Page.list(collection, posters: posters, now: context.now)
    let page = listPage ?? Page.collection(collection, statistics: statistics, posters: posters, now: context.now)
    let rows = page.sections.reduce(0) { $0 + $1.films.count }
    return ExportResult(collection, in: ExportFile(name: "filmz.html", rows: rows, bytes: Array(page.document.utf8)))
  }

  /// Returns the lists to export, each with only those of its films that are exported.
  ///
  /// If a query selects the films, lists without exported films are left out, except for the list that the request names.
  private func lists(
    _ request: ExportRequest, films: [FilmID], _ collection: CollectionStore
  ) async throws -> [(id: UUID, content: ExportedList)] {
    let names = if let list = request.list { [list] } else { try await collection.lists().map(\.name) }
    let exported = Set(films)
    var lists: [(UUID, ExportedList)] = []
    for name in names {
      let (list, listed) = try await collection.list(named: name)
      let films = listed.filter(exported.contains)
      let isLeftOut = films.isEmpty && request.query != nil && request.list == nil
      if isLeftOut { continue }
      lists.append(
        (list.id, ExportedList(name: list.name, description: list.description, createdAt: list.createdAt, films: films))
      )
    }
    return lists
  }

  // MARK: - Archive

  /// Returns an archive: of all subjects if `films` is `nil`, otherwise of the subjects of these films and lists.
  private func archive(
    of films: Set<FilmID>?, lists: Set<UUID>, includesJournal: Bool, _ collection: CollectionStore
  ) async throws -> ExportResult {
    let archive = Mutex(ArchiveContent())
    try await collection.forEachSubject(of: films) { subject, fields in
      if films != nil, subject.kind == .list {
        guard UUID(uuidString: subject.id).map(lists.contains) == true else { return }
      }
      if films != nil, subject.kind == .listItem {
        let list = fields["list"]?.text.flatMap(UUID.init(uuidString:))
        guard list.map(lists.contains) == true else { return }
      }
      archive.withLock { $0.add(ArchivedSubject(subject.kind, subject.id, fields: fields)) }
    }
    if includesJournal {
      let journal = try await collection.recordedJournal()
      archive.withLock { archive in
        for step in journal.steps { archive.writer.add(line: step.json.utf8, to: .steps) }
        for change in journal.changes { archive.writer.add(line: change.json.utf8, to: .changes) }
      }
    }
    var bytes: [UInt8] = []
    let content = archive.withLock { $0 }
    try content.writer.finish { bytes += $0 }
    var result = ExportResult(files: [ExportFile(name: "filmz.filmz", rows: content.rows, bytes: bytes)])
    result.films = content.counts[.entry] ?? 0
    result.viewings = content.counts[.viewing] ?? 0
    result.lists = content.counts[.list] ?? 0
    return result
  }
}

/// An archive that is being written, and the numbers of its subjects by kind.
private struct ArchiveContent {
  var writer = ArchiveWriter()
  private(set) var counts: [Change.Subject.Kind: Int] = [:]

  var rows: Int { counts.values.reduce(0, +) }

  mutating func add(_ subject: ArchivedSubject) {
    writer.add(subject)
    counts[subject.kind, default: 0] += 1
  }
}

extension ExportFormat {
  /// Returns the files of an export; none for an archive or a page, which ``ExportViewModel`` makes.
  fileprivate func export(_ collection: ExportedCollection) -> ExportResult {
    switch self {
    case .letterboxd: LetterboxdWriter.export(collection)
    case .imdb: IMDbWriter.export(collection)
    case .trakt: TraktWriter.export(collection)
    case .csv: ExportResult.csv(collection)
    case .json: ExportResult.json(collection)
    case .markdown: MarkdownWriter.export(collection)
    case .filmz, .html: ExportResult(files: [])
    }
  }
}

extension RecordedStep {
  /// The step as a JSON object.
  fileprivate var json: String {
    let members = [
      "\"id\":\(id.jsonLiteral)", "\"installation\":\(installation.jsonLiteral)",
      "\"madeAt\":\(Int64((madeAt.timeIntervalSince1970 * 1_000_000).rounded()))",
      "\"command\":\(command?.jsonLiteral ?? "null")",
    ]
    return "{\(members.joined(separator: ","))}"
  }
}

extension RecordedChange {
  /// The change as a JSON object.
  fileprivate var json: String {
    let fields = change.fields.sorted { $0.key < $1.key }.map { name, field in
      "\(name.jsonLiteral):\(field.jsonLiteral)"
    }
    let members = [
      "\"id\":\(id.jsonLiteral)", "\"step\":\(step.jsonLiteral)",
      "\"installation\":\(installation.jsonLiteral)", "\"clock\":\(clock.rawValue)",
      "\"kind\":\(change.kind.rawValue.jsonLiteral)",
      "\"subjectKind\":\(change.subject.kind.rawValue.jsonLiteral)",
      "\"subject\":\(change.subject.id.jsonLiteral)",
      "\"film\":\(film?.rawValue.jsonLiteral ?? "null")",
      "\"fields\":{\(fields.joined(separator: ","))}",
    ]
    return "{\(members.joined(separator: ","))}"
  }
}

/// The result of an export.
package struct ExportReport: Sendable {
  package let format: ExportFormat
  /// The path of the target as the user gave it.
  package let path: String
  /// The numbers, and the names of the files without their bytes.
  package internal(set) var result: ExportResult
  /// The number of films that were left out because they are hidden.
  package var hidden = 0
  /// The content, if it was not written to a file.
  package var content: [UInt8]?
}

/// The reason why an export was not made.
package enum ExportError: UserFacingError, Equatable {
  case fileExists(path: String)
  /// The format needs several files, but the path is that of a file.
  case needsFolder(ExportFormat, path: String)
  /// The path is that of a folder, but the format has one file.
  case isFolder(path: String)
  case notWritten(path: String, reason: String)
  case journalOnlyInArchive
  case postersOnlyInPage
  /// The file exists, and is not a page of the same kind that filmz has written.
  case isNoPage(path: String)

  package var message: String {
    switch self {
    case .fileExists(let path): "\(path) exists; --force replaces it"
    case .needsFolder(let format, let path):
      "the \(format.rawValue) format has several files; give a folder or a .zip instead of \(path)"
    case .isFolder(let path): "\(path) is a folder; give the name of a file"
    case .notWritten(let path, let reason): "\(path) cannot be written: \(reason)"
    case .journalOnlyInArchive: "--journal needs the filmz format"
    case .postersOnlyInPage: "--posters needs the html format"
    case .isNoPage(let path): "\(path) exists, and is not such a page by filmz; it was not replaced"
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .needsFolder, .journalOnlyInArchive, .postersOnlyInPage: .usage
    case .fileExists, .isFolder, .isNoPage: .failed
    case .notWritten: .inputOutput
    }
  }
}

/// The content, format and target of an export.
package struct ExportRequest: Sendable {
  package var format: ExportFormat
  /// The path of a file, a folder or a ZIP archive, or `-` for standard output; `nil` for a file in the working folder,
  /// named by the date.
  package var path: String?
  /// The query for the films to export; `nil` for all data.
  package var query: CollectionQuery?
  /// The only list to export; `nil` for all lists.
  package var list: String?
  /// `true` to replace files that exist.
  package var replacesFiles = false
  /// `true` to add the journal to an archive.
  package var includesJournal = false
  /// `true` to show posters on a page.
  package var includesPosters = false

  package init(format: ExportFormat) { self.format = format }
}
