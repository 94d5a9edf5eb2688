import CLibEdit

/// Finds the row of the screen on which text ends, as terminals wrap it.
struct ScreenRow: Sendable {
  let columns: Int
  private(set) var row = 0
  private var column = 0

  init(columns: Int) {
    self.columns = max(1, columns)
  }

  /// Goes on behind `text`, counted from the first column of the prompt.
  mutating func advance(over text: String) {
    for scalar in text.unicodeScalars { advance(by: Self.cells(of: scalar)) }
  }

  /// Goes on behind text that was drawn at another width.
  ///
  /// Libedit leaves the blanks at the end of a row out when it draws a line anew, and goes down with a
  /// line feed then, which no terminal takes back.
  mutating func advance(over text: String, drawnAt width: Int) {
    var drawn = ScreenRow(columns: width)
    var line = ""
    for scalar in text.unicodeScalars {
      let row = drawn.row
      drawn.advance(by: Self.cells(of: scalar))
      // A wide character that did not fit begins the next row.
      if drawn.row > row, drawn.column > 0 {
        endLine(line, isCut: true)
        line = String(scalar)
      } else {
        line.unicodeScalars.append(scalar)
        if drawn.row > row {
          endLine(line, isCut: scalar == " ")
          line = ""
        }
      }
    }
    advance(over: line)
  }

  private mutating func endLine(_ line: String, isCut: Bool) {
    guard isCut else { return advance(over: line) }
    let text = String(line.reversed().drop { $0 == " " }.reversed())
    advance(over: text)
    if column > 0 || text.isEmpty { row += 1 }
    column = 0
  }

  private mutating func advance(by cells: Int) {
    if column + cells > columns {
      row += 1
      column = 0
    }
    column += cells
    if column == columns {
      row += 1
      column = 0
    }
  }

  /// Control characters are shown as `^X`, like libedit does.
  private static func cells(of scalar: Unicode.Scalar) -> Int {
    let isControl = scalar.value < 0x20 || scalar.value == 0x7F
    return isControl ? 2 : max(0, Int(clibedit_columns(wchar_t(scalar.value))))
  }
}
