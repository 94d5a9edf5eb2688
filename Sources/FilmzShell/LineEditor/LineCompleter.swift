import Dispatch
package import FilmzCommands
import Synchronization

/// Asks for what fits a line, from the editing thread, which may wait.
package struct LineCompleter: Sendable {
  /// How long a press of Tab waits for an answer before it comes to nothing.
  private static let patience = DispatchTimeInterval.seconds(1)

  private let complete: @Sendable (String, String.Index) async -> Completion

  package init(_ complete: @escaping @Sendable (String, String.Index) async -> Completion) {
    self.complete = complete
  }

  /// What fits a line at its cursor; nothing where the answer does not come in time.
  ///
  /// Blocks the thread.
  func completion(of line: String, cursor: String.Index) -> Completion? {
    let isThere = DispatchSemaphore(value: 0)
    let box = AnswerBox()
    let task = Task {
      box.put(await complete(line, cursor))
      isThere.signal()
    }
    guard isThere.wait(timeout: .now() + Self.patience) == .success else {
      task.cancel()
      return nil
    }
    return box.take()
  }
}

/// Where an answer is laid down for another thread.
private final class AnswerBox: Sendable {
  private let answer = Mutex<Completion?>(nil)

  func put(_ completion: Completion) { answer.withLock { $0 = completion } }

  func take() -> Completion? { answer.withLock { $0 } }
}
