import Dispatch
import Synchronization

/// A queue of requests for the editing thread.
final class EditorQueue: Sendable {
  private struct State {
    var requests: [EditorRequest] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Counts the requests, so that the editing thread can wait for one.
  private let requestCount = DispatchSemaphore(value: 0)

  /// Adds a request, or returns `false` if the queue is closed.
  func enqueue(_ request: EditorRequest) -> Bool {
    append(request, closing: false)
  }

  /// Adds the last request and closes the queue, or returns `false` if it is already closed.
  @discardableResult
  func close(with request: EditorRequest) -> Bool {
    append(request, closing: true)
  }

  /// Removes and returns the oldest request; blocks the thread until there is one.
  func next() -> EditorRequest {
    while true {
      requestCount.wait()
      let request = state.withLock { $0.requests.isEmpty ? nil : $0.requests.removeFirst() }
      if let request { return request }
    }
  }

  private func append(_ request: EditorRequest, closing: Bool) -> Bool {
    let isAccepted = state.withLock { state in
      guard !state.isClosed else { return false }
      state.requests.append(request)
      state.isClosed = closing
      return true
    }
    if isAccepted { requestCount.signal() }
    return isAccepted
  }
}
