import FilmzTestSupport
import Foundation
import Synchronization

/// A fake TMDB that can be kept from sending details until ``open()``, and that can fail.
final class GatedTMDB: Sendable {
  private let fakeTMDB = FakeTMDB(token: FilmzProcess.token)
  private let gate = DispatchSemaphore(value: 0)
  private let isFailing = Mutex(false)

  /// - Parameter isOpen: `true` if details are sent immediately.
  init(isOpen: Bool = false) { if isOpen { open() } }

  /// Sends the waiting details, and lets later requests be answered immediately.
  func open() { gate.signal() }

  /// Lets all further requests fail.
  func fail() { isFailing.withLock { $0 = true } }

  /// Lets further requests succeed again.
  func recover() { isFailing.withLock { $0 = false } }

  func respond(to request: LoopbackServer.Request) -> LoopbackServer.Response {
    if request.query["append_to_response"] != nil {
      _ = gate.wait(timeout: .now() + 60)
      gate.signal()  // Lets the next request pass.
    }
    if isFailing.withLock({ $0 }) {
      return FakeTMDB.error(11, "Internal error: Something went wrong.", status: 500)
    }
    return fakeTMDB.respond(to: request)
  }
}
