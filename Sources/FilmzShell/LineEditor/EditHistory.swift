import CLibEdit

/// The lines of the history, for the arrow keys and Ctrl-R.
///
/// It is used only on the editing thread, like all objects of libedit.
final class EditHistory {
  /// The maximum number of lines for the arrow keys.
  static let capacity = 10_000
  /// libedit's history; `nil` if it cannot be created, in which case the history stays empty.
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

  deinit { if let handle { history_end(handle) } }

  /// Adds a line to the end, after the lines of earlier shells, unless it is equal to the newest line.
  func add(_ line: String) {
    loadEarlierLines()
    guard let handle, lines.last != line else { return }
    clibedit_history_enter(handle, line)
    lines.append(line)
    if lines.count > 2 * Self.capacity { lines.removeFirst(Self.capacity) }
  }

  /// Loads the lines of earlier shells, unless they are already loaded.
  func loadEarlierLines() {
    guard let loadLines = earlierLinesLoader else { return }
    earlierLinesLoader = nil
    for line in loadLines() { add(line) }
  }
}

/// The recall of earlier lines that begin with the typed text, newest line first.
struct HistoryRecall: Sendable {
  /// The lines of the history, oldest first.
  private let lines: [String]
  private let typedLine: String
  private let prefix: String
  /// The index of the recalled line, or the number of lines for the typed line.
  private var index: Int

  /// Creates a recall at the typed line, for lines that begin with `prefix`; case is ignored.
  init(lines: [String], typedLine: String, prefix: String) {
    (self.lines, self.typedLine, self.prefix) = (lines, typedLine, prefix.lowercased())
    index = lines.count
  }

  /// The recalled line or, before the first recall, the typed line.
  var line: String { index < lines.count ? lines[index] : typedLine }

  /// Moves to the next older line that begins with the prefix and differs from the current line.
  ///
  /// - Returns: `false` if there is none; the current line then does not change.
  mutating func moveToOlderLine() -> Bool {
    guard let older = (0..<index).reversed().first(where: isMatch) else { return false }
    index = older
    return true
  }

  /// Moves to the next newer line that begins with the prefix and differs from the current line or, after
  /// the newest one, to the typed line.
  ///
  /// - Returns: `false` if the typed line is the current line.
  mutating func moveToNewerLine() -> Bool {
    guard index < lines.count else { return false }
    index = (index + 1..<lines.count).first(where: isMatch) ?? lines.count
    return true
  }

  private func isMatch(_ index: Int) -> Bool {
    lines[index] != line && (prefix.isEmpty || lines[index].lowercased().hasPrefix(prefix))
  }
}

/// An incremental search of the history, newest line first.
struct HistorySearch: Sendable {
  /// The lines of the history, oldest first.
  private let lines: [String]
  /// The text to search for; case is ignored.
  private(set) var query = ""
  /// The index of the matching line, or `nil` if there is no match.
  private var matchIndex: Int?

  init(lines: [String]) { self.lines = lines }

  /// The matching line, or `nil` if there is no match.
  var match: String? { matchIndex.map { lines[$0] } }

  /// `true` if the query is not empty and no line contains it.
  var isFailing: Bool { !query.isEmpty && matchIndex == nil }

  /// Appends to the query, and searches for the newest matching line that is not newer than the
  /// current match.
  ///
  /// If there is no current match, all lines are searched.
  mutating func append(_ scalar: Unicode.Scalar) {
    query.unicodeScalars.append(scalar)
    matchIndex = newestMatch(upTo: matchIndex ?? lines.count - 1)
  }

  /// Removes the last character of the query, and searches all lines for the newest match.
  ///
  /// An empty query has no match.
  mutating func removeLast() {
    if !query.isEmpty { query.removeLast() }
    matchIndex = query.isEmpty ? nil : newestMatch(upTo: lines.count - 1)
  }

  /// Clears the query.
  mutating func clear() { (query, matchIndex) = ("", nil) }

  /// Moves to the next older match that differs from the current match.
  ///
  /// - Returns: `false` if there is none; the search then does not change.
  mutating func findOlderMatch() -> Bool {
    guard let matchIndex,
      let olderIndex = newestMatch(upTo: matchIndex - 1, excluding: lines[matchIndex])
    else { return false }
    self.matchIndex = olderIndex
    return true
  }

  private func newestMatch(upTo last: Int, excluding excludedLine: String? = nil) -> Int? {
    guard last >= 0 else { return nil }
    let lowercasedQuery = query.lowercased()
    return (0...last).reversed().first { lines[$0] != excludedLine && lines[$0].lowercased().contains(lowercasedQuery) }
  }
}
