import CLibEdit
package import FilmzCommands
import FilmzTerminal
import Glibc

/// Chooses films for the word at the cursor of a line.
package struct FilmPicker: Sendable {
  /// Returns whether films can be chosen.
  let isAvailable: @Sendable () async -> Bool
  /// Returns the line with the films that the user has chosen, or `nil` if none were chosen.
  ///
  /// Called while the cursor of the terminal is in the first column of the row below the line; it is there afterwards.
  let choose: @Sendable (String, String.Index) async -> EditedLine?

  package init(
    isAvailable: @escaping @Sendable () async -> Bool,
    choose: @escaping @Sendable (String, String.Index) async -> EditedLine?
  ) { (self.isAvailable, self.choose) = (isAvailable, choose) }
}

/// The key that lets the user choose films below the line (Ctrl-T).
extension TerminalEditor {
  /// The key that transposes two characters with emacs keys; it never comes from the terminal.
  static let transposeKey: Unicode.Scalar = "\u{8F}"
  private static let controlT: CInt = 0x14

  /// Shows films below the line, and puts those that the user chooses in place of the word at the cursor.
  ///
  /// If films cannot be chosen, Ctrl-T transposes two characters with emacs keys, as in libedit, and other keys beep.
  func chooseFilms(key: CInt) -> UInt8 {
    guard let filmPicker, let thread, isTerminal, BracketedPaste.supportsEscapeSequences,
      thread.serve({ await filmPicker.isAvailable() }).value == true
    else {
      guard key == Self.controlT, !hasViKeys else { return UInt8(CC_ERROR) }
      unread(Self.transposeKey)
      return UInt8(CC_NORM)
    }
    let (line, cursor) = lineWithCursor()
    moveBelowLine()
    let (choice, isTerminated) = thread.serve { await filmPicker.choose(line, cursor) }
    if isTerminated { terminate() }
    write("\u{1B}[\(lastRow() + 1)A" + InlineScreen.eraseDown)
    if case let edited?? = choice { replaceLine(with: edited) }
    el_resize(handle)
    clibedit_refresh(handle)
    drawnWidth = terminalWidth
    return UInt8(CC_NORM)
  }

  /// Draws the line again, below the output of other programs, and moves the cursor of the terminal to the row below.
  func redrawAboveOtherRows() {
    write(InlineScreen.eraseDown)
    el_resize(handle)
    clibedit_refresh(handle)
    drawnWidth = terminalWidth
    moveBelowLine()
  }

  /// Moves the cursor of the terminal to the first column of the row below the line, without moving libedit's cursor.
  private func moveBelowLine() {
    let distance = lastRow() - cursorRow()
    write((distance > 0 ? "\u{1B}[\(distance)B" : "") + "\r\n")
  }

  /// Replaces the line, and moves the cursor.
  private func replaceLine(with edited: EditedLine) {
    replaceLine(with: edited.text)
    el_cursor(handle, CInt(edited.cursor - edited.text.unicodeScalars.count))
  }
}
