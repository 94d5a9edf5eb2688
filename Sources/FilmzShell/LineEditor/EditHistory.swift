import CLibEdit

/// The lines that the arrow keys and Ctrl-R bring back, in libedit's memory.
///
/// It belongs to the editing thread, like everything of libedit.
final class EditHistory {
  static let capacity = 10_000
  let lines: OpaquePointer?

  init() {
    lines = history_init()
    clibedit_history_set_size(lines, CInt(Self.capacity))
    clibedit_history_skip_repeats(lines)
  }

  deinit {
    if let lines { history_end(lines) }
  }

  /// Adds a line as the newest one, unless it repeats the one before.
  func add(_ line: String) {
    guard let lines else { return }
    clibedit_history_enter(lines, line)
  }
}
