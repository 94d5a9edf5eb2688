package import FilmzDomain
import FilmzExchange
import FilmzFiles
import FilmzPages
import FilmzStore
import Foundation

extension ExportViewModel {
  /// Writes the page of the statistics of the collection, or of a year, to a file, replacing an earlier such page.
  ///
  /// With the path `-`, writes no file, and returns the document.
  ///
  /// - Throws: ``ExportError``, a ``FilmzStore/StoreError``.
  package func writeStatistics(
    year: Int?, to path: String, in context: CommandContext
  ) async throws -> (statistics: Statistics, document: String?) {
    let statistics = try await viewModels.collection.statistics(year: year)
    let store = try await database.openForReading().collection
    var filter = FilmFilter()
    filter.isWatched = true
    let ids = try await store.find(CollectionQuery(filter, now: context.now)).ids
    let films = try await store.exportedEntries(ids).map { entry in
      ExportedFilm(entry: entry.entry, film: entry.film, ids: [entry.entry.id] + entry.aliases)
    }
    let page = Page.statistics(statistics, watched: films, now: context.now)
    if path == "-" { return (statistics, page.document) }
    try page.write(to: URL(filePath: expandPath(path)), named: path)
    return (statistics, nil)
  }
}

extension Page {
  /// Replaces a file with the page; only a page of the same kind is replaced.
  ///
  /// `name` is the path as the user gave it.
  ///
  /// - Throws: ``ExportError``; the file is unchanged then.
  func write(to url: URL, named name: String) throws(ExportError) {
    var isFolder: ObjCBool = false
    let path = url.path(percentEncoded: false)
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      guard !isFolder.boolValue else { throw .isFolder(path: name) }
      guard Self.isReplaceable(url, by: kind) else { throw .isNoPage(path: name) }
    }
    if let reason = url.missingFolder { throw .notWritten(path: name, reason: reason) }
    do throws(FileError) {
      // Keeps the permissions of an existing page, which its owner may have made readable for others.
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: url.resolvingSymlinksInPath().path(percentEncoded: false))
      let permissions = (attributes?[.posixPermissions] as? NSNumber)?.uint32Value ?? 0o600
      try PrivateFile.replace(
        url, with: Data(document.utf8), followsLink: true, permissions: mode_t(permissions & 0o777))
    } catch {
      throw .notWritten(path: name, reason: error.reason)
    }
  }

  /// Returns whether a file is empty or contains a page of the given kind that filmz has written.
  static func isReplaceable(_ url: URL, by kind: Kind) -> Bool {
    let path = url.resolvingSymlinksInPath().path(percentEncoded: false)
    let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type]
    guard type as? FileAttributeType == .typeRegular, let handle = try? FileHandle(forReadingFrom: url)
    else { return false }
    defer { try? handle.close() }
    guard let start = try? handle.read(upToCount: markLength) ?? Data() else { return false }
    return start.isEmpty || isPage(kind, String(decoding: start, as: UTF8.self))
  }
}
