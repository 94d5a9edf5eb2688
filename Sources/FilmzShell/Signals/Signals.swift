import Foundation
import Glibc
import Synchronization

/// The signals of the process, which one thread receives with `sigwait` instead of signal handlers.
///
/// They are blocked before any thread starts, so that every thread inherits the mask (decision 10
/// of the architecture). SIGTSTP keeps its default action, so that Ctrl-Z suspends the program;
/// SIGCONT reports that it was resumed. Child processes inherit the mask unless it is reset for
/// them.
package enum Signals {
  private static var handled: [CInt] {
    [SIGINT, SIGQUIT, SIGWINCH, SIGTERM, SIGHUP, SIGCONT, barrierSignal]
  }

  /// The signal that the program sends to itself to learn that all earlier ones have been handled.
  ///
  /// It is the last real-time signal, which other programs have no reason to send.
  static var barrierSignal: CInt { __libc_current_sigrtmax() }

  /// Runs the program as a task, while the main thread waits with its signals blocked.
  ///
  /// An `async` main would not work: it waits in `dispatch_main`, which unblocks all signals on the
  /// main thread. Nothing can run on the main actor. Exits with the status that the program
  /// returns.
  package static func runMain(_ program: @escaping @Sendable () async -> CInt) -> Never {
    blockHandledSignals()
    Task { exit(await program()) }
    while true { pause() }
  }

  /// Blocks the handled signals and ignores SIGPIPE; must be called before any thread starts.
  package static func blockHandledSignals() {
    var signals = handledSet()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  /// Starts the thread that passes each signal to `handler`, one after the other.
  ///
  /// A slow handler delays the signals that follow.
  package static func listen(_ handler: @escaping @Sendable (CInt) -> Void) {
    let thread = Thread {
      listener.store(pthread_self(), ordering: .releasing)
      forwardUnblockedSignals()
      var signals = handledSet()
      var signal: CInt = 0
      while true {
        guard sigwait(&signals, &signal) == 0 else { continue }
        if signal == barrierSignal { resumeWaiters() } else { handler(signal) }
      }
    }
    thread.name = "signals"
    thread.start()
  }

  /// Waits until all signals that are pending now have been handled.
  ///
  /// Returns immediately if no thread listens. The kernel delivers pending signals in the order of
  /// their numbers, and ``barrierSignal`` has a higher number than SIGINT and SIGQUIT.
  static func waitForPendingSignals() async {
    guard listener.load(ordering: .acquiring) != 0 else { return }
    await withCheckedContinuation { continuation in
      waiters.withLock { $0.append(continuation) }
      kill(getpid(), barrierSignal)
    }
  }

  private static func resumeWaiters() {
    let continuations = waiters.withLock { waiters in
      defer { waiters = [] }
      return waiters
    }
    for continuation in continuations { continuation.resume() }
  }

  private static let waiters = Mutex<[CheckedContinuation<Void, Never>]>([])

  /// The thread that receives the signals, or 0 before ``listen(_:)``.
  private static let listener = Atomic<pthread_t>(0)

  /// Forwards signals that are delivered to another thread to the listening one.
  ///
  /// A library's thread may unblock them, as swift-subprocess does while it waits for children
  /// (swift-subprocess 273); their default action there would terminate the program.
  private static func forwardUnblockedSignals() {
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
