import Synchronization

/// Measures how much goes on at a time.
final class Gauge: Sendable {
  private struct Count {
    var now = 0
    var most = 0
    var total = 0
  }

  private let count = Mutex(Count())

  /// The most that went on at a time.
  var most: Int { count.withLock { $0.most } }

  /// How often something began.
  var total: Int { count.withLock { $0.total } }

  func enter() {
    count.withLock { count in
      count.now += 1
      count.total += 1
      count.most = max(count.most, count.now)
    }
  }

  func leave() { count.withLock { $0.now -= 1 } }
}
