import Glibc
import Synchronization

/// The modes (`termios`) of the terminal at standard input.
struct TerminalModes: Sendable {
  private(set) var attributes: termios

  /// Reads the current modes, or returns `nil` if standard input is not a terminal.
  init?() {
    var attributes = termios()
    guard tcgetattr(STDIN_FILENO, &attributes) == 0 else { return nil }
    self.attributes = attributes
  }

  /// These modes in canonical mode without echo; signal keys stay enabled.
  var withoutEcho: TerminalModes { enabling(ICANON | ISIG, disabling: ECHO | ECHONL) }

  /// These modes in noncanonical mode without echo: a read returns each key immediately.
  ///
  /// Ctrl-Z is read as a key, and Ctrl-C if `readsCtrlC` is `true`; the other signal keys stay enabled.
  func noncanonical(readsCtrlC: Bool) -> TerminalModes {
    var modes = enabling(ISIG, disabling: ICANON | ECHO | ECHONL)
    withUnsafeMutableBytes(of: &modes.attributes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
      characters[Int(VSUSP)] = 0  // _POSIX_VDISABLE
      if readsCtrlC { characters[Int(VINTR)] = 0 }
    }
    return modes
  }

  private func enabling(_ enabledFlags: CInt, disabling disabledFlags: CInt) -> TerminalModes {
    var modes = self
    modes.attributes.c_lflag &= ~tcflag_t(disabledFlags)
    modes.attributes.c_lflag |= tcflag_t(enabledFlags)
    return modes
  }

  /// Sets the terminal to these modes after pending output has been written; unread input is kept.
  func apply() {
    var attributes = attributes
    while tcsetattr(STDIN_FILENO, TCSADRAIN, &attributes) == -1, errno == EINTR {}
  }
}

/// The terminal's noncanonical mode without echo, in which single keys are read.
///
/// The editing thread enters and leaves this mode; another thread leaves it, too, before it exits
/// the program.
enum NoncanonicalMode {
  /// The modes to restore, or `nil` while the terminal is not in noncanonical mode.
  private static let previousModes = Mutex<TerminalModes?>(nil)
  /// `true` if Ctrl-C is read as a key.
  private static let readsCtrlC = Atomic(false)

  /// Enters noncanonical mode, or enters it again after other programs have changed the modes.
  ///
  /// - Returns: `false` if standard input is not a terminal.
  static func enter() -> Bool {
    previousModes.withLock { previousModes in
      previousModes = previousModes ?? TerminalModes()
      if let previousModes { SavedTerminalModes.save(previousModes) }
      previousModes?.noncanonical(readsCtrlC: readsCtrlC.load(ordering: .relaxed)).apply()
      return previousModes != nil
    }
  }

  /// Makes Ctrl-C a key instead of a signal, until this function is called with `false` or the mode is left.
  static func setReadsCtrlC(_ isKey: Bool) {
    readsCtrlC.store(isKey, ordering: .relaxed)
    _ = enter()
  }

  /// Restores the previous modes, if the terminal is in noncanonical mode.
  static func leave() {
    readsCtrlC.store(false, ordering: .relaxed)
    previousModes.withLock { previousModes in
      previousModes?.apply()
      previousModes = nil
    }
  }
}
