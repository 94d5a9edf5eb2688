import Foundation
import Glibc
import Synchronization

/// The signals of the process, taken by one thread instead of by handlers.
///
/// `Decision 10` of the architecture: blocked before any thread starts, so that every thread
/// inherits the mask, and waited for by a thread of their own. SIGTSTP stays as it is, so that
/// Ctrl-Z stops the program; SIGCONT tells that it goes on. Children inherit the mask, unless
/// whoever starts them resets it.
package enum Signals {
  private static var handled: [CInt] {
    [SIGINT, SIGQUIT, SIGWINCH, SIGTERM, SIGHUP, SIGCONT, marker]
  }

  /// A signal of our own that tells that those before it were handled: the last real-time signal, which
  /// other programs have no reason to send.
  static var marker: CInt { __libc_current_sigrtmax() }

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
      listener.store(pthread_self(), ordering: .releasing)
      forwardStrays()
      var signals = handledSet()
      var signal: CInt = 0
      while true {
        guard sigwait(&signals, &signal) == 0 else { continue }
        if signal == marker { resumeWaiting() } else { handler(signal) }
      }
    }
    thread.name = "signals"
    thread.start()
  }

  /// Waits until all signals that have come so far were handled; at once where nobody listens.
  ///
  /// The kernel hands over signals in the order of their numbers, and ours has a higher one than
  /// Ctrl-C's and Ctrl-\'s.
  static func settle() async {
    guard listener.load(ordering: .acquiring) != 0 else { return }
    await withCheckedContinuation { continuation in
      waiting.withLock { $0.append(continuation) }
      kill(getpid(), marker)
    }
  }

  private static func resumeWaiting() {
    let continuations = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for continuation in continuations { continuation.resume() }
  }

  private static let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

  /// The thread that listens.
  private static let listener = Atomic<pthread_t>(0)

  /// Hands signals that another thread gets to the one that listens.
  ///
  /// A database's thread may let signals through that all others block, as swift-subprocess's does
  /// while it waits for children (swift-subprocess 273); by default they would end the program there.
  private static func forwardStrays() {
    for signal in handled {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { signal in
        pthread_kill(Signals.listener.load(ordering: .acquiring), signal)
      }
      action.sa_flags = SA_RESTART
      sigaction(signal, &action, nil)
    }
  }

  private static func handledSet() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in handled { sigaddset(&signals, signal) }
    return signals
  }
}
