import CLibEdit
import Dispatch
package import FilmzCommands
import FilmzTerminal
import Glibc
import Synchronization

/// A function that returns the completion of a line at the cursor.
package typealias LineCompleter = @Sendable (String, String.Index) async -> Completion

extension TerminalEditor {
  /// The maximum time to wait for a completion.
  private static let completionTimeout = DispatchTimeInterval.seconds(3)

  /// Inserts the completion or, if there are several candidates, lists them.
  ///
  /// - Returns: The code for libedit: what to redraw, and whether to beep because there is no completion.
  func complete() -> UInt8 {
    let (line, cursor) = lineWithCursor()
    let textBeforeCursor = String(line[..<cursor])
    guard let completion = completion(of: line, cursor: cursor) else { return UInt8(CC_REFRESH_BEEP) }
    if let replacement = completion.replacement {
      replace(completion.removedScalarCount, of: textBeforeCursor, with: replacement)
      return UInt8(CC_REFRESH)
    }
    guard completion.candidates.count > 1 else { return UInt8(CC_REFRESH_BEEP) }
    list(completion)
    return UInt8(CC_REDISPLAY)
  }

  /// Returns the completion of a line at the cursor, or `nil` after the timeout or without a
  /// completer.
  ///
  /// Blocks the thread meanwhile.
  private func completion(of line: String, cursor: String.Index) -> Completion? {
    guard let completer else { return nil }
    let doneSemaphore = DispatchSemaphore(value: 0)
    let completion = Mutex<Completion?>(nil)
    let task = Task {
      let result = await completer(line, cursor)
      completion.withLock { $0 = result }
      doneSemaphore.signal()
    }
    guard doneSemaphore.wait(timeout: .now() + Self.completionTimeout) == .success else {
      task.cancel()
      return nil
    }
    return completion.withLock { $0 }
  }

  /// Replaces the last `count` scalars before the cursor; a prefix that they share with the replacement stays.
  private func replace(_ count: Int, of textBeforeCursor: String, with replacement: String) {
    let replacedText = textBeforeCursor.unicodeScalars.suffix(count)
    let commonCount = zip(replacedText, replacement.unicodeScalars).prefix { $0 == $1 }.count
    if replacedText.count > commonCount { el_deletestr(handle, CInt(replacedText.count - commonCount)) }
    var insertedText = String.UnicodeScalarView()
    insertedText.append(contentsOf: replacement.unicodeScalars.dropFirst(commonCount))
    if !insertedText.isEmpty { _ = el_insertstr(handle, String(insertedText)) }
  }

  // MARK: - List of candidates

  /// Lists the candidates below the line.
  ///
  /// If they do not fit on the screen, asks for a confirmation first.
  private func list(_ completion: Completion) {
    let (width, height) = (terminalWidth ?? 80, rows(of: fileno(output)) ?? 24)
    let items = completion.candidates.map { (target.transliterated($0.label), target.transliterated($0.summary)) }
    var lines = ColumnList(items, ellipsis: target.ellipsis).lines(width: width - 1, height: height - 2, style: style)
    if completion.isTruncated { lines.append("\(target.ellipsis) and more") }
    write("\n")
    guard lines.count < height - 1 || confirms("Show all \(lines.count) lines? [y/N] ") else { return }
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

  /// Returns the line and the cursor in it.
  func lineWithCursor() -> (line: String, cursor: String.Index) {
    let (before, after) = textAroundCursor()
    let line = before + after
    return (line, line.unicodeScalars.index(line.startIndex, offsetBy: before.unicodeScalars.count))
  }

  /// Returns the text of the line before and after the cursor.
  func textAroundCursor() -> (before: String, after: String) {
    guard let line = el_wline(handle)?.pointee, let start = line.buffer else { return ("", "") }
    return (Self.text(start, line.cursor - start), Self.text(line.cursor, line.lastchar - line.cursor))
  }
}
