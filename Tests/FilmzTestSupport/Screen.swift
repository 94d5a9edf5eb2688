/// What a person would see of a program on a terminal: a grid that carries out cursor moves,
/// erasing and inserting, because line editors redraw in pieces.
///
/// Colours and titles leave no trace.
package struct Screen: Sendable {
  /// A place for one character; behind a wide one it is empty.
  struct Cell: Sendable {
    static let blank = Cell(text: " ")

    var text: String
    /// Whether it stood left of the cursor at the last mark and was not written again.
    var isOld = false
  }

  /// The height, in rows; older rows stay readable above it.
  package private(set) var rows: Int
  /// The width, in columns.
  package private(set) var columns: Int
  /// Every byte that came since the last mark, as text with its escape sequences.
  package private(set) var raw = ""
  /// The lines that ran over the right edge since the last mark.
  package internal(set) var overrun: [String] = []

  /// Every row so far.
  var grid: [[Cell]] = [[]]
  var row = 0
  var column = 0
  var isInserting = false
  private var markedRow = 0
  private var parser = EscapeParser()

  /// An empty screen of this size.
  package init(rows: Int = 24, columns: Int = 80) {
    self.rows = rows
    self.columns = columns
  }

  /// The row at the top of the window that `rows` gives.
  var top: Int { max(0, grid.count - rows) }

  /// The text since the last mark up to the cursor, without spaces at the ends of finished lines.
  package var seen: String {
    let new = grid[min(markedRow, row)...row].map { $0.map { $0.isOld ? .blank : $0 } }
    let finished = new.dropLast().map { Self.text($0) }
    let last = new.last.map { $0.prefix(column).map(\.text).joined() } ?? ""
    let gap = String(repeating: " ", count: max(0, column - grid[row].count))
    return (finished + [last + gap]).joined(separator: "\n")
  }

  /// The whole window, also what stands right of the cursor and below it.
  package var window: String {
    grid[top...].map { Self.text($0) }.joined(separator: "\n")
  }

  /// Starts a new `seen`: what stands left of the cursor, such as a prompt, no longer counts.
  package mutating func mark() {
    markedRow = row
    raw = ""
    overrun = []
    for place in grid[row].indices.prefix(column) { grid[row][place].isOld = true }
  }

  /// Takes what the program wrote; a character or sequence that is cut is finished by the next
  /// call.
  package mutating func feed(_ bytes: [UInt8]) {
    for scalar in parser.decode(bytes) {
      raw.unicodeScalars.append(scalar)
      if let token = parser.next(scalar) { apply(token) }
    }
  }

  /// Another size from now on; the rows are neither wrapped nor cut.
  package mutating func resize(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
    row = max(row, top)
    column = min(column, columns)
  }

  private static func text(_ line: [Cell]) -> String {
    var cells = line[...]
    while cells.last?.text == " " { cells.removeLast() }
    return cells.map(\.text).joined()
  }
}
