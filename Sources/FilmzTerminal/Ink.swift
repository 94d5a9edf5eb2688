/// Inert text of one line together with the cells it takes.
struct Ink {
  let text: String
  let width: Int
  let emphasis: Emphasis

  /// The cell made inert, without blanks at its end, measured.
  init(_ cell: Cell) {
    let isPlain = cell.text.isPlainASCII
    let inert = (isPlain ? cell.text : cell.text.inert).withoutBlanksAtEnd
    text = inert
    width = isPlain ? inert.utf8.count : inert.displayWidth
    emphasis = cell.emphasis
  }

  private init(inert: String, emphasis: Emphasis) {
    text = inert
    width = inert.displayWidth
    self.emphasis = emphasis
  }

  /// The ink cut to at most so many cells.
  func truncated(toWidth limit: Int) -> Ink {
    width <= limit ? self : Ink(inert: text.truncated(toWidth: limit), emphasis: emphasis)
  }
}
