import CLibEdit
import FilmzTerminal
import Glibc

extension TerminalEditor {
  /// Redraws the line for the new width of the terminal.
  ///
  /// Terminals rewrap the text on the screen, so the number of rows between the prompt and the
  /// cursor depends on the new width.
  func redrawAfterResize() {
    guard isTerminal else { return }
    clearFromPrompt()
    el_resize(handle)
    clibedit_refresh(handle)
    drawnWidth = terminalWidth
  }

  /// Moves the cursor to the row of the prompt, and clears the screen from there.
  ///
  /// Begins a new row instead if the terminal does not support escape sequences.
  func clearFromPrompt() {
    guard BracketedPaste.supportsEscapeSequences else { return write("\n") }
    let row = cursorRow()
    write((row > 0 ? "\u{1B}[\(row)A" : "") + InlineScreen.eraseDown)
  }

  /// Sets the terminal modes again after Ctrl-Z and `fg`, and redraws the line below the output of
  /// other programs.
  func redrawAfterResumption() {
    guard isTerminal else { return }
    clibedit_prepare_terminal(handle, 0)
    clibedit_prepare_terminal(handle, 1)
    BracketedPaste.set(true)
    el_resize(handle)
    clibedit_refresh(handle)
  }

  /// Returns a prompt with color for libedit, in which `\u{1}` encloses escape sequences.
  ///
  /// libedit prints an escape sequence together with the character after it, so the color ends before
  /// the space at the end.
  func coloredPrompt(_ prompt: String) -> String {
    guard prompt.hasSuffix(" "), style.usesColor else { return prompt }
    return "\u{1}\u{1B}[36m\u{1}\(prompt.dropLast())\u{1}\u{1B}[39m\u{1} "
  }

  /// `true` if the prompt's stream is a terminal; libedit supports editing only on a terminal.
  var isTerminal: Bool { FilmzTerminal.isTerminal(fileno(output)) }

  /// Records the width of the terminal if libedit has drawn the line as a whole.
  ///
  /// That is the case if the line has become longer by more than one code point.
  func recordDrawing() {
    guard let line = el_wline(handle)?.pointee, let start = line.buffer else { return }
    let length = line.lastchar - start
    if length > drawnLength + 1 { drawnWidth = terminalWidth }
    drawnLength = length
  }

  /// The number of columns of the terminal, or `nil` if it is unknown.
  var terminalWidth: Int? { columns(of: fileno(output)) }

  /// Returns the row of the cursor; the first row of the prompt is row 0.
  ///
  /// Returns 0 if the terminal's width is unknown.
  func cursorRow() -> Int { row(after: textAroundCursor().before) }

  /// Returns the row of the end of the line; the first row of the prompt is row 0.
  func lastRow() -> Int {
    let (before, after) = textAroundCursor()
    return row(after: before + after)
  }

  /// Returns the row of the end of the prompt and the beginning of the line.
  private func row(after beginning: String) -> Int {
    guard let terminalWidth else { return 0 }
    var position = WrappedPosition(terminalWidth: terminalWidth)
    let text = prompt + beginning
    if let drawnWidth { position.advance(over: text, drawnAt: drawnWidth) } else { position.advance(over: text) }
    return position.row
  }
}

/// The position after text that a terminal wraps into rows.
struct WrappedPosition: Sendable {
  let terminalWidth: Int
  private(set) var row = 0
  private var column = 0

  init(terminalWidth: Int) { self.terminalWidth = max(1, terminalWidth) }

  /// Advances by `text`, which begins at the current position.
  mutating func advance(over text: String) { for scalar in text.unicodeScalars { advance(by: Self.width(of: scalar)) } }

  /// Advances by text that libedit drew when the terminal had the width `width`.
  ///
  /// The text must begin in the first column. When libedit redraws a line, it replaces the spaces
  /// at the end of a row with a line feed. The line feed remains a line break when the terminal is
  /// resized.
  mutating func advance(over text: String, drawnAt width: Int) {
    var oldPosition = WrappedPosition(terminalWidth: width)
    var rowText = ""
    for scalar in text.unicodeScalars {
      let row = oldPosition.row
      oldPosition.advance(by: Self.width(of: scalar))
      // A wide character that does not fit begins the next row; the cell that it leaves empty
      // counts as a line feed.
      if oldPosition.row > row, oldPosition.column > 0 {
        endRow(rowText, hasLineFeed: true)
        rowText = String(scalar)
      } else {
        rowText.unicodeScalars.append(scalar)
        if oldPosition.row > row {
          endRow(rowText, hasLineFeed: scalar == " ")
          rowText = ""
        }
      }
    }
    advance(over: rowText)
  }

  /// Advances by the text of a row that filled the old width, and by the line feed at its end, if
  /// any.
  private mutating func endRow(_ rowText: String, hasLineFeed: Bool) {
    guard hasLineFeed else { return advance(over: rowText) }
    let trimmedText = String(rowText.reversed().drop { $0 == " " }.reversed())
    advance(over: trimmedText)
    if column > 0 || trimmedText.isEmpty { row += 1 }
    column = 0
  }

  private mutating func advance(by width: Int) {
    if column + width > terminalWidth { beginRow() }
    column += width
    if column == terminalWidth { beginRow() }
  }

  private mutating func beginRow() { (row, column) = (row + 1, 0) }

  /// Returns the width of a character in columns; libedit displays control characters as `^X`.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    let isControl = scalar.value < 0x20 || scalar.value == 0x7F
    return isControl ? 2 : max(0, Int(clibedit_columns(wchar_t(scalar.value))))
  }
}
