import CLibEdit
import Dispatch
package import FilmzCommands
import FilmzTerminal
import Glibc
import Synchronization

extension TerminalEditor {
  static let completeCommand = "filmz-complete"

  /// Adds the command for Tab; `~/.editrc` may bind other keys to this command.
  func addCompletionCommand() {
    clibedit_add_command(handle, Self.completeCommand, "Complete the word before the cursor") {
      handle, _ in
      TerminalEditor.editor(of: handle)?.complete() ?? UInt8(CC_ERROR)
    }
  }

  /// Inserts the completion or, if there are several candidates, lists them.
  ///
  /// - Returns: The code for libedit: what to redraw, and whether to beep because there is no completion.
  private func complete() -> UInt8 {
    let (textBeforeCursor, textAfterCursor) = textAroundCursor()
    let line = textBeforeCursor + textAfterCursor
    let cursor = line.unicodeScalars.index(
      line.startIndex, offsetBy: textBeforeCursor.unicodeScalars.count)
    guard let completion = completer?.completion(of: line, cursor: cursor) else {
      return UInt8(CC_REFRESH_BEEP)
    }
    if let replacement = completion.replacement {
      replace(completion.removedScalarCount, of: textBeforeCursor, with: replacement)
      return UInt8(CC_REFRESH)
    }
    guard completion.candidates.count > 1 else { return UInt8(CC_REFRESH_BEEP) }
    list(completion)
    return UInt8(CC_REDISPLAY)
  }

  /// Replaces the last `count` scalars before the cursor, except for a prefix that they have in
  /// common with the replacement.
  private func replace(_ count: Int, of textBeforeCursor: String, with replacement: String) {
    let replacedText = textBeforeCursor.unicodeScalars.suffix(count)
    let commonCount = zip(replacedText, replacement.unicodeScalars).prefix { $0 == $1 }.count
    if replacedText.count > commonCount {
      el_deletestr(handle, CInt(replacedText.count - commonCount))
    }
    var insertedText = String.UnicodeScalarView()
    insertedText.append(contentsOf: replacement.unicodeScalars.dropFirst(commonCount))
    if !insertedText.isEmpty { _ = el_insertstr(handle, String(insertedText)) }
  }

  // MARK: - List of candidates

  /// Lists the candidates below the line.
  ///
  /// If they do not fit on the screen, asks for a confirmation first.
  private func list(_ completion: Completion) {
    var size = winsize()
    let hasSize = ioctl(fileno(output), UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let width = hasSize ? Int(size.ws_col) : 80
    let height = hasSize && size.ws_row > 0 ? Int(size.ws_row) : 24
    var lines = ColumnList(completion.candidates.map { .init(word: $0.label, note: $0.summary) })
      .lines(width: width - 1, height: height - 2, style: style)
    if completion.isTruncated { lines.append("… and more") }
    write("\n")
    guard lines.count < height - 1 || confirms("Show all \(lines.count) lines? [y/N] ") else {
      return
    }
    write(lines.joined(separator: "\n") + "\n")
  }

  /// Asks a question, and returns whether the user answers with the key `y`, `Y`, or Space.
  ///
  /// Any other key (including Ctrl-C), a resize, and the end of the input or of the program mean
  /// no.
  private func confirms(_ question: String) -> Bool {
    write(question)
    isConfirming = true
    defer {
      isConfirming = false
      write("\n")
    }
    guard let answer = nextKey() else { return false }
    if answer == Self.bracketedPasteKey { unread(answer) }
    return answer == "y" || answer == "Y" || answer == " "
  }

  func textAroundCursor() -> (before: String, after: String) {
    guard let line = el_wline(handle)?.pointee, let start = line.buffer else { return ("", "") }
    return (
      Self.text(start, line.cursor - start), Self.text(line.cursor, line.lastchar - line.cursor)
    )
  }
}

/// Requests completions of a line while the editing thread waits.
package struct LineCompleter: Sendable {
  /// The maximum time to wait for a completion.
  private static let timeout = DispatchTimeInterval.seconds(3)

  private let complete: @Sendable (String, String.Index) async -> Completion

  package init(_ complete: @escaping @Sendable (String, String.Index) async -> Completion) {
    self.complete = complete
  }

  /// Returns the completion of a line at the cursor, or `nil` after the timeout.
  ///
  /// Blocks the thread meanwhile.
  func completion(of line: String, cursor: String.Index) -> Completion? {
    let doneSemaphore = DispatchSemaphore(value: 0)
    let result = CompletionBox()
    let task = Task {
      result.store(await complete(line, cursor))
      doneSemaphore.signal()
    }
    guard doneSemaphore.wait(timeout: .now() + Self.timeout) == .success else {
      task.cancel()
      return nil
    }
    return result.load()
  }
}

/// Passes a completion to another thread.
private final class CompletionBox: Sendable {
  private let completion = Mutex<Completion?>(nil)

  func store(_ newCompletion: Completion) { completion.withLock { $0 = newCompletion } }

  func load() -> Completion? { completion.withLock { $0 } }
}
