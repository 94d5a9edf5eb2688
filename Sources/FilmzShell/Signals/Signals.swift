import Foundation
import Glibc
import Synchronization

/// The signals of the process, which one thread receives with `sigwait` instead of signal handlers.
///
/// They are blocked before any thread starts, so that every thread inherits the mask. SIGTSTP keeps
/// its default action, so that Ctrl-Z suspends the program; SIGCONT reports that it was resumed.
/// Child processes inherit the mask unless it is reset for them.
package enum Signals {
  private static var handledSignals: [CInt] {
    [SIGINT, SIGQUIT, SIGWINCH, SIGTERM, SIGHUP, SIGCONT, barrierSignal]
  }

  /// The signal that the program sends to itself to find out when all earlier signals have been
  /// handled.
  ///
  /// It is the last real-time signal, which other programs have no reason to send.
  static var barrierSignal: CInt { __libc_current_sigrtmax() }

  /// Runs the program as a task, while the main thread waits with the handled signals blocked.
  ///
  /// An `async` main would not work: it waits in `dispatch_main`, which unblocks all signals on the
  /// main thread. Because the main thread waits, nothing can run on the main actor. Exits with the
  /// status that the program returns, without the destructors of libraries: other threads may still use these
  /// (OpenSSL frees what the ends of its threads need).
  package static func runMain(_ program: @escaping @Sendable () async -> CInt) -> Never {
    blockHandledSignals()
    Task {
      let status = await program()
      fflush(nil)
      _exit(status)
    }
    while true { pause() }
  }

  /// Blocks the handled signals and ignores SIGPIPE; must be called before any thread starts.
  package static func blockHandledSignals() {
    var signals = handledSignalSet()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  /// Starts the thread that passes the handled signals to `handler`, one after the other.
  ///
  /// A slow handler delays the following signals.
  package static func listen(_ handler: @escaping @Sendable (CInt) -> Void) {
    let thread = Thread {
      listener.store(pthread_self(), ordering: .releasing)
      forwardUnblockedSignals()
      var signals = handledSignalSet()
      var signal: CInt = 0
      while true {
        guard sigwait(&signals, &signal) == 0 else { continue }
        if signal == barrierSignal { resumeBarrierContinuations() } else { handler(signal) }
      }
    }
    thread.name = "signals"
    thread.start()
  }

  /// Waits until all signals that were pending when this function was called have been handled.
  ///
  /// Returns immediately if ``listen(_:)`` was not called. The kernel delivers pending signals in
  /// the order of their numbers, and ``barrierSignal`` has a higher number than SIGINT and SIGQUIT.
  static func waitForPendingSignals() async {
    guard listener.load(ordering: .acquiring) != 0 else { return }
    await withCheckedContinuation { continuation in
      barrierContinuations.withLock { $0.append(continuation) }
      kill(getpid(), barrierSignal)
    }
  }

  private static func resumeBarrierContinuations() {
    let continuations = barrierContinuations.withLock { barrierContinuations in
      defer { barrierContinuations = [] }
      return barrierContinuations
    }
    for continuation in continuations { continuation.resume() }
  }

  /// The continuations of the tasks that wait for ``barrierSignal``.
  private static let barrierContinuations = Mutex<[CheckedContinuation<Void, Never>]>([])

  /// The thread that receives the signals, or 0 before ``listen(_:)``.
  private static let listener = Atomic<pthread_t>(0)

  /// Installs signal handlers that forward signals from any other thread to the listening thread.
  ///
  /// A library may unblock signals on its thread, as swift-subprocess does while it waits for child
  /// processes (its issue 273). Without a handler, the default action of the signals would
  /// terminate the program.
  private static func forwardUnblockedSignals() {
    for signal in handledSignals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { signal in
        pthread_kill(Signals.listener.load(ordering: .acquiring), signal)
      }
      action.sa_flags = SA_RESTART
      sigaction(signal, &action, nil)
    }
  }

  private static func handledSignalSet() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in handledSignals { sigaddset(&signals, signal) }
    return signals
  }
}
