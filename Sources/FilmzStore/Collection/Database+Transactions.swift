import GRDB
import Synchronization

extension DatabaseWriter {
  /// Works with the database on the thread that asks, and stops where the task is cancelled.
  ///
  /// GRDB's asynchronous methods do the same on a thread of their own; to wake that up takes longer
  /// than most of what is asked here. Only what this task does itself is interrupted.
  func performSync<Value>(_ body: (Database) throws -> Value) async throws -> Value {
    let turn = Turn()
    return try await withTaskCancellationHandler {
      try writeWithoutTransaction { db in
        turn.isRunning.withLock { $0 = true }
        defer { turn.isRunning.withLock { $0 = false } }
        try Task.checkCancellation()
        return try body(db)
      }
    } onCancel: {
      turn.isRunning.withLock { if $0 { interrupt() } }
    }
  }
}

/// Whether a task has its turn at the database.
private final class Turn: Sendable {
  let isRunning = Mutex(false)
}

extension Database {
  /// Reads from one state of the files.
  ///
  /// GRDB's `read` also sets `query_only`, and SQLite compiles every statement anew after that.
  func readTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try transaction { try body(self) }
  }

  /// Changes the collection in one transaction.
  ///
  /// GRDB's `write` takes the lock of every attached file at once; here the film cache does not make
  /// a change of the collection wait. The collection's lock is taken before anything is read.
  func writeTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try transaction {
      try cachedStatement(sql: "DELETE FROM main.installation WHERE 0").execute()
      return try body(self)
    }
  }

  /// Changes the film cache in one transaction, for which nobody waits long: what it keeps is only
  /// kept for later.
  func cacheWriteTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try cachedStatement(sql: "PRAGMA busy_timeout = 1000").execute()
    defer { try? cachedStatement(sql: "PRAGMA busy_timeout = 10000").execute() }
    return try transaction {
      // The lock first: one that is wanted after reading is refused where another is held.
      try cachedStatement(sql: "DELETE FROM cache.listingState WHERE 0").execute()
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
