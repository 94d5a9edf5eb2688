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
  /// Signal keys stay enabled; Ctrl-Z is read as a key if `readsCtrlZ` is `true`.
  func noncanonical(readsCtrlZ: Bool) -> TerminalModes {
    var modes = enabling(ISIG, disabling: ICANON | ECHO | ECHONL)
    withUnsafeMutableBytes(of: &modes.attributes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
      if readsCtrlZ { characters[Int(VSUSP)] = 0 }  // _POSIX_VDISABLE
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
  /// `true` if Ctrl-Z is read as a key.
  private static let readsCtrlZ = Mutex(false)

  /// Enters noncanonical mode.
  ///
  /// - Returns: `false` if standard input is not a terminal.
  static func enter(readsCtrlZ: Bool) -> Bool {
    self.readsCtrlZ.withLock { $0 = readsCtrlZ }
    return enterAgain()
  }

  /// Enters noncanonical mode after the program was suspended.
  ///
  /// - Returns: `false` if standard input is not a terminal.
  static func enterAgain() -> Bool {
    let readsCtrlZ = readsCtrlZ.withLock(\.self)
    return previousModes.withLock { previousModes in
      previousModes = previousModes ?? TerminalModes()
      if let previousModes { SavedTerminalModes.save(previousModes) }
      previousModes?.noncanonical(readsCtrlZ: readsCtrlZ).apply()
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
