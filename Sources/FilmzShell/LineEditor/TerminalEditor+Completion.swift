import CLibEdit
import FilmzCommands
import FilmzTerminal
import Glibc

extension TerminalEditor {
  static let completeCommand = "filmz-complete"

  /// Makes the command of Tab; `~/.editrc` may bind another key to it.
  func addCompletionCommand() {
    clibedit_add_command(handle, Self.completeCommand, "Complete the word before the cursor") {
      handle, _ in
      TerminalEditor.behind(handle)?.complete() ?? UInt8(CC_ERROR)
    }
  }

  /// Puts in what is certain, or shows what fits; the code tells libedit what to draw.
  private func complete() -> UInt8 {
    let (before, after) = textAroundCursor()
    let line = before + after
    let cursor = line.unicodeScalars.index(
      line.startIndex, offsetBy: before.unicodeScalars.count)
    guard let completion = completer?.completion(of: line, cursor: cursor) else {
      return UInt8(CC_REFRESH_BEEP)
    }
    if let replacement = completion.replacement {
      replace(completion.removed, with: replacement, before)
      return UInt8(CC_REFRESH)
    }
    guard completion.candidates.count > 1 else { return UInt8(CC_REFRESH_BEEP) }
    show(completion)
    return UInt8(CC_REDISPLAY)
  }

  /// Changes what stands before the cursor, from where old and new text differ.
  private func replace(_ count: Int, with replacement: String, _ before: String) {
    let old = before.unicodeScalars.suffix(count)
    let common = zip(old, replacement.unicodeScalars).prefix { $0 == $1 }.count
    if old.count > common { el_deletestr(handle, CInt(old.count - common)) }
    var rest = String.UnicodeScalarView()
    rest.append(contentsOf: replacement.unicodeScalars.dropFirst(common))
    if !rest.isEmpty { _ = el_insertstr(handle, String(rest)) }
  }

  // MARK: - The list

  /// Shows what fits below the line; over a screenful only after asking.
  private func show(_ completion: Completion) {
    var size = winsize()
    let isKnown = ioctl(fileno(output), UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let width = isKnown ? Int(size.ws_col) : 80
    let height = isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24
    var lines = ColumnList(completion.candidates.map { .init(word: $0.label, note: $0.summary) })
      .lines(width: width - 1, height: height - 2, style: style)
    if completion.isCut { lines.append("… and more") }
    show("\n")
    guard lines.count < height - 1 || agrees("Show all \(lines.count) lines? [y/N] ") else {
      return
    }
    show(lines.joined(separator: "\n") + "\n")
  }

  /// Asks for one key; a signal or a resize means no.
  private func agrees(_ question: String) -> Bool {
    show(question)
    isAsking = true
    defer {
      isAsking = false
      show("\n")
    }
    guard let answer = nextKey() else { return false }
    return answer == "y" || answer == "Y" || answer == " "
  }

  private func textAroundCursor() -> (before: String, after: String) {
    guard let line = el_wline(handle)?.pointee, let start = line.buffer else { return ("", "") }
    return (
      Self.text(start, line.cursor - start), Self.text(line.cursor, line.lastchar - line.cursor)
    )
  }
}
