import FilmzTestSupport
import Foundation
import Synchronization

/// A replayed OMDb that first fails some times, or that holds its answers back until told.
final class SwitchedOMDb: Sendable {
  private let replay = OMDbReplay(key: FilmzProcess.key)
  private let failures: Mutex<Int>
  private let gate: DispatchSemaphore

  /// - Parameters:
  ///   - failures: How many requests get no usable answer, before all others do.
  ///   - isHeld: Whether nothing is answered before ``open()``.
  init(failures: Int = 0, isHeld: Bool = false) {
    self.failures = Mutex(failures)
    gate = DispatchSemaphore(value: 0)
    if !isHeld { open() }
  }

  /// Answers what is held, and from now on everything at once.
  func open() { gate.signal() }

  func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
    _ = gate.wait(timeout: .now() + 60)
    gate.signal()  // the next one passes too
    let fails = failures.withLock { left in
      left -= 1
      return left >= 0
    }
    return fails ? .text("sorry") : replay.answer(request)
  }
}
