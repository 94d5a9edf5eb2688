import FilmzTestSupport
import Foundation
import Synchronization

/// A fake TMDB that can be kept from sending details, or other responses, until ``open()``, and that can fail.
final class GatedTMDB: Sendable {
  private let fakeTMDB = FakeTMDB(token: FilmzProcess.token)
  private let gate = DispatchSemaphore(value: 0)
  private let isFailing = Mutex(false)
  private let isGated: @Sendable (LoopbackServer.Request) -> Bool

  /// - Parameters:
  ///   - isOpen: `true` if details are sent immediately.
  ///   - isGated: Returns whether the response to a request is kept back.
  init(
    isOpen: Bool = false,
    isGated: @escaping @Sendable (LoopbackServer.Request) -> Bool = {
      $0.query["append_to_response"] != nil
    }
  ) {
    self.isGated = isGated
    if isOpen { open() }
  }

  /// Sends the waiting responses, and lets later requests be answered immediately.
  func open() { gate.signal() }

  /// Lets all further requests fail.
  func fail() { isFailing.withLock { $0 = true } }

  /// Lets further requests succeed again.
  func recover() { isFailing.withLock { $0 = false } }

  func respond(to request: LoopbackServer.Request) -> LoopbackServer.Response {
    if isGated(request) {
      _ = gate.wait(timeout: .now() + 60)
      gate.signal()  // Lets the next request pass.
    }
    if isFailing.withLock({ $0 }) {
      return FakeTMDB.error(11, "Internal error: Something went wrong.", status: 500)
    }
    return fakeTMDB.respond(to: request)
  }
}
