/// A table with headings for human readers.
package struct Table: Sendable {
  /// The columns, from left to right.
  package let columns: [Column]
  /// The rows, with a cell for every column; missing cells are blank, surplus ones are ignored.
  package let rows: [[Cell]]

  package init(columns: [Column], rows: [[Cell]]) {
    self.columns = columns
    self.rows = rows
  }

  /// Returns a cell of a row, blank if the row is too short.
  private func cell(_ row: [Cell], _ column: Int) -> Cell {
    column < row.count ? row[column] : ""
  }

  // MARK: - Text

  /// Returns the table as lines without a line break at the end, none wider than the target.
  ///
  /// If the table is too wide, flexible columns are cut down to their preferred width, then columns that
  /// drop early are dropped, then flexible columns are cut down to their minimum width, then columns are
  /// dropped by ``Column/dropPriority``, then the remaining columns are cut or omitted from the right. The
  /// result is empty if there are no columns, or if the task is cancelled while a table of more than 1000
  /// rows is rendered.
  package func rendered(on target: RenderTarget) -> String {
    let visibleColumns = columns.indices
      .filter { columns[$0].minimumTableWidth <= target.width ?? 0 }.map(measured)
      .filter { !isHidden($0) }
    let fitted =
      target.width.map { ColumnFit(lineWidth: $0).fitted(visibleColumns) } ?? visibleColumns
    var writer = TableWriter(columns: fitted.map { $0.distinguishingCutCells() }, target: target)
    writer.write(row: nil)
    for row in rows.indices {
      if isCancelled { return "" }
      writer.write(row: row)
    }
    return writer.text
  }

  private func measured(_ index: Int) -> MeasuredColumn {
    MeasuredColumn(columns[index], cells: rows.map { isCancelled ? "" : cell($0, index) })
  }

  /// `true` if the task is cancelled and the table is long enough for stopping to save time.
  private var isCancelled: Bool { rows.count > 1000 && Task.isCancelled }

  private func isHidden(_ measured: MeasuredColumn) -> Bool {
    measured.column.hidesWhenEmpty && !rows.isEmpty && measured.isBlank
  }

  // MARK: - Markdown

  /// Returns the table in GitHub's Markdown, uncut and without a final line break.
  ///
  /// Columns that only wide tables have are left out.
  /// `|` and `\` are escaped, and the text of cells is sanitized for a terminal.
  package func markdown() -> String {
    let shown = columns.indices.filter { columns[$0].minimumTableWidth == 0 }
    let headings = shown.map { columns[$0].title.markdownCell }
    let delimiters = shown.map { columns[$0].alignment == .leading ? "---" : "---:" }
    let cells = rows.map { row in shown.map { cell(row, $0).text.markdownCell } }
    return ([headings, delimiters] + cells).map(line).joined(separator: "\n")
  }

  private func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }
}

extension String {
  fileprivate var markdownCell: String {
    let text = sanitizedForTerminal
    guard text.utf8.contains(where: \.needsEscape) else { return text }
    let bytes = text.utf8.flatMap { $0.needsEscape ? [UInt8(ascii: "\\"), $0] : [$0] }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var needsEscape: Bool { self == UInt8(ascii: "|") || self == UInt8(ascii: "\\") }
}

/// Writes the lines of a table as UTF-8, without trailing spaces.
struct TableWriter {
  private let columns: [MeasuredColumn]
  private let target: RenderTarget
  private var bytes: [UInt8] = []
  /// The number of spaces to write before the next text; none are written at the end of a line.
  private var pendingSpaces = 0

  init(columns: [MeasuredColumn], target: RenderTarget) {
    self.columns = columns
    self.target = target
    let lineWidth = columns.reduce(0) { $0 + $1.width + ColumnFit.gap }
    bytes.reserveCapacity(lineWidth * ((columns.first?.rowCount ?? 0) + 1))
  }

  /// The lines written so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes a row, or the headings if `row` is `nil`.
  mutating func write(row: Int?) {
    if row != nil, !columns.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    pendingSpaces = 0
    for column in columns {
      write(column.text(row: row), in: column)
      pendingSpaces += ColumnFit.gap
    }
  }

  private mutating func write(_ text: MeasuredColumn.Text, in column: MeasuredColumn) {
    let padding = column.width - text.width
    if column.column.alignment == .trailing { pendingSpaces += padding }
    if !text.text.isEmpty {
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: pendingSpaces))
      let isolated = target.isolated(text.text)
      bytes.append(contentsOf: target.style.emphasized(isolated, text.emphasis).utf8)
      pendingSpaces = 0
    }
    if column.column.alignment == .leading { pendingSpaces += padding }
  }
}

/// The alignment of text in a column or of the labels of a chart.
package enum Alignment: Sendable {
  case leading
  case trailing
}

/// A column of a table: its heading, and its behavior in a table that is too wide.
package struct Column: Sendable {
  /// The heading.
  package let title: String
  /// The alignment of the heading and the cells.
  package let alignment: Alignment
  /// The priority with which the column is dropped if the table is too wide.
  ///
  /// The column with the highest number is dropped first.
  ///
  /// Columns with the priority 0 are never dropped.
  package let dropPriority: Int
  /// `true` if the column may be cut to ``minimumWidth`` before a column is dropped.
  package let isFlexible: Bool
  /// The width in cells to which a flexible column may be cut before a column is dropped.
  package let minimumWidth: Int
  /// The width in cells to which a flexible column may be cut before a column that drops early is
  /// dropped; at least ``minimumWidth``.
  package let preferredWidth: Int
  /// `true` if the column is dropped before flexible columns are cut below their preferred width.
  ///
  /// The column must have a ``dropPriority``.
  package let dropsEarly: Bool
  /// `true` if cells with the same beginning are cut in the middle instead of at the end.
  package let distinguishesCutCells: Bool
  /// The minimum width in cells of tables that have the column; 0 for a column of all tables.
  ///
  /// Other columns are cut and dropped only after the columns with a minimum width. Tables without a
  /// width, such as those in files, do not have such columns.
  package let minimumTableWidth: Int
  /// `true` if the column is omitted when the table has rows and the column is blank in all of them.
  package let hidesWhenEmpty: Bool

  package init(
    _ title: String, alignment: Alignment = .leading, dropPriority: Int = 0,
    isFlexible: Bool = false, minimumWidth: Int = 1, preferredWidth: Int = 1,
    dropsEarly: Bool = false, distinguishesCutCells: Bool = false, minimumTableWidth: Int = 0,
    hidesWhenEmpty: Bool = false
  ) {
    (self.title, self.alignment, self.dropPriority) = (title, alignment, dropPriority)
    (self.isFlexible, self.minimumWidth) = (isFlexible, minimumWidth)
    self.preferredWidth = max(minimumWidth, preferredWidth)
    self.dropsEarly = dropsEarly || minimumTableWidth > 0
    self.distinguishesCutCells = distinguishesCutCells
    (self.minimumTableWidth, self.hidesWhenEmpty) = (minimumTableWidth, hidesWhenEmpty)
  }
}

/// A cell of a table; its text is sanitized when the table is rendered.
package struct Cell: Sendable, Equatable, ExpressibleByStringLiteral {
  /// The text, not yet sanitized.
  package let text: String
  package let emphasis: Emphasis

  package init(_ text: String, _ emphasis: Emphasis = .plain) {
    self.text = text
    self.emphasis = emphasis
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }
}
