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
}
