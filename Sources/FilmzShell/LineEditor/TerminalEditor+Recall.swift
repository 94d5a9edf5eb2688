import CLibEdit

/// Up and Down, which recall the earlier lines that begin with the typed text.
///
/// libedit's own commands for Up recall all lines, and those for Page Up match text anywhere in a line.
extension TerminalEditor {
  static let olderLineCommand = "filmz-older-line"
  static let newerLineCommand = "filmz-newer-line"

  func addRecallCommands() {
    clibedit_add_command(handle, Self.olderLineCommand, "Recall an earlier line") { handle, _ in
      TerminalEditor.editor(of: handle)?.recall { $0.moveToOlderLine() } ?? UInt8(CC_ERROR)
    }
    clibedit_add_command(handle, Self.newerLineCommand, "Recall a later line") { handle, _ in
      TerminalEditor.editor(of: handle)?.recall { $0.moveToNewerLine() } ?? UInt8(CC_ERROR)
    }
  }

  /// Replaces the line with the line that `move` selects.
  ///
  /// A recall continues as long as the line is not edited. A new one looks for lines that begin with the
  /// text before the cursor.
  private func recall(_ move: (inout HistoryRecall) -> Bool) -> UInt8 {
    history.loadEarlierLines()
    let (textBeforeCursor, textAfterCursor) = textAroundCursor()
    let line = textBeforeCursor + textAfterCursor
    var recall =
      lineRecall.flatMap { $0.line == line ? $0 : nil }
      ?? HistoryRecall(lines: history.lines, typedLine: line, prefix: textBeforeCursor)
    guard move(&recall) else { return UInt8(CC_ERROR) }
    lineRecall = recall
    replaceLine(with: recall.line)
    return UInt8(CC_REFRESH)
  }

  /// Replaces the edited line, and moves the cursor to its end.
  func replaceLine(with newLine: String) {
    if let line = el_wline(handle)?.pointee {
      el_cursor(handle, CInt(line.lastchar - line.cursor))
      el_deletestr(handle, CInt(line.lastchar - line.buffer))
    }
    if !newLine.isEmpty { _ = el_insertstr(handle, newLine) }
  }
}
