import Dispatch

/// What a `LineEditor` asks its thread to do.
enum EditorRequest: Sendable {
  case line(prompt: String, CheckedContinuation<LineEditorResult, Never>)
  case secret(prompt: String, CheckedContinuation<String?, Never>)
  case history(String)

  /// The last request of all; the semaphore is signalled when the terminal is as it was.
  case close(DispatchSemaphore?)
}
