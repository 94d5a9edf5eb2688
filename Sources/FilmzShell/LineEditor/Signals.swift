import Foundation
import Glibc

/// The signals of the process, taken by one thread instead of by handlers.
///
/// `Decision 10` of the architecture: blocked before any thread starts, so that every thread
/// inherits the mask, and waited for by a thread of their own. SIGTSTP stays as it is, so that
/// Ctrl-Z stops the program; SIGCONT tells that it goes on. Children inherit the mask, unless
/// whoever starts them resets it.
package enum Signals {
  private static var handled: [CInt] { [SIGINT, SIGWINCH, SIGTERM, SIGHUP, SIGCONT] }

  /// Runs the program as a task, while the main thread waits with its signals blocked.
  ///
  /// An `async` main will not do: it waits in `dispatch_main`, which lets all signals through to
  /// the main thread. Nothing runs on the main actor meanwhile. Exits with the program's status.
  package static func runMain(_ program: @escaping @Sendable () async -> CInt) -> Never {
    blockAll()
    Task { exit(await program()) }
    while true { pause() }
  }

  /// Blocks the handled signals and ignores SIGPIPE; to be called at the top of `main`.
  package static func blockAll() {
    var signals = handledSet()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  /// Starts the thread that hands each signal to `handler`, one after the other.
  ///
  /// A handler that takes long holds up the signals behind it.
  package static func listen(_ handler: @escaping @Sendable (CInt) -> Void) {
    let thread = Thread {
      var signals = handledSet()
      var signal: CInt = 0
      while true {
        if sigwait(&signals, &signal) == 0 { handler(signal) }
      }
    }
    thread.name = "signals"
    thread.start()
  }

  private static func handledSet() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in handled { sigaddset(&signals, signal) }
    return signals
  }
}
