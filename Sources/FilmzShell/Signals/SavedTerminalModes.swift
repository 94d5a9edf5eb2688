import Synchronization

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
      FatalSignalHandlers.install(restoring: currentModes)
    }
  }

  /// Restores the saved modes, if any, and ends ``NoncanonicalMode`` and bracketed paste mode.
  package static func restore() {
    BracketedPaste.disable()
    NoncanonicalMode.leave()
    modes.withLock { $0 }?.apply()
  }
}
