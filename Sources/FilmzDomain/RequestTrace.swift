import Synchronization

/// Tells of each request while a command is to be verbose.
package final class RequestTrace: Sendable {
  private let listener = Mutex<(@Sendable (String) -> Void)?>(nil)

  package init() {}

  /// Hands each line over from now on, or none.
  package func listen(_ listener: (@Sendable (String) -> Void)?) {
    self.listener.withLock { $0 = listener }
  }

  /// Tells of a request in one line, without a key in it; nothing is worked out where nobody listens.
  package func tell(_ line: () -> String) {
    guard let listener = listener.withLock({ $0 }) else { return }
    listener(line())
  }
}
