import GRDB

extension DatabaseWriter {
  /// Works with the database on the thread that asks, and stops where the task is cancelled.
  ///
  /// GRDB's asynchronous methods do the same on a thread of their own; to wake that up takes longer
  /// than most of what is asked here.
  func inline<Value>(_ body: (Self) throws -> Value) async throws -> Value {
    try Task.checkCancellation()
    return try await withTaskCancellationHandler {
      try body(self)
    } onCancel: {
      interrupt()
    }
  }

  /// Reads from one state of the files.
  ///
  /// GRDB's `read` also sets `query_only`, and SQLite compiles every statement anew after that.
  func snapshot<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try unsafeRead { db in
      var value: Result<Value, any Error>?
      try db.inTransaction(.deferred) {
        value = Result { try body(db) }
        return .commit
      }
      guard let value else { throw CancellationError() }
      return try value.get()
    }
  }

  /// Changes the collection in one transaction.
  ///
  /// GRDB's `write` takes the lock of every attached file at once; here the film cache does not make
  /// a change of the collection wait. The collection's lock is taken before anything is read.
  func change<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try writeWithoutTransaction { db in
      var value: Value?
      try db.inTransaction(.deferred) {
        try db.cachedStatement(sql: "DELETE FROM main.installation WHERE 0").execute()
        value = try body(db)
        return .commit
      }
      guard let value else { throw CancellationError() }
      return value
    }
  }
}
