import CLibEdit
import Glibc

extension TerminalEditor {
  /// Redraws the line for the new width of the terminal.
  ///
  /// Terminals rewrap the text on the screen, so the distance between prompt and cursor depends on
  /// the new width.
  func redrawAfterResize() {
    guard isTerminal else { return }
    if supportsEscapeSequences {
      let row = cursorRow()
      write("\r" + (row > 0 ? "\u{1B}[\(row)A" : "") + "\u{1B}[J")
    } else {
      write("\n")
    }
    el_resize(handle)
    clibedit_refresh(handle)
    drawnWidth = columns
  }

  /// Sets the terminal modes again after Ctrl-Z and `fg`, and redraws the line below the other
  /// output.
  func redrawAfterResumption() {
    guard isTerminal else { return }
    clibedit_prepare_terminal(handle, 0)
    clibedit_prepare_terminal(handle, 1)
    el_resize(handle)
    clibedit_refresh(handle)
  }

  /// Disables bracketed paste mode, which another program may have left enabled.
  func disableBracketedPaste() {
    if isTerminal, supportsEscapeSequences { write("\u{1B}[?2004l") }
  }

  /// `true` if the prompt's stream is a terminal; libedit supports editing only there.
  var isTerminal: Bool { isatty(fileno(output)) == 1 }

  var supportsEscapeSequences: Bool {
    guard let name = getenv("TERM") else { return false }
    return !["", "dumb"].contains(String(cString: name))
  }

  /// Records the width of the terminal if a line was drawn as a whole, not key by key.
  func recordDrawing() {
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
    var position = WrappedPosition(columns: columns)
    let text = prompt + textBeforeCursor()
    if let drawnWidth {
      position.advance(over: text, drawnAt: drawnWidth)
    } else {
      position.advance(over: text)
    }
    return position.row
  }

  private func textBeforeCursor() -> String {
    guard let line = el_line(handle)?.pointee, let start = line.buffer else { return "" }
    let bytes = UnsafeRawBufferPointer(start: start, count: max(0, line.cursor - start))
    return String(decoding: bytes, as: UTF8.self)
  }
}
