extension Screen {
  /// Applies one token of the output to the grid and the cursor.
  mutating func apply(_ token: EscapeParser.Token) {
    switch token {
    case .character(let scalar): write(scalar)
    case .lineFeed: moveDown(1)
    case .carriageReturn: column = 0
    case .backspace: column = max(0, column - 1)
    case .tab: column = min(columns - 1, column / 8 * 8 + 8)
    case .control(let final, let parameters): control(final, parameters)
    case .mode(let number, let isSet): if number == 4 { isInserting = isSet }
    case .privateMode(let number, let isSet): privateModes[number] = isSet
    case .saveCursor: savedCursor = cursor
    case .restoreCursor: (row, column) = (top + savedCursor.row, savedCursor.column)
    }
  }

  /// `false` while characters at the right edge replace each other (DECAWM).
  private var wraps: Bool { privateModes[7] ?? true }

  private mutating func write(_ scalar: Unicode.Scalar) {
    let width = CellWidth.of(scalar)
    guard width > 0 else { return combine(scalar) }
    if column + width > columns { if wraps { wrap() } else { column = max(0, columns - width) } }
    padToCursor()
    let emptyCells = Array(repeating: Cell(text: ""), count: width - 1)
    let cells = [Cell(text: String(scalar))] + emptyCells
    let end = isInserting ? column : min(column + width, grid[row].count)
    grid[row].replaceSubrange(column..<end, with: cells)
    column += width
  }

  /// Adds a combining scalar to the character to the left of the cursor, which may be a wide one.
  private mutating func combine(_ scalar: Unicode.Scalar) {
    padToCursor()
    guard let base = grid[row].prefix(column).lastIndex(where: { $0.text != "" }) else { return }
    grid[row][base].text.unicodeScalars.append(scalar)
  }

  private mutating func wrap() {
    wrappedLines.append(grid[row].map(\.text).joined())
    moveDown(1)
    column = 0
  }

  private mutating func padToCursor() {
    let missing = column - grid[row].count
    if missing > 0 { grid[row] += Array(repeating: .blank, count: missing) }
  }

  private mutating func moveDown(_ count: Int) {
    row += count
    while grid.count <= row { grid.append([]) }
  }

  private mutating func control(_ final: Unicode.Scalar, _ parameters: [Int]) {
    let count = max(1, parameters.first ?? 1)
    padToCursor()
    switch final {
    case "A": row = max(top, row - count)
    case "B": moveDown(min(count, top + rows - 1 - row))
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = min(columns, count) - 1
    case "H", "f": move(to: count, parameters.dropFirst().first ?? 1)
    case "J": eraseDisplay(parameters.first ?? 0)
    case "K": eraseLine(parameters.first ?? 0)
    case "P": grid[row].removeSubrange(column..<min(column + count, grid[row].count))
    case "X": erase(upTo: min(column + count, columns))
    case "@": grid[row].insert(contentsOf: Array(repeating: .blank, count: count), at: column)
    default: break
    }
  }

  private mutating func move(to line: Int, _ newColumn: Int) {
    row = top
    moveDown(min(line, rows) - 1)
    column = min(columns, max(1, newColumn)) - 1
  }

  private mutating func erase(upTo end: Int) {
    let existingEnd = max(column, min(end, grid[row].count))
    grid[row].replaceSubrange(
      column..<existingEnd, with: Array(repeating: .blank, count: existingEnd - column))
  }

  private mutating func eraseLine(_ part: Int) {
    switch part {
    case 0: grid[row].removeSubrange(column...)
    case 1:
      let end = min(column + 1, grid[row].count)
      grid[row].replaceSubrange(..<end, with: Array(repeating: .blank, count: end))
    default: grid[row] = []
    }
  }

  private mutating func eraseDisplay(_ part: Int) {
    switch part {
    case 0:
      if keepsErasedScreens, row == top, column == 0 {
        row = grid.count
        grid += Array(repeating: [], count: rows)
      }
      eraseLine(0)
      for line in grid.indices.dropFirst(row + 1) { grid[line] = [] }
    case 1:
      eraseLine(1)
      for line in top..<row { grid[line] = [] }
    default:
      for line in top..<grid.count { grid[line] = [] }
    }
  }
}
