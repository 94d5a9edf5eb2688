/// A terminal emulator's screen: a grid of characters that applies cursor movement and erasure.
///
/// Line editors redraw only parts of a line, so the output alone does not show the resulting text.
/// Colors and window titles are ignored. It resizes like most terminals: the rows below the cursor are cut first.
package struct Screen: Sendable {
  /// A cell for one character; the second cell of a wide character is empty.
  struct Cell: Sendable {
    static let blank = Cell(text: " ")

    var text: String
    /// `true` if the cell was to the left of the cursor at the last mark, and is unchanged since.
    var isOld = false
  }

  /// The height in rows; the grid also keeps the rows that have scrolled off the top.
  package private(set) var rows: Int
  /// The width in columns.
  package private(set) var columns: Int
  /// The output since the last mark, including its escape sequences.
  package private(set) var rawOutput = ""
  /// The lines since the last mark that were too long and wrapped at the right edge.
  package internal(set) var wrappedLines: [String] = []

  /// All rows, including those that have scrolled off the top.
  var grid: [[Cell]] = [[]]
  var row = 0
  var column = 0
  var isInserting = false
  var savedCursor = Position(row: 0, column: 0)
  /// The private modes that were set or reset, such as 2004 (bracketed paste) and 25 (cursor).
  package internal(set) var privateModes: [Int: Bool] = [:]
  /// `true` if a screen that is erased from its first cell on is kept above the visible rows, as tmux does.
  package var keepsErasedScreens = false
  private var markedRow = 0
  private var parser = EscapeParser()

  /// Creates an empty screen of this size.
  package init(rows: Int = 24, columns: Int = 80) {
    self.rows = rows
    self.columns = columns
  }

  /// The index of the first visible row.
  var top: Int { max(0, grid.count - rows) }

  /// The text from the last mark to the cursor, without trailing spaces of completed lines.
  package var newText: String {
    let newRows = grid[min(markedRow, row)...row].map { $0.map { $0.isOld ? .blank : $0 } }
    let completedLines = newRows.dropLast().map { Self.text($0) }
    let lastLine = newRows.last.map { $0.prefix(column).map(\.text).joined() } ?? ""
    let padding = String(repeating: " ", count: max(0, column - grid[row].count))
    return (completedLines + [lastLine + padding]).joined(separator: "\n")
  }

  /// The text of all visible rows, including the text after the cursor.
  package var visibleText: String {
    grid[top...].map { Self.text($0) }.joined(separator: "\n")
  }

  /// The texts of the visible rows down to the last one that is not blank.
  package var visibleRows: [String] {
    Array(grid[top...].map { Self.text($0) }.reversed().drop(while: \.isEmpty).reversed())
  }

  /// The texts of all rows, including those that have scrolled off the top, down to the last one that is not blank.
  package var allRows: [String] { Array(grid.map { Self.text($0) }.reversed().drop(while: \.isEmpty).reversed()) }

  /// Returns the columns at which a text begins, one for each visible row that contains it.
  package func columns(of text: String) -> [Int] {
    grid[top...].compactMap { cells in
      cells.indices.first { cells[$0...].map(\.text).joined().hasPrefix(text) }
    }
  }

  /// The position of the cursor, from 0.
  package var cursor: Position { Position(row: row - top, column: column) }

  package struct Position: Sendable, Equatable {
    package let row: Int
    package let column: Int

    package init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
  }

  /// Starts a new `newText` at the cursor, so that it does not include text such as a prompt.
  package mutating func mark() {
    markedRow = row
    rawOutput = ""
    wrappedLines = []
    for index in grid[row].indices.prefix(column) { grid[row][index].isOld = true }
  }

  /// Applies output of the program; the next call completes an incomplete character or sequence.
  package mutating func feed(_ bytes: [UInt8]) {
    for scalar in parser.decode(bytes) {
      rawOutput.unicodeScalars.append(scalar)
      if let token = parser.next(scalar) { apply(token) }
    }
  }

  /// Changes the size; rows are not truncated.
  ///
  /// With `wrapping`, rows that become too long are wrapped, as some terminals do.
  package mutating func resize(rows: Int, columns: Int, wrapping: Bool = false) {
    let excess = max(0, grid.count - top - rows)
    grid.removeLast(min(excess, grid.count - 1 - row))
    if wrapping, columns < self.columns { wrapRows(at: columns) }
    grid.removeLast(max(0, grid.count - rows - row))
    (self.rows, self.columns) = (rows, columns)
    row = max(row, top)
    column = min(column, columns)
  }

  /// Breaks the rows that are longer than a number of columns.
  private mutating func wrapRows(at columns: Int) {
    var wrapped: [[Cell]] = []
    var (newRow, newMarkedRow) = (0, 0)
    for (index, line) in grid.enumerated() {
      if index == markedRow { newMarkedRow = wrapped.count }
      if index == row { newRow = wrapped.count + column / columns }
      let starts = stride(from: 0, to: max(1, line.count), by: columns)
      wrapped += starts.map { Array(line[$0..<min($0 + columns, line.count)]) }
    }
    while wrapped.count <= newRow { wrapped.append([]) }
    (grid, row, column, markedRow) = (wrapped, newRow, column % columns, newMarkedRow)
  }

  private static func text(_ line: [Cell]) -> String {
    var cells = line[...]
    while cells.last?.text == " " { cells.removeLast() }
    return cells.map(\.text).joined()
  }
}

/// The width of characters in terminal columns, according to Unicode's East Asian Width (UAX #11).
///
/// Deliberately independent of the table that filmz uses.
enum CellWidth {
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x4dbf, 0x4e00...0xa4cf, 0xa960...0xa97c,
    0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19, 0xfe30...0xfe6f, 0xff00...0xff60,
    0xffe0...0xffe6, 0x20000...0x3fffd,
  ]

  /// Returns the number of columns of a character: 0, 1, or 2.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }
}
