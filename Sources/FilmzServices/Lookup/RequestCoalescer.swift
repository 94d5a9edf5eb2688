import Synchronization

/// Coalesces concurrent requests for the same key into one.
///
/// A cancelled caller stops waiting immediately; when no caller is waiting any more, the request is
/// cancelled. Results are not cached: after a request has completed, the next caller starts a new
/// one.
final class RequestCoalescer<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Continuation = CheckedContinuation<Value, any Error>

  private struct Request {
    let id: Int
    var task: Task<Void, Never>?
    /// The continuations of the waiting callers, by the id of the caller.
    var callers: [Int: Continuation] = [:]
  }

  private struct State {
    var inFlight: [Key: Request] = [:]
    var lastID = 0

    mutating func nextID() -> Int {
      lastID += 1
      return lastID
    }
  }

  private let state = Mutex(State())

  /// Returns the result of the request for a key; joins the request if one is in flight.
  ///
  /// - Throws: Errors thrown by `work`; `CancellationError` if the caller is cancelled.
  func value(for key: Key, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let callerID = state.withLock { $0.nextID() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { join(key, callerID, $0, work) }
    } onCancel: {
      cancelWaiting(key, callerID)
    }
  }

  private func join(
    _ key: Key, _ callerID: Int, _ continuation: Continuation, _ work: @escaping @Sendable () async throws -> Value
  ) {
    let isCancelled = state.withLock { state in
      // Checked under the lock: a later cancellation finds and removes the caller added below.
      guard !Task.isCancelled else { return true }
      if state.inFlight[key] == nil {
        let requestID = state.nextID()
        state.inFlight[key] = Request(id: requestID)
        state.inFlight[key]?.task = Task {
          let result: Result<Value, any Error>
          do {
            result = .success(try await work())
          } catch {
            result = .failure(error)
          }
          self.complete(key, requestID, result)
        }
      }
      state.inFlight[key]?.callers[callerID] = continuation
      return false
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
  }

  /// Resumes a cancelled caller, and cancels the request if no other caller is waiting.
  private func cancelWaiting(_ key: Key, _ callerID: Int) {
    let (continuation, abandonedTask) = state.withLock { state in
      guard let continuation = state.inFlight[key]?.callers.removeValue(forKey: callerID) else {
        return (nil as Continuation?, nil as Task<Void, Never>?)
      }
      guard state.inFlight[key]?.callers.isEmpty == true else { return (continuation, nil) }
      return (continuation, state.inFlight.removeValue(forKey: key)?.task)
    }
    abandonedTask?.cancel()
    continuation?.resume(throwing: CancellationError())
  }

  /// Resumes the callers that wait for a request.
  ///
  /// Does nothing if the request was cancelled; another request may be in flight for the key by
  /// then.
  private func complete(_ key: Key, _ requestID: Int, _ result: Result<Value, any Error>) {
    let continuations = state.withLock { state in
      guard state.inFlight[key]?.id == requestID else { return [Continuation]() }
      return Array(state.inFlight.removeValue(forKey: key)?.callers.values ?? [:].values)
    }
    for continuation in continuations { continuation.resume(with: result) }
  }
}
