package import FilmzDomain
import FilmzExchange
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
    self.services = services
    self.database = database
    self.collection = collection
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
