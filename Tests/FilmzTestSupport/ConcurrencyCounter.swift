import Synchronization

/// Counts operations, and how many of them run at the same time.
package final class ConcurrencyCounter: Sendable {
  private struct Count {
    var current = 0
    var maximum = 0
    var total = 0
  }

  private let count = Mutex(Count())

  package init() {}

  /// The maximum number of operations that ran at the same time.
  package var maximum: Int { count.withLock { $0.maximum } }

  /// The number of operations that were started.
  package var total: Int { count.withLock { $0.total } }

  package func enter() {
    count.withLock { count in
      count.current += 1
      count.total += 1
      count.maximum = max(count.maximum, count.current)
    }
  }

  package func leave() { count.withLock { $0.current -= 1 } }
}
