import FilmzTestSupport
import Foundation
import Synchronization

/// A fake OMDb whose first responses can be unusable, and that can be kept from responding until
/// ``open()``.
final class GatedOMDb: Sendable {
  private let fakeOMDb = FakeOMDb(key: FilmzProcess.key)
  private let failures: Mutex<Int>
  private let gate: DispatchSemaphore

  /// - Parameters:
  ///   - failures: The number of unusable responses before the first usable one.
  ///   - isClosed: `true` if all responses wait for ``open()``.
  init(failures: Int = 0, isClosed: Bool = false) {
    self.failures = Mutex(failures)
    gate = DispatchSemaphore(value: 0)
    if !isClosed { open() }
  }

  /// Sends the waiting responses, and lets later requests be answered immediately.
  func open() { gate.signal() }

  func respond(to request: LoopbackServer.Request) -> LoopbackServer.Response {
    _ = gate.wait(timeout: .now() + 60)
    gate.signal()  // Lets the next request pass.
    let isFailure = failures.withLock { remaining in
      remaining -= 1
      return remaining >= 0
    }
    return isFailure ? .text("sorry") : fakeOMDb.respond(to: request)
  }
}
