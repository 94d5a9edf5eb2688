import Testing

@testable import FilmzShell

struct WrappedPositionTests {
  /// Sets the locale of the process, by which the C library determines the width of characters.
  init() { TerminalEditor.setCharacterLocale() }

  @Test(arguments: [
    ("", 10, 0), ("filmz> ", 10, 0), ("0123456789", 10, 1), ("01234567890", 10, 1),
    ("012345678901234567890", 10, 2), ("千千千千", 10, 0), ("千千千千千", 10, 1),
    ("012345678千", 10, 1), ("a\u{301}\u{302}bcdefghi", 10, 0), ("\u{1}\u{1}\u{1}\u{1}", 10, 0),
    ("\u{1}\u{1}\u{1}\u{1}\u{7F}", 10, 1), ("abc", 1, 3), ("abc", 0, 3), ("🎬🎬", 4, 1),
  ])
  func rowIsTheOneOnWhichTerminalsEndTheText(text: String, columns: Int, row: Int) {
    var position = WrappedPosition(terminalWidth: columns)
    position.advance(over: text)
    #expect(position.row == row)
  }

  @Test(arguments: [
    ("filmz> ", "0123"), ("01234", "56789"), ("012345678", "千"), ("", "0123456789"),
  ])
  func advancingOverPartsIsTheSameAsAdvancingOverTheWholeText(first: String, second: String) {
    var parts = WrappedPosition(terminalWidth: 10)
    parts.advance(over: first)
    parts.advance(over: second)
    var whole = WrappedPosition(terminalWidth: 10)
    whole.advance(over: first + second)
    #expect(parts.row == whole.row)
  }

  /// A row that ended with spaces ends with a line feed; after any other row, the text continues.
  @Test(arguments: [
    ("0123456789abc", 10, 5, 2), ("012345678 abc", 10, 5, 2), ("01234     abc", 10, 5, 1),
    ("012345678 abc", 10, 20, 1), ("0123456789abc", 10, 20, 0), ("          abc", 10, 5, 1),
    ("01234567 90123456 xyz", 10, 4, 5), ("012345678千abc", 10, 30, 1), ("abc", 10, 30, 0),
  ])
  func textDrawnAtAnotherWidthKeepsItsLineFeeds(
    text: String, width: Int, columns: Int, row: Int
  ) {
    var position = WrappedPosition(terminalWidth: columns)
    position.advance(over: text, drawnAt: width)
    #expect(position.row == row)
  }
}
