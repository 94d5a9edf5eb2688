import Dispatch
import FilmzCommands

/// What a `LineEditor` asks its thread to do.
enum EditorRequest: Sendable {
  case line(
    prompt: String, LineCompleter?, CheckedContinuation<LineEditorResult, Never>)
  case secret(prompt: String, CheckedContinuation<String?, Never>)
  case history(String)
  case past(@Sendable () -> [String])
  case beginKeys(CheckedContinuation<Bool, Never>)
  case key(CheckedContinuation<KeyPress, Never>)
  case endKeys(CheckedContinuation<Void, Never>)

  /// The last request of all; the semaphore is signalled when the terminal is as it was.
  case close(DispatchSemaphore?)
}
