import FilmzCommands
import FilmzTerminal
import Synchronization

/// Keys that were typed, which are read one after another; after the last one, reading waits.
final class TypedKeys: Sendable {
  fileprivate struct State {
    var keys: [KeyPress]
    /// The task that waits for a key.
    var reader: CheckedContinuation<KeyPress, Never>?
    /// The tasks that wait until all keys are read.
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ keys: [KeyPress]) { state = Mutex(State(keys: keys)) }

  /// The keys as input of a deck; a line is read up to the next Enter.
  var input: KeyInput {
    KeyInput(
      begin: { true }, read: { await self.read() },
      readLine: { _ in .text(self.state.withLock { $0.takeLine() }) }, end: {})
  }

  /// `true` if there are keys that have not been read.
  var hasKeys: Bool { state.withLock { !$0.keys.isEmpty } }

  /// Types a further key.
  func type(_ key: KeyPress) {
    let reader = state.withLock { state in
      let reader = state.takeReader()
      if reader == nil { state.keys.append(key) }
      return reader
    }
    reader?.resume(returning: key)
  }

  /// Waits until all keys are read and a task waits for another one.
  func waitUntilRead() async {
    await withCheckedContinuation { continuation in
      let isRead = state.withLock { state in
        if state.reader == nil { state.waiters.append(continuation) }
        return state.reader != nil
      }
      if isRead { continuation.resume() }
    }
  }

  private func read() async -> KeyPress {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (key, waiters) = state.withLock { $0.nextKey(or: continuation) }
        if let key { continuation.resume(returning: key) }
        for waiter in waiters { waiter.resume() }
      }
    } onCancel: {
      state.withLock { $0.takeReader() }?.resume(returning: .cancelled)
    }
  }
}

extension TypedKeys.State {
  /// Returns the next key; if there is none, stores the continuation, and returns the tasks that waited for
  /// that.
  fileprivate mutating func nextKey(
    or continuation: CheckedContinuation<KeyPress, Never>
  ) -> (key: KeyPress?, waiters: [CheckedContinuation<Void, Never>]) {
    if Task.isCancelled { return (.cancelled, []) }
    if !keys.isEmpty { return (keys.removeFirst(), []) }
    defer { waiters = [] }
    reader = continuation
    return (nil, waiters)
  }

  fileprivate mutating func takeReader() -> CheckedContinuation<KeyPress, Never>? {
    defer { reader = nil }
    return reader
  }

  fileprivate mutating func takeLine() -> String {
    let line = keys.prefix { $0 != .enter }
    keys.removeFirst(min(keys.count, line.count + 1))
    return String(
      line.compactMap { if case .character(let character) = $0 { character } else { nil } })
  }
}
