import FilmzDomain
import Synchronization

/// The maximum durations for which a download waits for the server.
package struct DownloadTimeouts: Sendable {
  /// The maximum time to wait for the head of the response.
  package let head: Duration
  /// The maximum time to wait for the next bytes of the body.
  package let idle: Duration

  package init(head: Duration = .seconds(30), idle: Duration = .seconds(60)) {
    self.head = head
    self.idle = idle
  }
}

/// A timeout that ends a download if the server sends nothing for too long.
final class IdleTimeout: Sendable {
  /// The time at which the current wait for the server has lasted too long, and the error for that.
  private struct Deadline: Sendable {
    let instant: ContinuousClock.Instant
    let failure: HTTPFailure
  }

  private let timeouts: DownloadTimeouts
  /// The deadline of the current wait; `nil` if the download does not wait for the server.
  private let deadline = Mutex<Deadline?>(nil)

  init(_ timeouts: DownloadTimeouts) { self.timeouts = timeouts }

  /// Runs a download, and cancels it if a deadline passes while it waits for the server.
  ///
  /// - Throws: The ``HTTPFailure`` of the deadline; errors thrown by the download.
  func run<Value: Sendable>(
    _ download: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      defer { group.cancelAll() }
      group.addTask(operation: download)
      group.addTask { throw try await self.expiry() }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }

  /// Starts the timeout for the head of a response; messages contain the name of the host.
  func startWaitingForHead(from host: String) {
    setDeadline(
      in: timeouts.head, .neverRetried("\(host) did not respond within \(Self.text(timeouts.head))")
    )
  }

  /// Starts the timeout for the next bytes of a body; messages contain the name of the host.
  func startWaitingForChunk(from host: String) {
    setDeadline(
      in: timeouts.idle, .connectionLost("\(host) sent nothing for \(Self.text(timeouts.idle))"))
  }

  /// Stops the current timeout.
  func stopWaiting() { deadline.withLock { $0 = nil } }

  private func setDeadline(in time: Duration, _ failure: HTTPFailure) {
    let instant = ContinuousClock.now.advanced(by: time)
    deadline.withLock { $0 = Deadline(instant: instant, failure: failure) }
  }

  /// Waits until a deadline has passed, and returns its failure.
  ///
  /// Each sleep lasts at most as long as the shorter timeout, so that it ends before any deadline
  /// that is set in the meantime.
  private func expiry() async throws -> HTTPFailure {
    while true {
      let now = ContinuousClock.now
      let current = deadline.withLock(\.self)
      if let current, current.instant <= now { return current.failure }
      let nextCheck = now.advanced(by: min(timeouts.head, timeouts.idle))
      try await Task.sleep(until: min(current?.instant ?? nextCheck, nextCheck), clock: .continuous)
    }
  }

  private static func text(_ duration: Duration) -> String {
    "\(Int(duration.seconds.rounded(.up))) s"
  }
}
