import Synchronization

/// The terminal's modes as the program found them.
///
/// Between two lines the editor leaves the terminal silent: what is typed ahead is shown once, behind
/// the prompt. Other programs, and whoever ends this one, need it as it was.
package enum UsualTerminal {
  private static let modes = Mutex<TerminalModes?>(nil)

  /// Remembers the modes before they are changed; the first ones count.
  static func note(_ found: TerminalModes) {
    modes.withLock { $0 = $0 ?? found }
  }

  /// Puts the modes back, if they were noted.
  package static func putBack() {
    modes.withLock { $0 }?.apply()
  }
}
