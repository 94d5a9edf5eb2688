import Synchronization

/// Reports network requests to a listener, which is set while a command runs with `--verbose`.
package final class RequestTrace: Sendable {
  private let listener = Mutex<(@Sendable (String) -> Void)?>(nil)

  package init() {}

  /// Sets the function that receives a line about each request; `nil` stops the reports.
  package func setListener(_ listener: (@Sendable (String) -> Void)?) { self.listener.withLock { $0 = listener } }

  /// Passes a line about a request to the listener.
  ///
  /// The line must not contain a key. The closure is not called if there is no listener.
  package func report(_ line: () -> String) {
    guard let listener = listener.withLock({ $0 }) else { return }
    listener(line())
  }
}
