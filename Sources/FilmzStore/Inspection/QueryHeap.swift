import GRDBSQLite
import Synchronization

/// The limit of SQLite's memory in this process while queries of the user run.
///
/// SQLite checks other limits neither while it compiles a statement nor between two jumps of its program.
enum QueryHeap {
  /// The memory in bytes that other connections may need at the same time.
  private static let reserve: Int64 = 64 << 20

  private static let queries = Mutex((count: 0, limit: Int64(0)))

  /// Runs `body`, in which SQLite fails with `SQLITE_NOMEM` when it needs more than `bytes` in addition to the
  /// memory that it uses now.
  ///
  /// If several queries run at the same time, the highest of their limits is used.
  static func limited<Result>(to bytes: Int, _ body: () throws -> Result) rethrows -> Result {
    queries.withLock {
      $0.count += 1
      $0.limit = max($0.limit, sqlite3_memory_used() + Int64(bytes) + reserve)
      sqlite3_hard_heap_limit64($0.limit)
    }
    defer {
      queries.withLock {
        $0.count -= 1
        if $0.count == 0 { $0.limit = 0 }
        sqlite3_hard_heap_limit64($0.limit)
      }
    }
    return try body()
  }
}
