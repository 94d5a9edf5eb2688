import Glibc

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
  var withoutEcho: TerminalModes {
    var modes = self
    modes.attributes.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    modes.attributes.c_lflag |= tcflag_t(ICANON | ISIG)
    return modes
  }

  /// These modes in noncanonical mode without echo: a read returns each key immediately.
  ///
  /// Signal keys stay enabled.
  var noncanonical: TerminalModes {
    var modes = self
    modes.attributes.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL)
    modes.attributes.c_lflag |= tcflag_t(ISIG)
    modes.setMinimumReadSize(1)
    return modes
  }

  /// These modes with reads that return immediately if there is no input, for noncanonical mode.
  var withoutBlockingReads: TerminalModes {
    var modes = self
    modes.setMinimumReadSize(0)
    return modes
  }

  /// Sets `VMIN`, the number of bytes that a read waits for, without a timeout.
  private mutating func setMinimumReadSize(_ count: cc_t) {
    withUnsafeMutableBytes(of: &attributes.c_cc) { characters in
      characters[Int(VMIN)] = count
      characters[Int(VTIME)] = 0
    }
  }

  /// Sets the terminal to these modes after pending output has been written; unread input is kept.
  func apply() {
    var attributes = attributes
    while tcsetattr(STDIN_FILENO, TCSADRAIN, &attributes) == -1, errno == EINTR {}
  }
}
