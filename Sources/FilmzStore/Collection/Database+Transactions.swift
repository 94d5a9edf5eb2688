import GRDB
import Synchronization

extension DatabaseWriter {
  /// Runs a closure with the database on the calling thread.
  ///
  /// If the task is cancelled, interrupts the closure's statements.
  ///
  /// GRDB's asynchronous methods use another thread; waking that thread takes longer than most queries
  /// here. Cancellation does not interrupt the accesses of other tasks.
  func performOnCallingThread<Value>(_ body: (Database) throws -> Value) async throws -> Value {
    let access = DatabaseAccess()
    return try await withTaskCancellationHandler {
      try writeWithoutTransaction { db in
        access.isRunning.withLock { $0 = true }
        defer { access.isRunning.withLock { $0 = false } }
        try Task.checkCancellation()
        return try body(db)
      }
    } onCancel: {
      access.isRunning.withLock { if $0 { interrupt() } }
    }
  }
}

/// One task's access to the database.
private final class DatabaseAccess: Sendable {
  /// `true` while the task's closure runs.
  let isRunning = Mutex(false)
}

extension Database {
  /// Runs a closure in a transaction, so that all its reads see the same snapshot of the files.
  ///
  /// GRDB's `read` also sets `query_only`, after which SQLite has to compile every cached statement
  /// again.
  func readTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try transaction { try body(self) }
  }

  /// Runs a closure in a write transaction on the collection.
  ///
  /// GRDB's `write` would acquire the write locks of all attached files, and a locked film cache would then
  /// block changes of the collection. This method only acquires the collection's write lock, before the
  /// closure is called.
  func writeTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try transaction {
      try cachedStatement(sql: "DELETE FROM main.installation WHERE 0").execute()
      return try body(self)
    }
  }

  /// Runs a closure in a write transaction on the film cache.
  ///
  /// Waits at most one second for the write lock: if facts are not stored, they can be fetched again.
  func cacheWriteTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try cachedStatement(sql: "PRAGMA busy_timeout = 1000").execute()
    defer { try? cachedStatement(sql: "PRAGMA busy_timeout = 10000").execute() }
    return try transaction {
      // Acquires the write lock before the closure reads: a read transaction may fail to acquire it later.
      try cachedStatement(sql: "DELETE FROM cache.listIndexState WHERE 0").execute()
      return try body(self)
    }
  }

  private func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    var value: Value?
    try inTransaction(.deferred) {
      value = try body()
      return .commit
    }
    guard let value else { throw CancellationError() }
    return value
  }
}
