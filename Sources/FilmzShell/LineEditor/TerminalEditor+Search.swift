import CLibEdit
import FilmzTerminal

/// The incremental history search (Ctrl-R).
///
/// libedit's own search may run a line that does not contain the query, and inserts the escape
/// sequences of arrow keys as text.
extension TerminalEditor {
  /// The effect of a key on the search.
  private enum KeyAction {
    case continueSearch
    /// Ends the search and restores the edited line.
    case cancel
    /// Ends the search and replaces the edited line with the match, if there is one.
    case accept
    /// Like `accept`; in addition, the key is passed to libedit, unless the search is failing.
    case acceptThenPress(Unicode.Scalar)
  }

  /// Displays the search in the prompt's row, and reads keys until the search ends.
  func search() -> UInt8 {
    history.loadEarlierLines()
    var search = HistorySearch(lines: history.lines)
    isSearching = true
    defer { isSearching = false }
    clearFromPrompt()
    draw(search)
    while let key = nextKey() {
      switch action(of: key, in: &search) {
      case .continueSearch: draw(search)
      case .cancel: return endSearch()
      case .accept: return endSearch(replacingLineWith: search.match)
      case .acceptThenPress(let key):
        unread(search.isFailing && key != Self.bracketedPasteKey ? nil : key)
        return endSearch(replacingLineWith: search.match)
      }
    }
    return endSearch()
  }

  /// Updates the search for a key, and returns the key's effect.
  private func action(of key: Unicode.Scalar, in search: inout HistorySearch) -> KeyAction {
    switch key.value {
    case Self.resizeKey.value: break
    case 0x12:  // Ctrl-R
      if !search.findOlderMatch() { write("\u{7}") }  // BEL
    case 0x7F, 0x08: search.removeLast()  // Backspace
    case 0x15: search.clear()  // Ctrl-U
    case 0x07: return .cancel  // Ctrl-G
    case 0x1B: return .accept  // ESC
    case 0x0A, 0x0D: return search.match == nil ? .cancel : .acceptThenPress("\n")
    case Self.moveToEndKey.value: return .cancel  // Ctrl-C
    case 0..<0x20, 0x80..<0xA0: return .acceptThenPress(key)
    default: search.append(key)
    }
    return .continueSearch
  }

  // MARK: - Drawing

  /// Displays the query and the match in one row.
  private func draw(_ search: HistorySearch) {
    let line = (search.match ?? "").sanitizedForTerminal
    let label = search.isFailing ? "no earlier line with" : "earlier line with"
    let text = target.transliterated("\(label) `\(search.query.sanitizedForTerminal)`: \(line)")
      .truncated(toWidth: (terminalWidth ?? 80) - 1, ending: target.ellipsis)
    write("\r" + (BracketedPaste.supportsEscapeSequences ? "\u{1B}[J" : "") + text)
  }

  /// Removes the search from the screen, replaces the edited line with `newLine` if there is one, and redraws the
  /// line.
  private func endSearch(replacingLineWith newLine: String? = nil) -> UInt8 {
    write("\r" + (BracketedPaste.supportsEscapeSequences ? "\u{1B}[J" : "\n"))
    if let newLine { replaceLine(with: newLine) }
    el_resize(handle)
    clibedit_refresh(handle)
    return UInt8(CC_NORM)
  }
}

/// Up and Down, which recall the earlier lines that begin with the typed text.
///
/// libedit's own command for Up recalls all lines, and its command for Page Up matches text anywhere in a line.
extension TerminalEditor {
  func recallOlderLine() -> UInt8 { recall { $0.moveToOlderLine() } }

  func recallNewerLine() -> UInt8 { recall { $0.moveToNewerLine() } }

  /// Replaces the line with the line to which `move` moves.
  ///
  /// A recall continues until the line is edited. Then a new recall begins, for lines that begin with the text before
  /// the cursor.
  private func recall(_ move: (inout HistoryRecall) -> Bool) -> UInt8 {
    history.loadEarlierLines()
    let (textBeforeCursor, textAfterCursor) = textAroundCursor()
    let line = textBeforeCursor + textAfterCursor
    var recall =
      lineRecall.flatMap { $0.line == line ? $0 : nil }
      ?? HistoryRecall(lines: history.lines, typedLine: line, prefix: textBeforeCursor)
    guard move(&recall) else { return UInt8(CC_ERROR) }
    lineRecall = recall
    replaceLine(with: recall.line)
    return UInt8(CC_REFRESH)
  }

  /// Replaces the edited line, and moves the cursor to its end.
  func replaceLine(with newLine: String) {
    if let line = el_wline(handle)?.pointee {
      el_cursor(handle, CInt(line.lastchar - line.cursor))
      el_deletestr(handle, CInt(line.lastchar - line.buffer))
    }
    if !newLine.isEmpty { _ = el_insertstr(handle, newLine) }
  }
}
