import Synchronization

/// Does work once that several callers wait for.
///
/// A caller that is cancelled leaves at once; when the last one has left, the work is cancelled.
/// Nothing is kept: once the work is done, or has failed, the next caller starts it again.
final class RequestCoalescer<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Value, any Error>

  private struct Request {
    let number: Int
    var task: Task<Void, Never>?
    var waiters: [Int: Waiter] = [:]
  }

  private struct State {
    var inFlight: [Key: Request] = [:]
    var lastNumber = 0

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  private let state = Mutex(State())

  /// Returns the result of the work for a key; work that is in flight is joined.
  ///
  /// - Throws: What the work throws; `CancellationError` where the caller is cancelled.
  func value(
    for key: Key, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let waiter = state.withLock { $0.nextNumber() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { join(key, waiter, $0, work) }
    } onCancel: {
      leave(key, waiter)
    }
  }

  private func join(
    _ key: Key, _ waiter: Int, _ continuation: Waiter,
    _ work: @escaping @Sendable () async throws -> Value
  ) {
    let isCancelled = state.withLock { state in
      // Read under the lock: a cancellation that comes later finds the waiter and takes it out.
      guard !Task.isCancelled else { return true }
      if state.inFlight[key] == nil {
        let number = state.nextNumber()
        state.inFlight[key] = Request(number: number)
        state.inFlight[key]?.task = Task {
          let result: Result<Value, any Error>
          do { result = .success(try await work()) } catch { result = .failure(error) }
          self.complete(key, number, result)
        }
      }
      state.inFlight[key]?.waiters[waiter] = continuation
      return false
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
  }

  private func leave(_ key: Key, _ waiter: Int) {
    let (continuation, abandoned) = state.withLock { state in
      guard let continuation = state.inFlight[key]?.waiters.removeValue(forKey: waiter) else {
        return (nil as Waiter?, nil as Task<Void, Never>?)
      }
      guard state.inFlight[key]?.waiters.isEmpty == true else { return (continuation, nil) }
      return (continuation, state.inFlight.removeValue(forKey: key)?.task)
    }
    abandoned?.cancel()
    continuation?.resume(throwing: CancellationError())
  }

  /// Ends a request; an abandoned one may have given its place to another.
  private func complete(_ key: Key, _ number: Int, _ result: Result<Value, any Error>) {
    let waiters = state.withLock { state in
      guard state.inFlight[key]?.number == number else { return [Waiter]() }
      return Array(state.inFlight.removeValue(forKey: key)?.waiters.values ?? [:].values)
    }
    for waiter in waiters { waiter.resume(with: result) }
  }
}
