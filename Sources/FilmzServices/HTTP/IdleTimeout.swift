import FilmzDomain
import Synchronization

/// How long a server may let a download wait.
package struct DownloadTimeouts: Sendable {
  /// For the head of its answer, redirections included.
  package let head: Duration
  /// For the next bytes.
  package let silence: Duration

  package init(head: Duration = .seconds(30), silence: Duration = .seconds(60)) {
    self.head = head
    self.silence = silence
  }
}

/// Ends an exchange whose server is silent for too long.
final class IdleTimeout: Sendable {
  /// What is waited for.
  private struct Wait: Sendable {
    let end: ContinuousClock.Instant
    let failure: HTTPFailure
  }

  private let timeouts: DownloadTimeouts
  private let wait = Mutex<Wait?>(nil)

  init(_ timeouts: DownloadTimeouts) { self.timeouts = timeouts }

  /// Performs an exchange that waits for the server now and then.
  ///
  /// - Throws: An ``HTTPFailure`` if a wait took too long; what the exchange throws.
  func over<Value: Sendable>(
    _ exchange: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      defer { group.cancelAll() }
      group.addTask(operation: exchange)
      group.addTask { throw try await self.expiry() }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }

  /// Begins to wait for the head of an answer; the failure names the host as given.
  func awaitHead(from host: String) {
    expect(
      within: timeouts.head, .lasting("\(host) gave no answer within \(Self.text(timeouts.head))"))
  }

  /// Begins to wait for the next bytes; the failure names the host as given.
  func awaitPiece(from host: String) {
    expect(
      within: timeouts.silence,
      .dropped("\(host) sent nothing for \(Self.text(timeouts.silence))"))
  }

  /// Ends the wait.
  func endWait() { wait.withLock { $0 = nil } }

  private func expect(within time: Duration, _ failure: HTTPFailure) {
    let end = ContinuousClock.now.advanced(by: time)
    wait.withLock { $0 = Wait(end: end, failure: failure) }
  }

  /// Sleeps until a wait took too long; no sleep is longer than a wait that begins meanwhile.
  private func expiry() async throws -> HTTPFailure {
    while true {
      let now = ContinuousClock.now
      let current = wait.withLock(\.self)
      if let current, current.end <= now { return current.failure }
      let soon = now.advanced(by: min(timeouts.head, timeouts.silence))
      try await Task.sleep(until: min(current?.end ?? soon, soon), clock: .continuous)
    }
  }

  private static func text(_ duration: Duration) -> String {
    "\(Int(duration.seconds.rounded(.up))) s"
  }
}
