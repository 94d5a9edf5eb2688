import CLibEdit

/// The history for the arrow keys and Ctrl-R.
///
/// It is used only on the editing thread, like all objects of libedit.
final class EditHistory {
  /// The maximum number of lines for the arrow keys.
  static let capacity = 10_000
  /// libedit's history, or `nil` if it cannot be created; then there is no history.
  let handle: OpaquePointer?
  /// The lines for Ctrl-R, oldest first; at most twice the capacity.
  private(set) var lines: [String] = []

  /// The function that loads the lines of earlier shells; `nil` once they are loaded.
  ///
  /// The lines are not loaded before the first key is pressed or the first line is added, so that
  /// the first prompt is not delayed.
  var earlierLinesLoader: (@Sendable () -> [String])?

  init() {
    handle = history_init()
    clibedit_history_set_size(handle, CInt(Self.capacity))
    clibedit_history_skip_repeats(handle)
  }

  deinit {
    if let handle { history_end(handle) }
  }

  /// Adds a line to the end, unless it is equal to the newest line.
  func add(_ line: String) {
    guard let handle, lines.last != line else { return }
    clibedit_history_enter(handle, line)
    lines.append(line)
    if lines.count > 2 * Self.capacity { lines.removeFirst(Self.capacity) }
  }

  /// Loads the lines of earlier shells, unless they are already loaded.
  ///
  /// Must be called before the first line is added.
  func loadEarlierLines() {
    guard let loadLines = earlierLinesLoader else { return }
    earlierLinesLoader = nil
    for line in loadLines() { add(line) }
  }
}
