package import FilmzDomain
package import FilmzExchange
import FilmzFiles
import FilmzPages
package import FilmzServices
package import FilmzStore
import Foundation
import Synchronization

/// Exports the collection to files.
package struct ExportViewModel: Sendable {
  private let services: FilmServices
  private let database: CollectionDatabase
  private let expandPath: @Sendable (String) -> String

  /// Creates a view model; `expandPath` expands `~` in paths that the user typed.
  package init(
    services: FilmServices, database: CollectionDatabase,
    expandPath: @escaping @Sendable (String) -> String
  ) {
    (self.services, self.database, self.expandPath) = (services, database, expandPath)
  }

  /// Exports films to files or, with the path `-`, returns the content.
  ///
  /// Each file is replaced as a whole; without ``ExportRequest/replacesFiles``, no file is replaced.
  ///
  /// - Throws: ``ExportError``, ``FilmzStore/StoreError``.
  package func export(
    _ request: ExportRequest, in context: CommandContext
  ) async throws -> ExportReport {
    guard !request.includesJournal || request.format == .filmz else {
      throw ExportError.journalOnlyInArchive
    }
    guard !request.includesPosters || request.format == .html else {
      throw ExportError.postersOnlyInPage
    }
    let target = try ExportTarget(request, expandPath: expandPath, now: context.now)
    try target.requireUnused(replacesFiles: request.replacesFiles)
    let (result, hidden) = try await consistentContent(request, context)
    try target.write(result.files, of: request.format, replacesFiles: request.replacesFiles)
    var report = ExportReport(
      format: request.format, path: target.name,
      files: result.files.map { .init(name: target.name(of: $0), rows: $0.rows) })
    report.films = result.films
    report.viewings = result.viewings
    report.lists = result.lists
    report.loss = result.loss
    report.hidden = hidden
    if target.isStandardOutput { report.content = result.files.first?.bytes ?? [] }
    return report
  }

  /// Returns the files of an export of one state of the collection.
  ///
  /// The export is repeated if another program has changed the collection meanwhile; after several attempts, the
  /// result of the last one is returned.
  private func consistentContent(
    _ request: ExportRequest, _ context: CommandContext
  ) async throws -> (ExportResult, hidden: Int) {
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

  /// Returns the files of an export, and the number of films that the kids filter leaves out.
  private func content(
    _ request: ExportRequest, _ context: CommandContext
  ) async throws -> (ExportResult, hidden: Int) {
    let collection = try await database.openForReading().collection
    // The kids filter does not shorten an archive of everything.
    if request.format == .filmz, request.query == nil {
      let archive = try await archive(
        of: nil, lists: [], includesJournal: request.includesJournal, collection)
      return (archive, 0)
    }
    try await services.cache.refill()
    let query = request.query ?? CollectionQuery(order: FilmOrder(.added), now: context.now)
    let found = try await collection.find(query)
    let lists = try await lists(request, films: found.ids, collection)
    if request.format == .filmz {
      let archive = try await archive(
        of: Set(found.ids), lists: Set(lists.map(\.id)),
        includesJournal: request.includesJournal, collection)
      return (archive, found.hidden)
    }
    // The films of a list are in its order.
    let ids = request.list == nil ? found.ids : lists.flatMap(\.content.films)
    let entries = try await collection.exportedEntries(ids)
    let comments = try await collection.commentCounts(of: ids)
    let films = entries.map { entry in
      ExportedFilm(
        entry: entry.entry, film: entry.film, ids: [entry.entry.id] + entry.aliases,
        ratedOn: entry.ratedOn, commentCount: comments[entry.entry.id] ?? 0)
    }
    let exported = ExportedCollection(films: films, lists: lists.map(\.content))
    if request.format == .html {
      return (try await page(of: exported, request, context), found.hidden)
    }
    return (request.format.export(exported), found.hidden)
  }

  /// Returns the page of a collection, with charts unless it is only a part.
  private func page(
    of collection: ExportedCollection, _ request: ExportRequest, _ context: CommandContext
  ) async throws -> ExportResult {
    let store = try await database.openForReading().collection
    let statistics = request.query == nil ? try await store.statistics() : nil
    let posters =
      request.includesPosters
      ? await services.lookup.localFilms(collection.films.map(\.entry.id)).compactMapValues(
        \.poster) : nil
    let listPage =
      request.list == nil ? nil : Page.list(collection, posters: posters, now: context.now)
    let page =
      listPage
      ?? Page.collection(
        collection, statistics: statistics, posters: posters, now: context.now)
    let rows = page.sections.reduce(0) { $0 + $1.films.count }
    var result = ExportResult(
      files: [ExportFile(name: "filmz.html", rows: rows, bytes: Array(page.document.utf8))])
    result.films = collection.films.count
    result.viewings = collection.films.reduce(0) { $0 + $1.entry.viewings.count }
    result.lists = collection.lists.count
    return result
  }

  /// Returns the lists to export, with those of their films that are exported.
  ///
  /// With a filter, lists without such films are left out.
  private func lists(
    _ request: ExportRequest, films: [FilmID], _ collection: CollectionStore
  ) async throws -> [(id: UUID, content: ExportedList)] {
    let names: [String]
    if let list = request.list {
      names = [list]
    } else {
      names = try await collection.lists().map(\.name)
    }
    let exported = Set(films)
    var lists: [(UUID, ExportedList)] = []
    for name in names {
      let (list, listed) = try await collection.list(named: name)
      let films = listed.filter(exported.contains)
      guard !films.isEmpty || request.query == nil || request.list != nil else { continue }
      lists.append(
        (
          list.id,
          ExportedList(
            name: list.name, description: list.description, createdAt: list.createdAt, films: films)
        ))
    }
    return lists
  }

  // MARK: - Archive

  /// Returns the archive of all subjects, or of those of some films and of some lists.
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
    var result = ExportResult(
      files: [ExportFile(name: "filmz.filmz", rows: content.rows, bytes: bytes)])
    result.films = content.counts[.entry] ?? 0
    result.viewings = content.counts[.viewing] ?? 0
    result.lists = content.counts[.list] ?? 0
    return result
  }
}

/// An archive that is being made, and the numbers of its subjects.
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
  /// Returns the files of a format other than the archive.
  fileprivate func export(_ collection: ExportedCollection) -> ExportResult {
    switch self {
    case .letterboxd: LetterboxdWriter.export(collection)
    case .imdb: IMDbWriter.export(collection)
    case .trakt: TraktWriter.export(collection)
    case .csv: CSVWriter.export(collection)
    case .json: JSONWriter.export(collection)
    case .markdown: MarkdownWriter.export(collection)
    case .filmz, .html: ExportResult(files: [])
    }
  }
}

extension RecordedStep {
  /// The step as JSON.
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
  /// The change as JSON.
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

/// The reason why an export cannot be made.
package enum ExportError: UserFacingError, Equatable {
  case fileExists(path: String)
  /// The format needs several files, but the path is that of a file.
  case needsFolder(ExportFormat, path: String)
  /// The path is that of a folder, but the format has one file.
  case isFolder(path: String)
  case notWritten(path: String, reason: String)
  case journalOnlyInArchive
  case postersOnlyInPage
  /// The file exists, and is not a page that filmz has written.
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
    case .isNoPage(let path): "\(path) exists, and is no such page of filmz; it was not replaced"
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
  /// The path of a file, a folder or a ZIP archive; `nil` for a file with the date in the working folder.
  package var path: String?
  /// The films; `nil` for everything.
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

/// The result of an export.
package struct ExportReport: Sendable {
  package struct File: Sendable, Hashable {
    package let name: String
    package let rows: Int
  }

  package let format: ExportFormat
  /// The path that was written; `nil` if the content is returned.
  package var path: String?
  package var files: [File]
  package var films = 0
  package var viewings = 0
  package var lists = 0
  package var loss = ExportLoss()
  /// The number of films that the kids filter left out.
  package var hidden = 0
  /// The content, if it was not written to a file.
  package var content: [UInt8]?
}
