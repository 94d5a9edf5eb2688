package import FilmzDomain
package import Foundation
import Synchronization

/// A record of the services that do not respond, and of the states of services that were reported to the user.
///
/// A service that did not respond in time is not asked again for a while, so that the user does not
/// wait for each command.
package final class ServiceOutages: Sendable {
  /// The time for which a service that did not respond in time is not asked again, in seconds.
  package static let standardPause = 60.0

  private typealias Pause = (cause: String, end: Date)

  private struct State {
    /// The pauses by the fingerprint of the account.
    var pauses: [String: Pause] = [:]
    var reported: Set<LastingState> = []
  }

  private let pauseSeconds: Double?
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  /// Creates a record without outages.
  ///
  /// - Parameters:
  ///   - pauseSeconds: The seconds for which a service is not asked again; `nil` if it is not asked
  ///     again while the program runs.
  ///   - now: The clock.
  package init(pauseSeconds: Double? = ServiceOutages.standardPause, now: @escaping @Sendable () -> Date = { Date() }) {
    self.pauseSeconds = pauseSeconds
    self.now = now
  }

  // MARK: - Pauses

  /// Records that a service did not respond in time, and returns the error for it.
  func beginPause(of account: ServiceAccount, _ cause: String) -> ServiceError {
    let end = pauseSeconds.map { now().addingTimeInterval($0) } ?? .distantFuture
    let pause = (cause: cause, end: end)
    state.withLock {
      // This outage is a new one, which is reported even if an earlier one was.
      if $0.pauses[account.fingerprint] == nil { $0.reported.remove(.noResponse(service: account.service.name)) }
      $0.pauses[account.fingerprint] = pause
    }
    return error(for: account, pause)
  }

  /// Returns the error for a service that must not be asked yet; `nil` if it can be asked.
  func error(for account: ServiceAccount) -> ServiceError? {
    let now = now()
    let pause = state.withLock { state -> Pause? in
      guard let pause = state.pauses[account.fingerprint] else { return nil }
      if pause.end > now { return pause }
      state.pauses[account.fingerprint] = nil
      return nil
    }
    return pause.map { error(for: account, $0) }
  }

  private func error(for account: ServiceAccount, _ pause: Pause) -> ServiceError {
    let seconds = pause.end.timeIntervalSince(now()).rounded(.up)
    return ServiceError(
      account.service, .timedOut(pause.cause, secondsLeft: pauseSeconds == nil ? nil : max(1, Int(seconds))))
  }

  /// Records that a service responded, other than by a refusal.
  func responseReceived(from account: ServiceAccount) {
    state.withLock {
      $0.pauses[account.fingerprint] = nil
      $0.reported.remove(.noResponse(service: account.service.name))
      $0.reported.remove(.dailyLimit(service: account.service.name))
    }
  }

  /// Ends the pause of an account, so that its service is asked again.
  func endPause(of account: ServiceAccount) { state.withLock { $0.pauses[account.fingerprint] = nil } }

  /// Ends all pauses, so that the services are asked again.
  package func endPauses() { state.withLock { $0.pauses = [:] } }

  // MARK: - Reports

  /// Records that a state is reported to the user.
  ///
  /// - Returns: `true` if the state has not been reported since the last response of the service.
  package func report(_ reportedState: LastingState) -> Bool {
    state.withLock { $0.reported.insert(reportedState).inserted }
  }
}
