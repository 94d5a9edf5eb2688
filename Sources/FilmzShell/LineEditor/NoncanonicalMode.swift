import Synchronization

/// The terminal's noncanonical mode without echo, in which single keys are read.
///
/// The editing thread enters and leaves this mode; another thread leaves it, too, before it exits
/// the program.
enum NoncanonicalMode {
  /// The modes to restore, or `nil` while the terminal is not in noncanonical mode.
  private static let previousModes = Mutex<TerminalModes?>(nil)

  /// Enters noncanonical mode, or enters it again after the program was suspended.
  ///
  /// - Returns: `false` if standard input is not a terminal.
  static func enter() -> Bool {
    previousModes.withLock { previousModes in
      previousModes = previousModes ?? TerminalModes()
      if let previousModes { SavedTerminalModes.save(previousModes) }
      previousModes?.noncanonical.apply()
      return previousModes != nil
    }
  }

  /// Restores the previous modes, if the terminal is in noncanonical mode.
  static func leave() {
    previousModes.withLock { previousModes in
      previousModes?.apply()
      previousModes = nil
    }
  }
}
