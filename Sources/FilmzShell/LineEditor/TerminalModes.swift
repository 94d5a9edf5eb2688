import Glibc

/// The modes of the terminal at standard input, to change them and to put them back.
struct TerminalModes: Sendable {
  private var modes: termios

  /// Reads the present modes; nil when standard input is no terminal.
  init?() {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return nil }
    self.modes = modes
  }

  /// The modes as the system takes them.
  var settings: termios { modes }

  /// The same modes in which what is typed is not shown; lines and signals work as usual.
  var withoutEcho: TerminalModes {
    var other = self
    other.modes.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    other.modes.c_lflag |= tcflag_t(ICANON | ISIG)
    return other
  }

  /// The same modes in which each key comes at once and is not shown; signals work as usual.
  var keyByKey: TerminalModes {
    var other = self
    other.modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL)
    other.modes.c_lflag |= tcflag_t(ISIG)
    other.setLeastBytes(1)
    return other
  }

  /// The same modes in which a read that finds no key comes back at once.
  var withoutWaiting: TerminalModes {
    var other = self
    other.setLeastBytes(0)
    return other
  }

  private mutating func setLeastBytes(_ count: cc_t) {
    withUnsafeMutableBytes(of: &modes.c_cc) { characters in
      characters[Int(VMIN)] = count
      characters[Int(VTIME)] = 0
    }
  }

  /// Sets the terminal to these modes after pending output; unread input stays.
  func apply() {
    var modes = modes
    while tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) == -1, errno == EINTR {}
  }
}
