import Synchronization

/// The command that runs, so that a Ctrl-C can stop it from the signals' thread.
package final class RunningCommand: Sendable {
  private let cancellation = Mutex<(@Sendable () -> Void)?>(nil)

  /// How many other programs have the terminal; Ctrl-C is theirs then.
  private let borrowers = Atomic(0)

  /// The signal that ends the program; 0 while none has come.
  private let ending = Atomic<CInt>(0)

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

  /// Whether another program has the terminal, so that a Ctrl-C means that one.
  package var hasLentTerminal: Bool { borrowers.load(ordering: .acquiring) > 0 }

  /// Does something while another program has the terminal; a Ctrl-C from then has been taken when it
  /// returns.
  func lendingTerminal<Value>(_ body: () async throws -> Value) async throws -> Value {
    borrowers.add(1, ordering: .acquiringAndReleasing)
    defer { borrowers.subtract(1, ordering: .acquiringAndReleasing) }
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    // Where the program is being ended, whoever takes signals is busy with that.
    if !Task.isCancelled { await Signals.settle() }
    return try result.get()
  }

  /// Stops what runs, because a signal ends the program; the first one counts.
  package func end(by signal: CInt) {
    _ = ending.compareExchange(expected: 0, desired: signal, ordering: .acquiringAndReleasing)
    cancel()
  }

  /// The exit status that goes with the signal that ends the program; nothing while none has come.
  package var endStatus: CInt? {
    let signal = ending.load(ordering: .acquiring)
    return signal == 0 ? nil : 128 + signal
  }

  /// Stops what runs, if anything does.
  package func cancel() {
    cancellation.withLock { $0 }?()
  }
}
