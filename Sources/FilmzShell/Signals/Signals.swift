import CLibEdit
import Foundation
import Glibc
import Synchronization

/// The signals of the process, which one thread receives with `sigwait` instead of signal handlers.
///
/// They are blocked before any thread starts, so that every thread inherits the mask. SIGTSTP keeps
/// its default action, so that Ctrl-Z suspends the program; SIGCONT reports that it was resumed.
/// Child processes inherit the mask unless it is reset for them.
package enum Signals {
  private static var handledSignals: [CInt] { [SIGINT, SIGQUIT, SIGWINCH, SIGTERM, SIGHUP, SIGCONT, barrierSignal] }

  /// The signal that the program sends to itself to find out when all earlier signals have been
  /// handled.
  ///
  /// It is the last real-time signal, which other programs have no reason to send.
  static var barrierSignal: CInt { __libc_current_sigrtmax() }

  /// Runs the program as a task, while the main thread waits with the handled signals blocked.
  ///
  /// SIGPIPE is ignored. This function must be called before any thread starts.
  ///
  /// An `async` main would not work: it waits in `dispatch_main`, which unblocks all signals on the
  /// main thread. Because the main thread waits, nothing can run on the main actor.
  ///
  /// The process exits with the status that the program returns, without running the destructors of libraries: other
  /// threads may still use the libraries (OpenSSL frees memory that is needed when its threads end).
  package static func runMain(_ program: @escaping @Sendable () async -> CInt) -> Never {
    var signals = handledSignalSet()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)
    Task {
      let status = await program()
      fflush(nil)
      _exit(status)
    }
    while true { pause() }
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

/// The terminal's bracketed paste mode, in which it marks the beginning and the end of pasted text.
///
/// The mode is enabled only while a line or keys are read, and disabled before a signal terminates the program, because
/// other programs may not expect it.
enum BracketedPaste {
  /// The file descriptor of the terminal; -1 if the mode is disabled.
  private static let terminal = Atomic<CInt>(-1)

  static var isEnabled: Bool { terminal.load(ordering: .sequentiallyConsistent) >= 0 }

  /// Enables or disables the mode on the terminal at standard error or else at standard output, if it supports escape
  /// sequences.
  static func set(_ isEnabled: Bool) {
    let descriptor = isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : STDOUT_FILENO
    guard isatty(descriptor) == 1, supportsEscapeSequences else { return }
    terminal.store(isEnabled ? descriptor : -1, ordering: .sequentiallyConsistent)
    write(isEnabled ? "\u{1B}[?2004h" : "\u{1B}[?2004l", to: descriptor)
  }

  /// `true` if `TERM` is set, not empty, and not `dumb`.
  static var supportsEscapeSequences: Bool {
    guard let name = getenv("TERM") else { return false }
    return !["", "dumb"].contains(String(cString: name))
  }

  /// Disables the mode if it is enabled.
  ///
  /// Calls only functions that are async-signal-safe (`signal-safety(7)`).
  static func disable() {
    let descriptor = terminal.exchange(-1, ordering: .sequentiallyConsistent)
    if descriptor >= 0 { write("\u{1B}[?2004l", to: descriptor) }
  }

  private static func write(_ sequence: StaticString, to descriptor: CInt) {
    _ = Glibc.write(descriptor, sequence.utf8Start, sequence.utf8CodeUnitCount)
  }
}

/// The core file, in which the system stores the memory of a crashed program.
package enum CoreFile {
  /// The `RLIMIT_CORE` that the program was started with.
  private static let inheritedLimit: rlimit = {
    var limit = rlimit()
    getrlimit(resource, &limit)
    return limit
  }()

  private static let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)

  /// Disables core files of this program, because its memory contains API keys.
  ///
  /// This also prevents other programs of the user from reading the memory of this program.
  /// `RLIMIT_CORE` alone would not be enough: it has no effect if the system pipes core dumps to a
  /// program.
  package static func disable() {
    _ = clibedit_disable_core_dump()
    var limit = inheritedLimit
    limit.rlim_cur = 0
    setrlimit(resource, &limit)
  }

  /// Restores the inherited limit for child processes, until ``disable()`` is called again.
  static func restoreLimit() {
    var limit = inheritedLimit
    setrlimit(resource, &limit)
  }
}

/// The terminal modes at the start of the program, which are restored for child processes and at
/// exit.
///
/// Between two lines, the line editor leaves echo off, so that input that is typed ahead is shown
/// only once, after the next prompt.
package enum SavedTerminalModes {
  private static let modes = Mutex<TerminalModes?>(nil)

  /// Saves the modes, and installs the handlers that restore them when a signal terminates the
  /// program.
  ///
  /// Only the first call has an effect; it must precede the first change of the modes.
  static func save(_ currentModes: TerminalModes) {
    modes.withLock { modes in
      guard modes == nil else { return }
      modes = currentModes
      installHandlers(restoring: currentModes)
    }
  }

  /// Restores the saved modes, if any, and ends ``NoncanonicalMode`` and bracketed paste mode.
  package static func restore() {
    BracketedPaste.disable()
    NoncanonicalMode.leave()
    apply()
  }

  /// Sets the terminal to the saved modes, if any, without ending other modes.
  static func apply() { modes.withLock { $0 }?.apply() }

  // MARK: - Fatal signals

  /// All signals whose default action terminates a program, except SIGKILL and those that
  /// ``Signals`` handles or ignores.
  private static var fatalSignals: [CInt] {
    let crashes = [SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSYS]
    let others = [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGPOLL, SIGSTKFLT, SIGPWR]
    return crashes + others + (__libc_current_sigrtmin()..<Signals.barrierSignal)
  }

  /// The address of the saved modes, or 0 if there are none.
  ///
  /// The memory is never freed, because a signal handler must be able to read it without a lock.
  private static let savedModesAddress = Atomic<UInt>(0)

  /// Installs handlers that restore `modes` and let the signal terminate the program.
  private static func installHandlers(restoring modes: TerminalModes) {
    let copy = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    copy.initialize(to: modes.attributes)
    savedModesAddress.store(UInt(bitPattern: copy), ordering: .sequentiallyConsistent)
    for fatalSignal in fatalSignals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { SavedTerminalModes.restoreAndRaise($0) }
      action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND))
      var previousAction = sigaction()
      sigaction(fatalSignal, &action, &previousAction)
      // A signal that was ignored when the program was started stays ignored.
      if unsafeBitCast(previousAction.__sigaction_handler.sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
      {
        sigaction(fatalSignal, &previousAction, nil)
      }
    }
  }

  /// Restores the saved modes, and raises the signal again with its default action.
  ///
  /// Calls only functions that are async-signal-safe (`signal-safety(7)`). A background process
  /// must not change the terminal: it would be stopped by SIGTTOU.
  private static func restoreAndRaise(_ signal: CInt) {
    let savedModes = UnsafePointer<termios>(bitPattern: savedModesAddress.load(ordering: .sequentiallyConsistent))
    if let savedModes, tcgetpgrp(STDIN_FILENO) == getpgrp() {
      BracketedPaste.disable()
      tcsetattr(STDIN_FILENO, TCSANOW, savedModes)
    }
    raise(signal)
  }
}
