import CLibEdit

/// The position at the end of text that a terminal wraps into rows.
struct WrappedPosition: Sendable {
  let terminalWidth: Int
  private(set) var row = 0
  private var column = 0

  init(terminalWidth: Int) {
    self.terminalWidth = max(1, terminalWidth)
  }

  /// Advances by `text`, which begins at the current position.
  mutating func advance(over text: String) {
    for scalar in text.unicodeScalars { advance(by: Self.width(of: scalar)) }
  }

  /// Advances by text that libedit drew when the terminal had the width `width`.
  ///
  /// The text must begin in the first column. When libedit redraws a line, it replaces the spaces
  /// at the end of a row with a line feed. The line feed remains a line break when the terminal is
  /// resized.
  mutating func advance(over text: String, drawnAt width: Int) {
    var oldPosition = WrappedPosition(terminalWidth: width)
    var rowText = ""
    for scalar in text.unicodeScalars {
      let row = oldPosition.row
      oldPosition.advance(by: Self.width(of: scalar))
      // A wide character that does not fit begins the next row; the cell that it leaves empty
      // counts as a line feed.
      if oldPosition.row > row, oldPosition.column > 0 {
        endRow(rowText, hasLineFeed: true)
        rowText = String(scalar)
      } else {
        rowText.unicodeScalars.append(scalar)
        if oldPosition.row > row {
          endRow(rowText, hasLineFeed: scalar == " ")
          rowText = ""
        }
      }
    }
    advance(over: rowText)
  }

  /// Advances by the text of a row that filled the old width, and by the line feed at its end, if
  /// any.
  private mutating func endRow(_ rowText: String, hasLineFeed: Bool) {
    guard hasLineFeed else { return advance(over: rowText) }
    let trimmedText = String(rowText.reversed().drop { $0 == " " }.reversed())
    advance(over: trimmedText)
    if column > 0 || trimmedText.isEmpty { row += 1 }
    column = 0
  }

  private mutating func advance(by width: Int) {
    if column + width > terminalWidth {
      row += 1
      column = 0
    }
    column += width
    if column == terminalWidth {
      row += 1
      column = 0
    }
  }

  /// Returns the width of a character in columns; libedit displays control characters as `^X`.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    let isControl = scalar.value < 0x20 || scalar.value == 0x7F
    return isControl ? 2 : max(0, Int(clibedit_columns(wchar_t(scalar.value))))
  }
}
