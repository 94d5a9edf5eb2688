/// The recall of earlier lines that begin with the typed text, newest line first.
struct HistoryRecall: Sendable {
  /// The lines of the history, oldest first.
  private let lines: [String]
  private let typedLine: String
  private let prefix: String
  /// The index of the recalled line; the number of lines for the typed line.
  private var index: Int

  /// Creates a recall that begins at the typed line.
  ///
  /// `prefix` is the text that the recalled lines begin with; case is ignored.
  init(lines: [String], typedLine: String, prefix: String) {
    self.lines = lines
    self.typedLine = typedLine
    self.prefix = prefix.lowercased()
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
