import CLibEdit
import FilmzTerminal

/// Ctrl-R: earlier lines are looked through while one types.
///
/// Libedit's own search runs a line that does not hold what was typed, and takes arrow keys for text.
extension TerminalEditor {
  static let searchCommand = "filmz-search"

  /// What a key does to the search.
  private enum Step {
    case goOn
    /// Gives the line back as it was.
    case giveUp
    /// Puts the line that was found in the place of the line.
    case take
    /// The same, and does what the key means there.
    case takeWith(Unicode.Scalar)
  }

  func addSearchCommand() {
    clibedit_add_command(handle, Self.searchCommand, "Look for an earlier line") { handle, _ in
      TerminalEditor.behind(handle)?.search() ?? UInt8(CC_ERROR)
    }
  }

  /// Reads keys until a line is taken or the search given up; draws in the prompt's row meanwhile.
  private func search() -> UInt8 {
    history.takePast()
    var search = HistorySearch(lines: history.texts)
    isSearching = true
    defer { isSearching = false }
    goToPrompt()
    draw(search)
    while let key = nextKey() {
      switch step(key, &search) {
      case .goOn: draw(search)
      case .giveUp: return leave()
      case .take: return leave(with: search.match)
      case .takeWith(let key):
        put(search.isFailing ? nil : key)
        return leave(with: search.match)
      }
    }
    return leave()
  }

  private func step(_ key: Unicode.Scalar, _ search: inout HistorySearch) -> Step {
    switch key.value {
    case Self.resizeKey.value: break
    case 0x12: if !search.goOn() { beep() }
    case 0x7F, 0x08: search.removeLast()
    case 0x15: search.clear()
    case 0x07: return .giveUp
    case 0x1B: return .take
    case 0x0A, 0x0D: return search.match == nil ? .giveUp : .takeWith("\n")
    case Self.leaveKey.value: return .giveUp
    case 0..<0x20, 0x80..<0xA0: return .takeWith(key)
    default: search.append(key)
    }
    return .goOn
  }

  // MARK: - Drawing

  /// The text that is looked for and the line that holds it, in one row.
  private func draw(_ search: HistorySearch) {
    let line = (search.match ?? "").sanitizedForTerminal
    let sign = search.isFailing ? "no earlier line with" : "earlier line with"
    let text = "\(sign) `\(search.text.sanitizedForTerminal)`: \(line)".truncated(
      toWidth: (columns ?? 80) - 1)
    show("\r" + (understandsEscapes ? "\u{1B}[J" : "") + text)
  }

  /// Goes to the row of the prompt, and clears what stands from there on.
  private func goToPrompt() {
    guard understandsEscapes else { return show("\n") }
    let row = cursorRow()
    show("\r" + (row > 0 ? "\u{1B}[\(row)A" : "") + "\u{1B}[J")
  }

  /// Draws the line again, or another in its place.
  private func leave(with found: String? = nil) -> UInt8 {
    show("\r" + (understandsEscapes ? "\u{1B}[J" : "\n"))
    if let found {
      if let line = el_wline(handle)?.pointee {
        el_cursor(handle, CInt(line.lastchar - line.cursor))
        el_deletestr(handle, CInt(line.lastchar - line.buffer))
      }
      _ = el_insertstr(handle, found)
    }
    el_resize(handle)
    clibedit_refresh(handle)
    return UInt8(CC_NORM)
  }

  private func beep() { show("\u{7}") }
}
