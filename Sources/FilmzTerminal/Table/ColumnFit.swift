/// Selects and cuts the columns of a table so that they fit in a line.
struct ColumnFit {
  /// The number of spaces between two columns.
  static let gap = 2

  /// The width of the line in cells, at least 1.
  let lineWidth: Int

  /// Returns the columns that fit, with their final widths.
  ///
  /// On a page of a longer table, the nominal widths decide which columns are shown, so that all pages have the same
  /// ones; columns without a nominal width are added if there is room for them.
  func fitted(_ columns: [MeasuredColumn], isPage: Bool = false) -> [MeasuredColumn] {
    guard isPage else { return fit(chosen(columns).map { columns[$0] }) }
    let nominal = columns.indices.filter { columns[$0].column.nominalWidth > 0 }
    let shown = chosen(nominal.map { columns[$0].nominal }).map { nominal[$0] }
    let all = columns.indices.filter { shown.contains($0) || columns[$0].column.nominalWidth == 0 }
    return cut(all.map { columns[$0] }, minimumWidth: \.preferredWidth) ?? fit(shown.map { columns[$0] })
  }

  private func fit(_ columns: [MeasuredColumn]) -> [MeasuredColumn] {
    cut(columns, minimumWidth: \.minimumWidth) ?? leadingColumns(of: columns)
  }

  /// Returns the indices of the columns that fit.
  ///
  /// Columns that drop early are dropped until the preferred widths of the remaining columns fit. Then columns are
  /// dropped until the minimum widths of the remaining ones fit. Finally, a dropped column is added again if the line
  /// has room for it and for the remaining columns uncut, because a wider column was dropped later. Columns with a
  /// ``Column/minimumTableWidth`` above the width of the line are added if none was dropped and the uncut columns leave
  /// enough spare width.
  private func chosen(_ columns: [MeasuredColumn]) -> [Int] {
    let spare = columns.indices.filter { columns[$0].column.minimumTableWidth > lineWidth }
    var remaining = columns.indices.filter { !spare.contains($0) }
    var dropped: [Int] = []
    func drop(onlyEarly: Bool) -> Bool {
      guard let index = firstToDrop(of: remaining.map { columns[$0] }, onlyEarly: onlyEarly) else { return false }
      dropped.append(remaining.remove(at: index))
      return true
    }
    while cut(remaining.map { columns[$0] }, minimumWidth: \.preferredWidth) == nil {
      guard drop(onlyEarly: true) else { break }
    }
    while cut(remaining.map { columns[$0] }, minimumWidth: \.minimumWidth) == nil {
      guard drop(onlyEarly: false) else { return remaining }
    }
    for index in dropped.reversed() {
      let extended = (remaining + [index]).sorted()
      if uncutWidth(extended.map { columns[$0] }) <= lineWidth { remaining = extended }
    }
    let spareWidth = spare.reduce(0) { $0 + (columns[$1].column.spareWidth ?? 0) }
    let hasSpareWidth = uncutWidth(remaining.map { columns[$0] }) + spareWidth <= lineWidth
    let isComplete = remaining.count + spare.count == columns.count
    return isComplete && hasSpareWidth ? Array(columns.indices) : remaining
  }

  /// Returns the width of a line with uncut columns.
  private func uncutWidth(_ columns: [MeasuredColumn]) -> Int {
    columns.reduce(Self.gap * max(0, columns.count - 1)) { $0 + $1.width }
  }

  /// Returns the index of the column to drop first; `nil` if none can be dropped.
  ///
  /// This is the last one of the columns with the highest ``Column/dropPriority``. If `onlyEarly` is
  /// `true`, only columns that drop early are considered.
  private func firstToDrop(of columns: [MeasuredColumn], onlyEarly: Bool) -> Int? {
    let droppable = columns.indices.filter {
      columns[$0].column.dropPriority > 0 && (!onlyEarly || columns[$0].column.dropsEarly)
    }
    return droppable.max { columns[$0].column.dropPriority <= columns[$1].column.dropPriority }
  }

  /// Returns as many columns from the left as fit with at least one cell for each, cut to the line.
  ///
  /// The minimum widths of the columns are ignored.
  private func leadingColumns(of columns: [MeasuredColumn]) -> [MeasuredColumn] {
    let maximumCount = max(1, (lineWidth + Self.gap) / (1 + Self.gap))
    let leading = Array(columns.prefix(maximumCount))
    return cut(leading, minimumWidths: leading.map { min(1, $0.width) }) ?? leading
  }

  /// Returns the columns cut so that they fit in the line, or `nil` if the minimum widths do not fit.
  ///
  /// Columns of wide tables only (``Column/minimumTableWidth``) are cut first, and others only if that is not enough.
  private func cut(_ columns: [MeasuredColumn], minimumWidth: (MeasuredColumn) -> Int) -> [MeasuredColumn]? {
    let widthsOfWideTable = columns.map { $0.column.minimumTableWidth > 0 ? minimumWidth($0) : $0.width }
    if let fitted = cut(columns, minimumWidths: widthsOfWideTable) { return fitted }
    let narrowed = columns.map { column in
      var column = column
      if column.column.minimumTableWidth > 0 { column.width = minimumWidth(column) }
      return column
    }
    return cut(narrowed, minimumWidths: columns.map(minimumWidth))
  }

  /// Returns the columns cut so that they fit in the line, or `nil` if the minimum widths do not fit.
  ///
  /// The widest columns are cut first, to a common width (`cap`), but no column is cut below its minimum width.
  private func cut(_ columns: [MeasuredColumn], minimumWidths: [Int]) -> [MeasuredColumn]? {
    let availableWidth = lineWidth - Self.gap * max(0, columns.count - 1)
    func widths(cap: Int) -> [Int] { zip(columns, minimumWidths).map { min($0.width, max($1, cap)) } }
    func fits(_ cap: Int) -> Bool { widths(cap: cap).reduce(0, +) <= availableWidth }
    let maximumWidth = columns.reduce(0) { max($0, $1.width) }
    guard let cap = (0...max(0, min(maximumWidth, availableWidth))).last(where: fits) else { return nil }
    var spareWidth = availableWidth - widths(cap: cap).reduce(0, +)
    return zip(columns, widths(cap: cap)).map { column, width in
      let extra = width == cap && width < column.width && spareWidth > 0 ? 1 : 0
      spareWidth -= extra
      var column = column
      column.width = width + extra
      return column
    }
  }
}

/// A list of words in columns, with notes if they fit.
package struct ColumnList: Sendable {
  /// A word and a note about it.
  package typealias Item = (word: String, note: String)

  /// The number of spaces between two columns, and between a word and its note.
  private static let gap = 2
  /// The minimum width in cells of a column with notes if there are several columns.
  private static let minimumNoteColumnWidth = 36

  private let items: [Item]
  /// The characters that replace text that was cut off.
  private let ellipsis: String

  /// Creates a list of items, which are sanitized for a terminal.
  package init(_ items: [Item], ellipsis: String = "…") {
    self.ellipsis = ellipsis
    self.items = items.map { ($0.word.sanitizedForTerminal, $0.note.sanitizedForTerminal) }
  }

  /// Returns lines of at most `width` cells, with notes if that takes at most `height` lines.
  ///
  /// The items fill the first column from top to bottom, then the second one, and so on.
  package func lines(width: Int, height: Int, style: Style) -> [String] {
    guard items.contains(where: { !$0.note.isEmpty }) else { return linesOfWords(width) }
    let maximumColumns = max(1, (width + Self.gap) / (Self.minimumNoteColumnWidth + Self.gap))
    let neededColumns = (items.count + max(1, height) - 1) / max(1, height)
    guard neededColumns <= maximumColumns else { return linesOfWords(width) }
    return linesWithNotes(columns: max(1, neededColumns), width, style)
  }

  private func linesOfWords(_ width: Int) -> [String] {
    let wordWidth = min(width, items.map(\.word.displayWidth).max() ?? 0)
    let columns = max(1, (width + Self.gap) / (wordWidth + Self.gap))
    return rows(columns: columns) { item, isLast in
      let word = item.word.truncated(toWidth: wordWidth, ending: ellipsis)
      return isLast ? word : word.padded(toWidth: wordWidth + Self.gap)
    }
  }

  private func linesWithNotes(columns: Int, _ width: Int, _ style: Style) -> [String] {
    let columnWidth = (width + Self.gap) / columns - Self.gap
    let wordWidth = items.map(\.word.displayWidth).max() ?? 0
    return rows(columns: columns) { item, isLast in
      let word = item.word.truncated(toWidth: columnWidth, ending: ellipsis).padded(
        toWidth: min(wordWidth, columnWidth))
      let note = item.note.truncated(toWidth: columnWidth - wordWidth - Self.gap, ending: ellipsis)
      let gap = note.isEmpty ? "" : String(repeating: " ", count: Self.gap)
      let usedWidth = word.displayWidth + gap.count + note.displayWidth
      let padding = isLast ? 0 : max(0, columnWidth + Self.gap - usedWidth)
      return word + gap + style.dim(note) + String(repeating: " ", count: padding)
    }
  }

  /// Returns the lines that consist of the cells of the items.
  ///
  /// The closure formats a cell; its second argument is `true` for the last cell of a line.
  private func rows(columns: Int, _ cell: (Item, _ isLast: Bool) -> String) -> [String] {
    let height = (items.count + columns - 1) / columns
    return (0..<height).map { row in
      let indices = stride(from: row, to: items.count, by: height)
      return indices.map { cell(items[$0], $0 + height >= items.count) }.joined().withoutTrailingSpaces
    }
  }
}

/// A column with its sanitized and measured heading and cells.
struct MeasuredColumn {
  /// A line of text without trailing spaces, its width in cells, its emphasis, its highlighted parts, and the note after
  /// it.
  typealias Text = (text: String, width: Int, emphasis: Emphasis, highlights: [Range<Int>], note: String)

  /// The number of spaces between a text and its note.
  static let noteGap = 2
  /// The minimum width in cells of a note that is cut.
  private static let minimumNoteWidth = 8

  let column: Column
  /// The width in cells, initially that of the widest text.
  var width: Int
  private let heading: Text
  private let cells: [Text]
  /// The rows whose cells are cut in the middle.
  private var rowsCutInTheMiddle: Set<Int> = []

  init(_ column: Column, cells: [Cell]) {
    let heading = Self.measured(Cell(column.title, .bold))
    self.column = column
    self.heading = heading
    self.cells = cells.map(Self.measured)
    width = self.cells.reduce(heading.width) { max($0, $1.width + Self.widthOfNote($1.note)) }
  }

  /// The width below which the column is cut only if no column can be dropped.
  var minimumWidth: Int { column.isFlexible ? min(width, max(1, column.minimumWidth)) : width }

  /// The width below which the column is cut only if no column that drops early can be dropped.
  var preferredWidth: Int { column.isFlexible ? min(width, max(1, column.preferredWidth)) : width }

  /// The column with its nominal width.
  var nominal: MeasuredColumn {
    var column = self
    column.width = self.column.nominalWidth
    return column
  }

  /// `true` if the cells of all rows are blank.
  var isBlank: Bool { cells.allSatisfy { $0.width == 0 } }

  var rowCount: Int { cells.count }

  /// Returns the text in a row, or the heading if `row` is `nil`, cut to ``width``.
  func text(row: Int?) -> Text {
    var text = row.map { cells[$0] } ?? heading
    text.note = Self.note(text.note, width: width - text.width - Self.noteGap)
    guard text.width > width else { return text }
    let isCutInTheMiddle = row.map(rowsCutInTheMiddle.contains) ?? false
    let truncated =
      isCutInTheMiddle ? text.text.truncatedInTheMiddle(toWidth: width) : text.text.truncated(toWidth: width)
    return (
      truncated, truncated.displayWidth, text.emphasis, Self.highlights(text.highlights, of: text.text, in: truncated),
      ""
    )
  }

  /// The width in cells of a note and the gap before it; 0 without a note.
  static func widthOfNote(_ note: String) -> Int { note.isEmpty ? 0 : noteGap + note.displayWidth }

  /// Returns a note, cut at its end to a width; empty if too little of it would be left.
  private static func note(_ note: String, width: Int) -> String {
    guard width < note.displayWidth else { return note }
    return width < minimumNoteWidth ? "" : note.truncated(toWidth: width)
  }

  /// Returns the column, with the rows whose cells are cut in the middle; ``width`` must be final.
  ///
  /// These are cells that differ but have the same beginning, if ``Column/distinguishesCutCells`` is `true`. The
  /// beginning is the part that a cell shows before the `…` in its middle.
  func distinguishingCutCells() -> MeasuredColumn {
    guard column.distinguishesCutCells else { return self }
    let cutRows = cells.indices.filter { cells[$0].width > width }
    let rowsByBeginning = Dictionary(grouping: cutRows) {
      cells[$0].text.truncated(toWidth: width - String.tailWidth(ofWidth: width))
    }
    var copy = self
    for rows in rowsByBeginning.values where Set(rows.map { cells[$0].text }).count > 1 {
      copy.rowsCutInTheMiddle.formUnion(rows)
    }
    return copy
  }

  private static func measured(_ cell: Cell) -> Text {
    let isPlain = cell.text.isPlainASCII
    let text = (isPlain ? cell.text : cell.text.sanitizedForTerminal).withoutTrailingSpaces
    let width = isPlain ? text.utf8.count : text.displayWidth
    return (text, width, cell.emphasis, cell.highlights, cell.note.sanitizedForTerminal.withoutTrailingSpaces)
  }

  /// Returns the highlighted parts of a text, as offsets in the same text after it was cut at the end or in the middle.
  private static func highlights(_ highlights: [Range<Int>], of text: String, in cut: String) -> [Range<Int>] {
    guard !highlights.isEmpty else { return [] }
    let (count, cutCount) = (text.count, cut.count)
    let head = zip(text, cut).prefix { $0 == $1 }.count
    let tail = min(zip(text.reversed(), cut.reversed()).prefix { $0 == $1 }.count, cutCount - head)
    let inHead = highlights.map { $0.clamped(to: 0..<head) }
    let inTail = highlights.map { $0.clamped(to: (count - tail)..<count) }
      .map { ($0.lowerBound + cutCount - count)..<($0.upperBound + cutCount - count) }
    return (inHead + inTail).filter { !$0.isEmpty }
  }
}
