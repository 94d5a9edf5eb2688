import Synchronization

/// The command that runs, so that a Ctrl-C can stop it from the signals' thread.
package final class RunningCommand: Sendable {
  private let cancellation = Mutex<(@Sendable () -> Void)?>(nil)

  package init() {}

  /// Runs something until it is done or cancelled.
  package func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await body() }
    cancellation.withLock { $0 = { task.cancel() } }
    defer { cancellation.withLock { $0 = nil } }
    return try await task.value
  }

  /// Stops what runs, if anything does.
  package func cancel() {
    cancellation.withLock { $0 }?()
  }
}
