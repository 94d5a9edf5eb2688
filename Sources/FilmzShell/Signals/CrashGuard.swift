import Glibc
import Synchronization

/// Puts the terminal back when the program is ended by a crash, or by a signal that `Signals` does not
/// handle.
enum CrashGuard {
  /// All signals that end a program by default, except SIGKILL and those that `Signals` handles.
  private static var endings: [CInt] {
    let crashes = [SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSYS]
    let others = [
      SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGPOLL, SIGSTKFLT, SIGPWR,
    ]
    return crashes + others + (__libc_current_sigrtmin()..<Signals.marker)
  }

  /// Where the modes to be put back stand, 0 while there are none; never freed, because a handler must
  /// find them without a lock.
  private static let address = Atomic<UInt>(0)

  /// Sets the handlers that put these modes back and let the signal end the program.
  static func putBackAtEnd(_ found: TerminalModes) {
    let copy = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    copy.initialize(to: found.settings)
    address.store(UInt(bitPattern: copy), ordering: .sequentiallyConsistent)
    for ending in endings {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { CrashGuard.handle($0) }
      action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND))
      var found = sigaction()
      sigaction(ending, &action, &found)
      // Whoever started the program may have had the signal ignored.
      if unsafeBitCast(found.__sigaction_handler.sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
      {
        sigaction(ending, &found, nil)
      }
    }
  }

  /// Calls nothing but what `signal-safety(7)` allows.
  ///
  /// In the background the terminal is another's, and to change it would stop the program.
  private static func handle(_ signal: CInt) {
    let usual = UnsafePointer<termios>(
      bitPattern: address.load(ordering: .sequentiallyConsistent))
    if let usual, tcgetpgrp(STDIN_FILENO) == getpgrp() {
      tcsetattr(STDIN_FILENO, TCSANOW, usual)
    }
    raise(signal)
  }
}
