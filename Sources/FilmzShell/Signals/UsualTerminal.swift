import Synchronization

/// The terminal's modes as the program found them.
///
/// Between two lines the editor leaves the terminal silent: what is typed ahead is shown once, behind
/// the prompt. Other programs, and whoever ends this one, need it as it was.
package enum UsualTerminal {
  private static let modes = Mutex<TerminalModes?>(nil)

  /// Remembers the modes before they are changed, also for a signal that ends the program; the first
  /// ones count.
  static func note(_ found: TerminalModes) {
    modes.withLock { modes in
      guard modes == nil else { return }
      modes = found
      CrashGuard.putBackAtEnd(found)
    }
  }

  /// Puts the modes back, if they were noted, also while single keys are read.
  package static func putBack() {
    TakenTerminal.giveBack()
    modes.withLock { $0 }?.apply()
  }
}
