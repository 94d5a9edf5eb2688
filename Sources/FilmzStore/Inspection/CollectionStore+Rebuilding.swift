import GRDB

extension CollectionStore {
  /// Updates the index of lists, unless the film cache is locked or cannot be written.
  func updateListIndex() async throws {
    try await connection.perform { db in
      _ = try ListIndex(db: db, collation: collation, subjects: subjects).updateInCache()
    }
  }

  /// Removes the views that stand for the films which the kids filter shows; the next list makes them again.
  func removeViewsOfShownFilms() async throws {
    try await connection.perform(.filmCache) { db in
      try ListIndex(db: db, collation: collation, subjects: subjects).apply(nil)
    }
  }

  /// Recreates the index of lists.
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
