/// When a request that failed is made again: only where the trouble can pass, twice at most.
package struct RetryPolicy: Sendable {
  private static let mostRetries = 2
  /// Seconds that a service may ask us to wait, and for which a question goes on at all.
  private static let patience = 10.0

  /// Waits some seconds; a test's clock need not.
  private let sleep: @Sendable (Double) async throws -> Void
  /// A number from 0 up to 1, which keeps many programs from coming back at the same moment.
  private let jitter: @Sendable () -> Double

  package init(
    sleep: @escaping @Sendable (Double) async throws -> Void = {
      try await Task.sleep(for: .seconds($0))
    },
    jitter: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) {
    self.sleep = sleep
    self.jitter = jitter
  }

  /// Waits for the next attempt.
  ///
  /// - Parameters:
  ///   - retry: Which one it would be, from 1.
  ///   - retryAfter: Seconds that the service asked for.
  ///   - elapsed: Seconds since the first attempt began.
  /// - Returns: Whether there is to be one.
  /// - Throws: `CancellationError`.
  func wait(forRetry retry: Int, retryAfter: Double?, elapsed: Double) async throws -> Bool {
    guard retry <= Self.mostRetries, elapsed < Self.patience else { return false }
    if let retryAfter {
      guard retryAfter <= Self.patience else { return false }
      try await sleep(retryAfter)
    } else {
      try await sleep(0.2 * Double(1 << retry) * (0.5 + jitter()))
    }
    return true
  }
}
