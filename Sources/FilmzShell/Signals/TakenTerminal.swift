import Synchronization

/// The terminal while single keys are read from it.
///
/// It belongs to the editing thread, but whoever ends the program in the middle gives it back, too.
enum TakenTerminal {
  /// The modes to be put back; nothing while the terminal is not taken.
  private static let usual = Mutex<TerminalModes?>(nil)

  /// Has the terminal hand over each key at once and show none; once more after Ctrl-Z.
  ///
  /// - Returns: False where there is no terminal.
  static func take() -> Bool {
    usual.withLock { usual in
      usual = usual ?? TerminalModes()
      if let usual { UsualTerminal.note(usual) }
      usual?.keyByKey.apply()
      return usual != nil
    }
  }

  /// Puts the terminal back as it was, if it was taken.
  static func giveBack() {
    usual.withLock { usual in
      usual?.apply()
      usual = nil
    }
  }
}
