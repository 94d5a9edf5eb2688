import Glibc
import Synchronization

/// Signal handlers that restore the terminal's modes when a crash, or a signal that ``Signals``
/// does not handle, terminates the program.
enum FatalSignalHandlers {
  /// All signals whose default action terminates a program, except SIGKILL and those that
  /// ``Signals`` handles or ignores.
  private static var fatalSignals: [CInt] {
    let crashes = [SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSYS]
    let others = [
      SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGPOLL, SIGSTKFLT, SIGPWR,
    ]
    return crashes + others + (__libc_current_sigrtmin()..<Signals.barrierSignal)
  }

  /// The address of the saved modes, or 0 if there are none.
  ///
  /// The memory is never freed, because a signal handler must be able to read it without a lock.
  private static let savedModesAddress = Atomic<UInt>(0)

  /// Installs handlers that restore `modes` and let the signal terminate the program.
  static func install(restoring modes: TerminalModes) {
    let copy = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    copy.initialize(to: modes.attributes)
    savedModesAddress.store(UInt(bitPattern: copy), ordering: .sequentiallyConsistent)
    for fatalSignal in fatalSignals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { FatalSignalHandlers.handle($0) }
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
  private static func handle(_ signal: CInt) {
    let savedModes = UnsafePointer<termios>(
      bitPattern: savedModesAddress.load(ordering: .sequentiallyConsistent))
    if let savedModes, tcgetpgrp(STDIN_FILENO) == getpgrp() {
      BracketedPaste.disable()
      tcsetattr(STDIN_FILENO, TCSANOW, savedModes)
    }
    raise(signal)
  }
}
