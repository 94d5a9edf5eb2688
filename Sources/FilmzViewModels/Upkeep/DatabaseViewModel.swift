package import FilmzCatalog
package import FilmzDomain
import FilmzFiles
package import FilmzServices
package import FilmzStore
package import Foundation

/// Shows, checks, and queries the database files.
package struct DatabaseViewModel: Sendable {
  private let services: FilmServices
  private let database: CollectionDatabase
  private let recordIndexes: RecordIndexes
  private let lastQueryFile: JSONFile<String>

  /// Creates a view model; `file` stores the last query.
  package init(
    services: FilmServices, database: CollectionDatabase, recordIndexes: RecordIndexes, file: URL
  ) {
    (self.services, self.database, self.recordIndexes) = (services, database, recordIndexes)
    lastQueryFile = JSONFile(url: file)
  }

  // MARK: - Files

  /// Returns the sizes of the files or, with `byTable`, of their tables.
  package func usage(byTable: Bool) async throws -> [DatabaseUsage] {
    try await database.usage(byTable: byTable)
  }

  package func indexes() async throws -> [DatabaseIndex] { try await database.indexes() }

  /// Returns the problems of the files; empty if they are sound.
  package func check() async throws -> [DatabaseFinding] { try await database.check() }

  /// Recreates the list index and the index of own records, and that of imported records if there are any.
  package func rebuild() async throws -> [RebuiltIndex] {
    let catalog = try await services.sources.catalog().value
    let indexes = try await database.rebuildIndexes()
    let records = try await recordIndexes.own.rebuild(over: catalog)
    let hasImported =
      try await database.openForReading().collection.revisionOfImportedRecords() != nil
    let imported = hasImported ? try await recordIndexes.imported.rebuild(over: catalog) : nil
    return indexes + [RebuiltIndex(name: "index of own records", rows: records)]
      + [imported].compactMap(\.self).map { rows in
        RebuiltIndex(name: "index of imported records", rows: rows)
      }
  }

  package func compact() async throws -> [Compaction] { try await database.compact() }

  // MARK: - Queries

  /// The views that queries can read.
  package var views: [QueryViewDescription] { CollectionDatabase.queryViews }

  /// The last query; `nil` if there is none.
  package var lastQuery: String? { lastQueryFile.load() }

  /// Stores a query as the last one, unless there is no folder for it, and runs it.
  ///
  /// - Throws: `FilmzStore/StoreError/query(_:)`, another `StoreError`, or `CancellationError`.
  package func run(_ query: String, limit: Int) async throws -> QueryResult {
    if FileStatus(of: lastQueryFile.url.deletingLastPathComponent()) != nil {
      try? lastQueryFile.save(query)
    }
    return try await database.query(query, limit: limit)
  }
}
