import FilmzDomain
import Synchronization

/// Ends an exchange whose server is silent for too long.
final class HTTPVigil: Sendable {
  /// What is waited for.
  private struct Wait: Sendable {
    let end: ContinuousClock.Instant
    let failure: HTTPFailure
  }

  private let patience: HTTPPatience
  private let host: String
  private let wait = Mutex<Wait?>(nil)

  /// Watches a server, which failures name as given.
  init(_ patience: HTTPPatience, host: String) {
    self.patience = patience
    self.host = host
  }

  /// Does something that waits for the server now and then.
  ///
  /// - Throws: An ``HTTPFailure`` where a wait took too long; what the exchange throws.
  func over<Value: Sendable>(
    _ exchange: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      defer { group.cancelAll() }
      group.addTask(operation: exchange)
      group.addTask { throw try await self.endOfPatience() }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }

  /// From now on the head is waited for.
  func awaitHead() {
    expect(
      within: patience.head, .lasting("\(host) gave no answer within \(Self.text(patience.head))"))
  }

  /// From now on bytes are waited for.
  func awaitPiece() {
    expect(
      within: patience.silence, .dropped("\(host) sent nothing for \(Self.text(patience.silence))"))
  }

  /// Nothing is waited for.
  func rest() { wait.withLock { $0 = nil } }

  private func expect(within time: Duration, _ failure: HTTPFailure) {
    let end = ContinuousClock.now.advanced(by: time)
    wait.withLock { $0 = Wait(end: end, failure: failure) }
  }

  /// Sleeps until a wait took too long; no sleep is longer than a wait that begins meanwhile.
  private func endOfPatience() async throws -> HTTPFailure {
    while true {
      let now = ContinuousClock.now
      let current = wait.withLock(\.self)
      if let current, current.end <= now { return current.failure }
      let soon = now.advanced(by: min(patience.head, patience.silence))
      try await Task.sleep(until: min(current?.end ?? soon, soon), clock: .continuous)
    }
  }

  private static func text(_ duration: Duration) -> String {
    "\(Int(duration.seconds.rounded(.up))) s"
  }
}
