import Synchronization

/// Counts operations, and how many of them run at the same time.
final class ConcurrencyCounter: Sendable {
  private struct Count {
    var current = 0
    var maximum = 0
    var total = 0
  }

  private let count = Mutex(Count())

  /// The maximum number of operations that ran at the same time.
  var maximum: Int { count.withLock { $0.maximum } }

  /// The number of operations that were started.
  var total: Int { count.withLock { $0.total } }

  func enter() {
    count.withLock { count in
      count.current += 1
      count.total += 1
      count.maximum = max(count.maximum, count.current)
    }
  }

  func leave() { count.withLock { $0.current -= 1 } }
}
