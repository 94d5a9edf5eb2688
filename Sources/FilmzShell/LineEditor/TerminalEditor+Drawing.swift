import CLibEdit
import Glibc

extension TerminalEditor {
  /// Draws the line for the new width, over the old one.
  ///
  /// Terminals wrap anew what stands on them, so the cursor is as far below the prompt as the new
  /// width puts it.
  func redrawAfterResize() {
    guard isTerminal else { return }
    if understandsEscapes {
      let row = cursorRow()
      show("\r" + (row > 0 ? "\u{1B}[\(row)A" : "") + "\u{1B}[J")
    } else {
      show("\n")
    }
    el_resize(handle)
    clibedit_refresh(handle)
    drawnWidth = columns
  }

  /// Takes the terminal back after Ctrl-Z and `fg`, and draws the line below what happened.
  func redrawAfterResumption() {
    guard isTerminal else { return }
    clibedit_prepare_terminal(handle, 0)
    clibedit_prepare_terminal(handle, 1)
    el_resize(handle)
    clibedit_refresh(handle)
  }

  /// Switches the marking of pasted text off, in case that somebody left it on.
  func forgetPasteMarks() {
    if isTerminal, understandsEscapes { show("\u{1B}[?2004l") }
  }

  /// Whether the prompt's stream is a terminal; libedit only edits there.
  var isTerminal: Bool { isatty(fileno(output)) == 1 }

  var understandsEscapes: Bool {
    guard let name = getenv("TERM") else { return false }
    return !["", "dumb"].contains(String(cString: name))
  }

  /// Takes note of lines that did not come key by key, but were drawn as a whole.
  func noteDrawing() {
    guard let line = el_wline(handle)?.pointee, let start = line.buffer else { return }
    let length = line.lastchar - start
    if length > drawnLength + 1 { drawnWidth = columns }
    drawnLength = length
  }

  var columns: Int? {
    var size = winsize()
    guard ioctl(fileno(output), UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  func cursorRow() -> Int {
    guard let columns else { return 0 }
    var row = ScreenRow(columns: columns)
    let text = prompt + textBeforeCursor()
    if let drawnWidth {
      row.advance(over: text, drawnAt: drawnWidth)
    } else {
      row.advance(over: text)
    }
    return row.row
  }

  private func textBeforeCursor() -> String {
    guard let line = el_line(handle)?.pointee, let start = line.buffer else { return "" }
    let bytes = UnsafeRawBufferPointer(start: start, count: max(0, line.cursor - start))
    return String(decoding: bytes, as: UTF8.self)
  }
}
