package import FilmzDomain
import FilmzExchange
import FilmzFiles
import FilmzPages
package import FilmzServices
package import FilmzStore
import Foundation

/// Makes pages of the collection.
package struct PageViewModel: Sendable {
  private let services: FilmServices
  private let database: CollectionDatabase
  private let collection: CollectionViewModel
  private let expandPath: @Sendable (String) -> String

  /// Creates a view model; `expandPath` expands `~` in paths that the user typed.
  package init(
    services: FilmServices, database: CollectionDatabase, collection: CollectionViewModel,
    expandPath: @escaping @Sendable (String) -> String
  ) {
    (self.services, self.database, self.collection) = (services, database, collection)
    self.expandPath = expandPath
  }

  /// Writes the page of the statistics of the collection, or of a year; an existing page is replaced.
  ///
  /// With the path `-`, the page is not written, but returned.
  ///
  /// - Throws: ``ExportError``, a ``FilmzStore/StoreError``.
  package func writeStatistics(
    year: Int?, to path: String, in context: CommandContext
  ) async throws -> (statistics: Statistics, document: String?) {
    let statistics = try await collection.statistics(year: year)
    let store = try await database.openForReading().collection
    var filter = FilmFilter()
    filter.isWatched = true
    let ids = try await store.find(CollectionQuery(filter, now: context.now)).ids
    let films = try await store.exportedEntries(ids).map { entry in
      ExportedFilm(entry: entry.entry, film: entry.film, ids: [entry.entry.id] + entry.aliases)
    }
    let page = Page.statistics(statistics, watched: films, now: context.now)
    if path == "-" { return (statistics, page.document) }
    try PageFile(name: path, url: URL(filePath: expandPath(path))).write(page)
    return (statistics, nil)
  }
}

/// A file with a page.
struct PageFile {
  /// The path as the user gave it.
  let name: String
  let url: URL

  /// Replaces the file with a page; only a page of the same kind is replaced.
  ///
  /// - Throws: ``ExportError``; the file is unchanged then.
  func write(_ page: Page) throws(ExportError) {
    var isFolder: ObjCBool = false
    let path = url.path(percentEncoded: false)
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      guard !isFolder.boolValue else { throw .isFolder(path: name) }
      guard Self.isReplaceable(url, by: page.kind) else { throw .isNoPage(path: name) }
    }
    do throws(FileError) {
      // Keeps the permissions of a page that its owner has made readable for others.
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: url.resolvingSymlinksInPath().path(percentEncoded: false))
      let permissions = (attributes?[.posixPermissions] as? NSNumber)?.uint32Value ?? 0o600
      try PrivateFile.replace(
        url, with: Data(page.document.utf8), followsLink: true,
        permissions: mode_t(permissions & 0o777))
    } catch {
      throw .notWritten(path: name, reason: error.reason)
    }
  }

  /// Returns whether a file is empty or contains a page of the given kind that filmz has written.
  static func isReplaceable(_ url: URL, by kind: Page.Kind) -> Bool {
    let path = url.resolvingSymlinksInPath().path(percentEncoded: false)
    let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type]
    guard type as? FileAttributeType == .typeRegular,
      let handle = try? FileHandle(forReadingFrom: url)
    else { return false }
    defer { try? handle.close() }
    guard let start = try? handle.read(upToCount: Page.markLength) ?? Data() else { return false }
    return start.isEmpty || Page.isPage(kind, String(decoding: start, as: UTF8.self))
  }
}
