import Synchronization

/// The running command, if any, which the thread that handles signals can cancel.
package final class RunningCommand: Sendable {
  private let cancellation = Mutex<(@Sendable () -> Void)?>(nil)

  /// The number of child processes that use the terminal.
  private let foregroundChildCount = Atomic(0)

  /// The signal that terminates the program, or 0 if there is none.
  private let terminationSignal = Atomic<CInt>(0)

  package init() {}

  /// Runs a function as a task that ``cancel()`` cancels.
  package func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // The task may call `cancel()` immediately, which waits for the lock.
    let task = cancellation.withLock { cancel in
      let task = Task { try await body() }
      cancel = { task.cancel() }
      return task
    }
    defer { cancellation.withLock { $0 = nil } }
    return try await task.value
  }

  /// `true` while a child process uses the terminal and receives Ctrl-C itself.
  package var hasForegroundChild: Bool { foregroundChildCount.load(ordering: .acquiring) > 0 }

  /// Runs a function that starts a child process on the terminal and waits for it.
  ///
  /// When this method returns, a Ctrl-C that was pressed meanwhile has been handled, unless the
  /// task was cancelled.
  func withForegroundChild<Value>(_ body: () async throws -> Value) async throws -> Value {
    foregroundChildCount.add(1, ordering: .acquiringAndReleasing)
    defer { foregroundChildCount.subtract(1, ordering: .acquiringAndReleasing) }
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    // If the task is cancelled, the thread that handles signals may be busy ending the program.
    if !Task.isCancelled { await Signals.waitForPendingSignals() }
    return try result.get()
  }

  /// Cancels the command because a signal terminates the program.
  ///
  /// If this method is called for several signals, ``terminationStatus`` is the status for the
  /// first one.
  package func terminate(by signal: CInt) {
    _ = terminationSignal.compareExchange(
      expected: 0, desired: signal, ordering: .acquiringAndReleasing)
    cancel()
  }

  /// The exit status for the signal that terminates the program, or `nil` if there is none.
  package var terminationStatus: CInt? {
    let signal = terminationSignal.load(ordering: .acquiring)
    return signal == 0 ? nil : 128 + signal
  }

  /// Cancels the command, if one is running.
  package func cancel() {
    cancellation.withLock { $0 }?()
  }
}
