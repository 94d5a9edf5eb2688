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
