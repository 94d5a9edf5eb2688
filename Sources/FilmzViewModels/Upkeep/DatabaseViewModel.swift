import FilmzCatalog
package import FilmzDomain
import FilmzFiles
import FilmzServices
import FilmzStore
import Foundation

/// Rebuilds indexes, restores backups, and runs queries.
package struct DatabaseViewModel: ViewModel {
  let viewModels: ViewModels

  private var lastQueryFile: JSONFile<String> { JSONFile(url: paths.lastQuery) }

  /// Rebuilds the list index and the index of own records and, if there are imported records, their index.
  package func rebuild() async throws -> [RebuiltIndex] {
    let catalog = try await services.sources.catalog().value
    let indexes = try await database.rebuildIndexes()
    let records = try await viewModels.recordIndexes.own.rebuild(over: catalog)
    let hasImported = try await database.openForReading().collection.revisionOfImportedRecords() != nil
    let imported = hasImported ? try await viewModels.recordIndexes.imported.rebuild(over: catalog) : nil
    return indexes + [(name: "index of own records", rows: records)]
      + [imported].compactMap(\.self).map { rows in (name: "index of imported records", rows: rows) }
  }

  /// Replaces the collection with a backup.
  ///
  /// First makes a backup of the collection to be replaced or, if its file cannot be used, moves the file away.
  ///
  /// If sync is set up and the collection can be used, it is not replaced: a step changes it to the content of the backup.
  /// Otherwise, the next sync would restore everything that the backup does not have.
  package func restore(_ backup: Backup, in context: CommandContext) async throws -> Restoration {
    if FileManager.default.fileExists(atPath: paths.sync.path(percentEncoded: false)),
      case .sound = try await database.state()
    {
      return try await database.restoreAsStep(backup, context.line, at: context.now)
    }
    return try await database.restore(backup, at: context.now)
  }

  // MARK: - Queries

  /// The last query; `nil` if there is none.
  package var lastQuery: String? { lastQueryFile.load() }

  /// Runs a query, and stores it as the last one if the folder for it exists.
  ///
  /// - Throws: `FilmzStore/StoreError/query(_:)`, another `StoreError`, or `CancellationError`.
  package func run(_ query: String, limit: Int) async throws -> QueryResult {
    if FileStatus(of: lastQueryFile.url.deletingLastPathComponent()) != nil { try? lastQueryFile.save(query) }
    return try await database.query(query, limit: limit)
  }
}
