import Synchronization

/// Holds whoever comes until it is opened, and tells how many came.
final class Turnstile: Sendable {
  private struct State {
    var isOpen = false
    var arrivals = 0
    var held: [Int: CheckedContinuation<Void, Never>] = [:]
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
      let ready = watchers.filter { $0.count <= arrivals }.map(\.continuation)
      watchers.removeAll { $0.count <= arrivals }
      return ready
    }
  }

  private let state = Mutex(State())

  var arrivals: Int { state.withLock(\.arrivals) }

  /// Waits until it is open; a cancellation is not heeded.
  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = arrive { state in
        if !state.isOpen { state.held[state.arrivals] = continuation }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Is counted, and does not wait.
  func arrive() { arrive { _ in } }

  private func arrive<Value: Sendable>(_ note: @Sendable (inout State) -> Value) -> Value {
    let (value, watchers) = state.withLock { state in
      state.arrivals += 1
      return (note(&state), state.takeWatchers())
    }
    for watcher in watchers { watcher.resume() }
    return value
  }

  /// Waits until so many have come in all.
  func waitForArrivals(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.arrivals < count { state.watchers.append((count, continuation)) }
        return state.arrivals >= count
      }
      if isThere { continuation.resume() }
    }
  }

  /// Lets the one through that came as number so and so.
  func release(_ number: Int) {
    state.withLock { $0.held.removeValue(forKey: number) }?.resume()
  }

  /// Lets all through, also those who are still to come.
  func open() {
    let held = state.withLock { state in
      state.isOpen = true
      defer { state.held = [:] }
      return Array(state.held.values)
    }
    for continuation in held { continuation.resume() }
  }
}
