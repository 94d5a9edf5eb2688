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
