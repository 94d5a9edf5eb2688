import GRDB

/// The version of the collection file at a moment; each change by another program leads to a new version.
package struct CollectionVersion: Sendable, Equatable {
  private let connection: StoreConnection
  /// SQLite's `data_version`, which can only be compared with that of the same connection.
  private let number: Int

  init(_ connection: StoreConnection, number: Int) {
    self.connection = connection
    self.number = number
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.connection === right.connection && left.number == right.number
  }
}

extension CollectionStore {
  /// Returns the current version of the file; changes by this program do not lead to a new version.
  package func version() async throws -> CollectionVersion {
    let number = try await read(inTransaction: false) { db in
      try Int.fetchOne(db.cachedStatement(sql: "PRAGMA main.data_version"))
    }
    return CollectionVersion(connection, number: number ?? 0)
  }

  /// Returns the number of the newest change in the journal; 0 if it is empty.
  package func newestChange() async throws -> Int64 {
    try await read(inTransaction: false) { try Self.newestChange($0) }
  }

  private static func newestChange(_ db: Database) throws -> Int64 {
    try db.integer("SELECT max(number) FROM main.change")
  }

  /// Returns the number of the newest change in the journal, and whether a change with a number above the given
  /// one may concern comments.
  ///
  /// `concernsComments` is also `true` if the journal has been replaced by an older one.
  package func newestChange(after number: Int64) async throws -> (number: Int64, concernsComments: Bool) {
    try await read(inTransaction: false) { db in
      let newest = try Self.newestChange(db)
      let sql = """
        SELECT EXISTS (SELECT 1 FROM main.change
          WHERE number > ? AND subjectKind IN ('comment', 'alias', 'step'))
        """
      return (newest, try newest < number || db.isTrue(sql, [number]))
    }
  }
}
