/// Writes the lines of a table as bytes, without blanks at their ends.
struct TableWriter {
  private let columns: [MeasuredColumn]
  private let canvas: Canvas
  private var bytes: [UInt8] = []
  /// Blanks that are only written if something follows on the line.
  private var owedBlanks = 0

  init(columns: [MeasuredColumn], canvas: Canvas) {
    self.columns = columns
    self.canvas = canvas
    let lineWidth = columns.reduce(0) { $0 + $1.width + ColumnFit.gap }
    bytes.reserveCapacity(lineWidth * ((columns.first?.cells.count ?? 0) + 1))
  }

  /// The lines so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func writeHeading() {
    writeLine { $0.heading }
  }

  mutating func writeRow(_ row: Int) {
    if !columns.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    writeLine { $0.cells[row] }
  }

  private mutating func writeLine(_ ink: (MeasuredColumn) -> Ink) {
    owedBlanks = 0
    for column in columns {
      write(ink(column).truncated(toWidth: column.width), in: column)
      owedBlanks += ColumnFit.gap
    }
  }

  private mutating func write(_ ink: Ink, in column: MeasuredColumn) {
    let padding = column.width - ink.width
    if column.column.alignment == .trailing { owedBlanks += padding }
    if !ink.text.isEmpty {
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: owedBlanks))
      let text = canvas.isolated(ink.text)
      bytes.append(contentsOf: canvas.style.emphasized(text, ink.emphasis).utf8)
      owedBlanks = 0
    }
    if column.column.alignment == .leading { owedBlanks += padding }
  }
}
