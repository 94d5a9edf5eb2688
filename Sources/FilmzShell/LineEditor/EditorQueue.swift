import Dispatch
import Synchronization

/// The requests on their way to the editing thread, oldest first.
final class EditorQueue: Sendable {
  private struct State {
    var requests: [EditorRequest] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let waiting = DispatchSemaphore(value: 0)

  /// Puts a request in; false, without taking it, when the mailbox is closed.
  func post(_ request: EditorRequest) -> Bool {
    put(request, closing: false)
  }

  /// Puts in the last request; false when there was a last one already.
  @discardableResult
  func close(with request: EditorRequest) -> Bool {
    put(request, closing: true)
  }

  /// Waits for the next request, blocking the thread.
  func next() -> EditorRequest {
    while true {
      waiting.wait()
      let request = state.withLock { $0.requests.isEmpty ? nil : $0.requests.removeFirst() }
      if let request { return request }
    }
  }

  private func put(_ request: EditorRequest, closing: Bool) -> Bool {
    let isTaken = state.withLock { state in
      guard !state.isClosed else { return false }
      state.requests.append(request)
      state.isClosed = closing
      return true
    }
    if isTaken { waiting.signal() }
    return isTaken
  }
}
