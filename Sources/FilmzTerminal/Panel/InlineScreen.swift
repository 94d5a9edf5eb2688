/// The lines of a panel on a terminal, below the rows that were written before.
///
/// The functions return the text to write to the terminal. It contains only lines that have changed, and moves the
/// cursor relative to its position. At the end of a frame, the text restores the saved cursor, which works even if the
/// terminal has become smaller than the frame. Between two frames, the cursor is in the first line, the line of the
/// query. From there, everything below can be erased, even after the terminal has wrapped or moved the lines.
package struct InlineScreen: Sendable {
  /// The lines of a frame, none wider than the terminal, and the column of the cursor in the first one.
  package struct Frame: Sendable, Equatable {
    package var lines: [String]
    package var cursorColumn: Int

    package init(lines: [String], cursorColumn: Int) { (self.lines, self.cursorColumn) = (lines, cursorColumn) }
  }

  /// The frame that was drawn last; `nil` if nothing of the panel is on the terminal.
  private var drawn: Frame?

  package init() {}

  /// The text that erases the row of the cursor and all rows below it, and moves the cursor to the first column.
  ///
  /// tmux moves the whole screen into its scrollback if it is erased from its first cell on (`scroll-on-clear`), so this
  /// begins in the second column.
  package static let eraseDown = "\r\u{1B}[C\u{1B}[J\r\u{1B}[K"

  /// Returns the text that replaces the last frame with another one; empty if they are equal.
  ///
  /// The first frame begins in the row of the cursor, which must be in the first column.
  ///
  /// If the size of the terminal has changed since the last frame, call ``erase(width:)`` first.
  package mutating func draw(_ frame: Frame) -> String {
    guard frame != drawn else { return "" }
    var text = ""
    if drawn?.lines.count != frame.lines.count { text += erase(width: nil) + Self.rows(frame.lines.count) }
    let previous = drawn?.lines ?? Array(repeating: "", count: frame.lines.count)
    var changes = ""
    var row = 0
    for (index, line) in frame.lines.enumerated() where line != previous[index] {
      if index > row { changes += "\u{1B}[\(index - row)B" }
      row = index
      // Erasing after a line that fills the last column would erase its last character.
      changes += "\r\u{1B}[K" + line + (line.contains("\u{1B}") ? "\u{1B}[m" : "")
    }
    text += row > 0 ? "\u{1B}7" + changes + "\u{1B}8" : changes
    text += "\r" + (frame.cursorColumn > 0 ? "\u{1B}[\(frame.cursorColumn)C" : "")
    drawn = frame
    return Self.synchronized(text)
  }

  /// Returns the text that removes the panel from the terminal, and moves the cursor to the beginning of the panel's
  /// first row; empty if no frame is drawn.
  ///
  /// `width` is the present width of the terminal; `nil` if it has not changed since the last frame. Terminals that
  /// have become narrower break the line of the query into several rows.
  package mutating func erase(width: Int? = nil) -> String {
    guard let frame = drawn else { return "" }
    drawn = nil
    let rowsAbove = width.map { frame.cursorColumn / max(1, $0) } ?? 0
    return (rowsAbove > 0 ? "\u{1B}[\(rowsAbove)A" : "") + Self.eraseDown
  }

  /// Forgets the last frame, after other programs have written to the terminal, or the screen was cleared.
  package mutating func forget() { drawn = nil }

  /// Returns the text that erases the rows from the cursor on, and scrolls the screen if these are fewer than `count`.
  private static func rows(_ count: Int) -> String {
    let rowsBelow = count - 1
    guard rowsBelow > 0 else { return eraseDown }
    return eraseDown + String(repeating: "\n", count: rowsBelow) + "\u{1B}[\(rowsBelow)A"
  }

  /// Returns the text of a frame with control sequences: terminals with synchronized output show it at once (`CSI ?
  /// 2026`), lines are not broken (`CSI ? 7`), and the cursor is hidden meanwhile (`CSI ? 25`).
  private static func synchronized(_ text: String) -> String {
    "\u{1B}[?2026h\u{1B}[?7l\u{1B}[?25l" + text + "\u{1B}[?25h\u{1B}[?7h\u{1B}[?2026l"
  }
}
