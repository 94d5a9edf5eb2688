/// Writes the lines of a table as bytes, without blanks at their ends.
struct TableWriter {
  private let columns: [MeasuredColumn]
  private let canvas: RenderTarget
  private var bytes: [UInt8] = []
  /// Blanks that are only written if something follows on the line.
  private var owedBlanks = 0

  init(columns: [MeasuredColumn], canvas: RenderTarget) {
    self.columns = columns
    self.canvas = canvas
    let lineWidth = columns.reduce(0) { $0 + $1.width + ColumnFit.gap }
    bytes.reserveCapacity(lineWidth * ((columns.first?.rowCount ?? 0) + 1))
  }

  /// The lines so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes a row, or the heading if there is none.
  mutating func write(row: Int?) {
    if row != nil, !columns.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    owedBlanks = 0
    for column in columns {
      write(column.text(row: row), in: column)
      owedBlanks += ColumnFit.gap
    }
  }

  private mutating func write(_ text: MeasuredColumn.Text, in column: MeasuredColumn) {
    let padding = column.width - text.width
    if column.column.alignment == .trailing { owedBlanks += padding }
    if !text.text.isEmpty {
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: owedBlanks))
      let shown = canvas.isolated(text.text)
      bytes.append(contentsOf: canvas.style.emphasized(shown, text.emphasis).utf8)
      owedBlanks = 0
    }
    if column.column.alignment == .leading { owedBlanks += padding }
  }
}
