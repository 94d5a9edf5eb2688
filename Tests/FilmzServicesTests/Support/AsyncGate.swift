import Synchronization

/// A gate that suspends tasks until it is opened, and counts their arrivals.
final class AsyncGate: Sendable {
  private struct State {
    var isOpen = false
    var arrivals = 0
    /// The waiting tasks, by the number of their arrival.
    var held: [Int: CheckedContinuation<Void, Never>] = [:]
    /// The tasks that wait for a number of arrivals.
    var arrivalWaiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    mutating func removeReachedWaiters() -> [CheckedContinuation<Void, Never>] {
      let reached = arrivalWaiters.filter { $0.count <= arrivals }.map(\.continuation)
      arrivalWaiters.removeAll { $0.count <= arrivals }
      return reached
    }
  }

  private let state = Mutex(State())

  var arrivals: Int { state.withLock(\.arrivals) }

  /// Waits until the gate is open, even if the task is cancelled.
  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = arrive { state in
        if !state.isOpen { state.held[state.arrivals] = continuation }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Counts an arrival without waiting.
  func arrive() { arrive { _ in } }

  private func arrive<Value: Sendable>(_ update: @Sendable (inout State) -> Value) -> Value {
    let (value, reachedWaiters) = state.withLock { state in
      state.arrivals += 1
      return (update(&state), state.removeReachedWaiters())
    }
    for waiter in reachedWaiters { waiter.resume() }
    return value
  }

  /// Waits until the total number of arrivals is at least `count`.
  func waitForArrivals(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.arrivals < count { state.arrivalWaiters.append((count, continuation)) }
        return state.arrivals >= count
      }
      if isReached { continuation.resume() }
    }
  }

  /// Lets the task pass that arrived as the given number, starting from 1.
  func release(_ number: Int) {
    state.withLock { $0.held.removeValue(forKey: number) }?.resume()
  }

  /// Lets all waiting and future tasks pass.
  func open() {
    let held = state.withLock { state in
      state.isOpen = true
      defer { state.held = [:] }
      return Array(state.held.values)
    }
    for continuation in held { continuation.resume() }
  }
}
