/// A table with headings for human readers.
package struct Table: Sendable {
  /// The columns, from left to right.
  package let columns: [Column]
  /// The rows, with a cell for every column; missing cells are blank, surplus ones are ignored.
  package let rows: [[Cell]]
  /// `true` if the table is a page of a longer table; see ``Column/nominalWidth``.
  private let isPage: Bool

  package init(columns: [Column], rows: [[Cell]], isPage: Bool = false) {
    (self.columns, self.rows, self.isPage) = (columns, rows, isPage)
  }

  /// Returns a cell of a row, blank if the row is too short.
  private func cell(_ row: [Cell], _ column: Int) -> Cell { column < row.count ? row[column] : "" }

  // MARK: - Text

  /// Returns the table as lines without a line break at the end, none wider than the target.
  ///
  /// A table that is too wide is narrowed by the following steps, until it fits:
  ///
  /// 1. Flexible columns are cut to their preferred width.
  /// 2. Columns that drop early are dropped.
  /// 3. Flexible columns are cut to their minimum width.
  /// 4. Columns are dropped by ``Column/dropPriority``.
  /// 5. The remaining columns are cut, or omitted from the right.
  ///
  /// The result is empty if there are no columns, or if the task is cancelled while a table of more than 1000
  /// rows is rendered. In ASCII, cells are cut with `~`.
  package func rendered(on target: RenderTarget) -> String {
    guard !target.isUTF8 else { return text(on: target) }
    let cells = rows.map { $0.map(\.transliteratedToASCII) }
    return Table(columns: columns, rows: cells, isPage: isPage).text(on: target).replacing("…", with: "~")
  }

  private func text(on target: RenderTarget) -> String {
    let visibleColumns = columns.indices.filter { columns[$0].mayBePart(ofWidth: target.width ?? 0) }.map(measured)
      .filter { !isHidden($0) }
    let fitted =
      target.width.map { ColumnFit(lineWidth: $0).fitted(visibleColumns, isPage: isPage) } ?? visibleColumns
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
    measured.column.hidesWhenEmpty && !rows.isEmpty && !(isPage && measured.column.nominalWidth > 0) && measured.isBlank
  }

  // MARK: - Markdown

  /// Returns the table in GitHub's Markdown, uncut and without a final line break.
  ///
  /// Columns of wide tables only (``Column/minimumTableWidth``) are left out. `|` and `\` are escaped, and the text of
  /// cells is sanitized for a terminal.
  package func markdown() -> String {
    let shown = columns.indices.filter { columns[$0].minimumTableWidth == 0 }
    let headings = shown.map { columns[$0].title.markdownCell }
    let delimiters = shown.map { columns[$0].alignment == .leading ? "---" : "---:" }
    let cells = rows.map { row in shown.map { cell(row, $0).text.markdownCell } }
    return ([headings, delimiters] + cells).map(line).joined(separator: "\n")
  }

  private func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}

extension String {
  fileprivate var markdownCell: String {
    let text = sanitizedForTerminal
    guard text.utf8.contains(where: \.needsEscape) else { return text }
    let bytes = text.utf8.flatMap { $0.needsEscape ? [UInt8(ascii: "\\"), $0] : [$0] }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 { fileprivate var needsEscape: Bool { self == UInt8(ascii: "|") || self == UInt8(ascii: "\\") } }

/// Writes the lines of a table as UTF-8, without trailing spaces.
struct TableWriter {
  private let columns: [MeasuredColumn]
  private let target: RenderTarget
  private var bytes: [UInt8] = []
  /// The number of spaces to write before the next text of the line; without another text, they are not written.
  private var pendingSpaces = 0

  init(columns: [MeasuredColumn], target: RenderTarget) {
    (self.columns, self.target) = (columns, target)
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
    let padding = column.width - text.width - MeasuredColumn.widthOfNote(text.note)
    if column.column.alignment == .trailing { pendingSpaces += padding }
    if !text.text.isEmpty {
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: pendingSpaces))
      let isolated = target.isolated(target.style.highlighted(text.text, text.highlights))
      bytes.append(contentsOf: target.style.emphasized(isolated, text.emphasis).utf8)
      pendingSpaces = 0
    }
    if !text.note.isEmpty {
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: MeasuredColumn.noteGap))
      bytes.append(contentsOf: target.style.dim(target.isolated(text.note)).utf8)
    }
    if column.column.alignment == .leading { pendingSpaces += padding }
  }
}

/// A cell of a table; its text and its note are sanitized when the table is rendered.
package struct Cell: Sendable, Equatable, ExpressibleByStringLiteral {
  /// The unsanitized text.
  package let text: String
  /// An unsanitized note after the text, which only tables have, and which is cut before the text is; may be empty.
  package let note: String
  package let emphasis: Emphasis
  /// The highlighted parts of the text, as offsets in characters; a text with highlights must be sanitized.
  package let highlights: [Range<Int>]

  package init(_ text: String, _ emphasis: Emphasis = .plain, highlights: [Range<Int>] = [], note: String = "") {
    (self.text, self.emphasis, self.highlights, self.note) = (text, emphasis, highlights, note)
  }

  /// The cell in ASCII; without highlights if other characters replace some of its text.
  fileprivate var transliteratedToASCII: Cell {
    let ascii = text.transliteratedToASCII
    return Cell(ascii, emphasis, highlights: ascii == text ? highlights : [], note: note.transliteratedToASCII)
  }

  package init(stringLiteral text: String) { self.init(text) }
}

/// A column of a table: its heading, and its behavior in a table that is too wide.
package struct Column: Sendable {
  /// The heading.
  package let title: String
  /// The alignment of the heading and the cells.
  package let alignment: Alignment
  /// The priority with which the column is dropped if the table is too wide, or 0 if it is never dropped.
  ///
  /// The column with the highest priority is dropped first.
  package private(set) var dropPriority: Int
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
  package private(set) var dropsEarly: Bool
  /// `true` if different cells with the same beginning are cut in the middle instead of at the end.
  package let distinguishesCutCells: Bool
  /// The width in cells that a table must have for the column to be part of it; 0 for a column of all tables.
  ///
  /// A column with such a width is cut before all others, and drops early. It is not part of tables without a width,
  /// such as those in files.
  package let minimumTableWidth: Int
  /// The number of cells that the other columns, uncut, must leave free for the column to be part of a table that is
  /// narrower than ``minimumTableWidth``; `nil` if it is never part of one.
  package let spareWidth: Int?
  /// The assumed width in cells in a page of a longer table, or 0 to use the width of the cells on the page.
  ///
  /// It decides whether the column fits, so that all pages have the same columns, even if a column is blank on a page.
  package let nominalWidth: Int
  /// `true` if the column is omitted when the table has rows and the column is blank in all of them.
  package let hidesWhenEmpty: Bool

  package init(
    _ title: String, alignment: Alignment = .leading, dropPriority: Int = 0, isFlexible: Bool = false,
    minimumWidth: Int = 1, preferredWidth: Int = 1, dropsEarly: Bool = false, distinguishesCutCells: Bool = false,
    minimumTableWidth: Int = 0, spareWidth: Int? = nil, nominalWidth: Int = 0, hidesWhenEmpty: Bool = false
  ) {
    (self.title, self.alignment, self.dropPriority) = (title, alignment, dropPriority)
    (self.isFlexible, self.minimumWidth) = (isFlexible, minimumWidth)
    self.preferredWidth = max(minimumWidth, preferredWidth)
    self.dropsEarly = dropsEarly || minimumTableWidth > 0
    self.distinguishesCutCells = distinguishesCutCells
    (self.minimumTableWidth, self.hidesWhenEmpty) = (minimumTableWidth, hidesWhenEmpty)
    (self.spareWidth, self.nominalWidth) = (spareWidth, nominalWidth)
  }

  /// The column with a priority above 10, with which it is dropped before columns whose priority was not raised.
  package var droppedFirst: Column {
    var column = self
    column.dropPriority += 10
    column.dropsEarly = true
    return column
  }

  /// The width in cells from which tables have columns that need spare width.
  private static let minimumWidthWithSpareColumns = 80

  /// Returns whether a table with this width in cells may have the column.
  func mayBePart(ofWidth width: Int) -> Bool {
    minimumTableWidth <= width || (spareWidth != nil && width >= Self.minimumWidthWithSpareColumns)
  }
}

/// The alignment of text in a column or of the labels of a chart.
package enum Alignment: Sendable {
  case leading
  case trailing
}
