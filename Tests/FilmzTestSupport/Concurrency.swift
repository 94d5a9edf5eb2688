import Foundation
import Synchronization

/// Limits the number of tests that run programs and servers at the same time.
///
/// Swift Testing starts all tests at once. Without a limit, hundreds of programs and servers would
/// compete, and short operations would take many seconds.
enum ConcurrencyLimit {
  @TaskLocal private static var hasSlot = false
  private static let semaphore = Semaphore(slots: 3)

  /// Runs `body` once a slot is free; a nested call uses the slot of the outer call.
  static func withSlot<Value>(_ body: () async throws -> Value) async throws -> Value {
    guard !hasSlot else { return try await body() }
    await semaphore.wait()
    do {
      let value = try await $hasSlot.withValue(true) { try await body() }
      await semaphore.signal()
      return value
    } catch {
      await semaphore.signal()
      throw error
    }
  }

  private actor Semaphore {
    private var slots: Int
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(slots: Int) { self.slots = slots }

    func wait() async {
      if slots > 0 {
        slots -= 1
      } else {
        await withCheckedContinuation { waiters.append($0) }
      }
    }

    func signal() {
      if waiters.isEmpty {
        slots += 1
      } else {
        waiters.removeFirst().resume()
      }
    }
  }
}

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

/// Runs blocking system calls outside the cooperative thread pool.
enum DetachedThread {
  /// Runs `body` on a new thread and returns its result.
  static func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
  }
}
