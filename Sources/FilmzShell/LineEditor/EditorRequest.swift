import Dispatch
import FilmzCommands

/// A request of a ``LineEditor`` to the editing thread.
enum EditorRequest: Sendable {
  case readLine(
    prompt: String, LineCompleter?, CheckedContinuation<LineEditorResult, Never>)
  case readSecret(prompt: String, CheckedContinuation<String?, Never>)
  case addHistory(String)
  case loadHistory(@Sendable () -> [String])
  case beginKeyInput(CheckedContinuation<Bool, Never>)
  case readKey(CheckedContinuation<KeyPress, Never>)
  case endKeyInput(CheckedContinuation<Void, Never>)

  /// The last request; the semaphore is signaled after the terminal modes have been restored.
  case close(DispatchSemaphore?)
}
