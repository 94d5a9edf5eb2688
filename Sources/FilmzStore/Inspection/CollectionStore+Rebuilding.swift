import FilmzDomain
import GRDB

// Checks and recreation of the data that is derived from the journal and the film cache.
extension CollectionStore {
  /// Returns the number of films and lists with wrong rows in the list index.
  func countListIndexDifferences() async throws -> Int {
    try await connection.perform(.filmCache) { db in
      try ListIndex(db: db, collation: collation, subjects: subjects).countDifferences()
    }
  }

  /// Returns whether the tables differ from the state that results from the journal, or cannot be read.
  ///
  /// - Throws: A ``StoreError``, or `CancellationError`.
  func differsFromJournal() async throws -> Bool { try await read { try JournalCheck($0, subjects) }.hasDifferences() }

  /// Rewrites the tables with the state that results from the journal.
  ///
  /// - Returns: The number of films in the collection.
  /// - Throws: A ``StoreError``; nothing is changed then.
  func rebuildTables() async throws -> Int {
    try await write { [subjects] db in
      try Journal(db: db, subjects: subjects).rewriteTables()
      return try Self.fetchCounts(db).total
    }
  }

  /// Updates the list index if that takes only some milliseconds.
  ///
  /// - Returns: `false` if it would take longer, or if the film cache is locked or cannot be written.
  func updateListIndexIfQuick() async throws -> Bool {
    try await connection.perform { db in
      let index = ListIndex(db: db, collation: collation, subjects: subjects)
      return try index.isQuicklyUpdated() && index.updateInCache()
    }
  }

  /// Removes the temporary views of the films that the kids filter shows; ``ListIndex/apply(_:)`` creates them again.
  func removeViewsOfShownFilms() async throws {
    try await connection.perform(.filmCache) { db in
      try ListIndex(db: db, collation: collation, subjects: subjects).apply(nil)
    }
  }

  /// Recreates the list index.
  ///
  /// - Returns: The number of films in it.
  /// - Throws: A ``StoreError`` if the film cache cannot be written.
  func recreateListIndex() async throws -> Int {
    try await connection.perform(.filmCache) { db in
      try ListIndex(db: db, collation: collation, subjects: subjects).recreate()
      return try Int.fetchOne(db, sql: "SELECT count(*) FROM cache.listIndex") ?? 0
    }
  }
}
