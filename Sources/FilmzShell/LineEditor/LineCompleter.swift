import Dispatch
package import FilmzCommands
import Synchronization

/// Requests completions of a line while the editing thread waits.
package struct LineCompleter: Sendable {
  /// The maximum time to wait for a completion.
  private static let timeout = DispatchTimeInterval.seconds(3)

  private let complete: @Sendable (String, String.Index) async -> Completion

  package init(_ complete: @escaping @Sendable (String, String.Index) async -> Completion) {
    self.complete = complete
  }

  /// Returns the completion of a line at the cursor, or `nil` after the timeout.
  ///
  /// Blocks the thread meanwhile.
  func completion(of line: String, cursor: String.Index) -> Completion? {
    let doneSemaphore = DispatchSemaphore(value: 0)
    let result = CompletionBox()
    let task = Task {
      result.store(await complete(line, cursor))
      doneSemaphore.signal()
    }
    guard doneSemaphore.wait(timeout: .now() + Self.timeout) == .success else {
      task.cancel()
      return nil
    }
    return result.load()
  }
}

/// Passes a completion to another thread.
private final class CompletionBox: Sendable {
  private let completion = Mutex<Completion?>(nil)

  func store(_ newCompletion: Completion) { completion.withLock { $0 = newCompletion } }

  func load() -> Completion? { completion.withLock { $0 } }
}
