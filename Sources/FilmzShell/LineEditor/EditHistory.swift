import CLibEdit

/// The lines that the arrow keys and Ctrl-R bring back, in libedit's memory.
///
/// It belongs to the editing thread, like everything of libedit.
final class EditHistory {
  static let capacity = 10_000
  let lines: OpaquePointer?
  /// The same lines, oldest first.
  private(set) var texts: [String] = []

  /// Gives the lines of earlier shells; taken with the first key, so that no prompt waits for it.
  var past: (@Sendable () -> [String])?

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
    guard let lines, texts.last != line else { return }
    clibedit_history_enter(lines, line)
    texts.append(line)
    if texts.count > 2 * Self.capacity { texts.removeFirst(Self.capacity) }
  }

  /// Takes in the lines of earlier shells, once; to be called before the first line is added.
  func takePast() {
    guard let past else { return }
    self.past = nil
    for line in past() { add(line) }
  }
}
