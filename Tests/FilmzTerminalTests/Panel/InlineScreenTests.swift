import FilmzTestSupport
import Testing

@testable import FilmzTerminal

struct InlineScreenTests {
  typealias Frame = InlineScreen.Frame

  /// Draws a frame on a screen, and returns what was written.
  @discardableResult
  private func draw(
    _ lines: [String], column: Int = 0, _ inline: inout InlineScreen, on screen: inout Screen
  ) -> String {
    let text = inline.draw(Frame(lines: lines, cursorColumn: column))
    screen.feed(Array(text.utf8))
    return text
  }

  /// Returns a screen with numbered rows above the cursor.
  private func screen(rowsAbove: Int, rows: Int = 24, columns: Int = 80) -> Screen {
    var screen = Screen(rows: rows, columns: columns)
    for row in 0..<rowsAbove { screen.feed(Array("row \(row)\r\n".utf8)) }
    return screen
  }

  @Test(arguments: [0, 5, 20, 23, 40])
  func framesAreDrawnBelowTheCursorAndRemoved(rowsAbove: Int) {
    var screen = screen(rowsAbove: rowsAbove)
    var inline = InlineScreen()
    let above = Array((0..<rowsAbove).map { "row \($0)" }.suffix(20))
    for lines in [["> go", "2 films", "Goodfellas", "The Godfather"], ["> god", "1 film", "The Godfather", ""]] {
      draw(lines, column: lines[0].count, &inline, on: &screen)
      #expect(screen.visibleRows == above + lines.filter { !$0.isEmpty })
      #expect(screen.cursor == Screen.Position(row: above.count, column: lines[0].count))
    }
    screen.feed(Array(inline.erase().utf8))
    #expect(screen.visibleRows == above)
    #expect(screen.cursor == Screen.Position(row: above.count, column: 0))
    let rest = inline.erase()
    #expect(rest.isEmpty)
  }

  @Test func onlyChangedLinesAreWritten() {
    var screen = screen(rowsAbove: 2)
    var inline = InlineScreen()
    draw(["q", "status", "one", "two"], column: 1, &inline, on: &screen)
    let same = draw(["q", "status", "one", "two"], column: 1, &inline, on: &screen)
    #expect(same.isEmpty)
    let text = draw(["q", "status", "one", "TWO"], column: 1, &inline, on: &screen)
    #expect(text.contains("TWO") && !text.contains("one") && !text.contains("status"))
    #expect(text.hasPrefix("\u{1B}[?2026h") && text.hasSuffix("\u{1B}[?2026l"))
    #expect(screen.visibleRows.suffix(4) == ["q", "status", "one", "TWO"])
    draw(["qu", "status", "one", "TWO"], column: 2, &inline, on: &screen)
    #expect(
      screen.visibleRows.suffix(4) == ["qu", "status", "one", "TWO"]
        && screen.cursor == Screen.Position(row: 2, column: 2))
    #expect(screen.privateModes == [2026: false, 7: true, 25: true])
  }

  @Test(arguments: [
    ["four", "five"], ["one", "two", "three", "four"],
    [String(repeating: "x", count: 20), String(repeating: "千", count: 10)],
  ])
  func numberOfLinesMayChange(lines: [String]) {
    var screen = screen(rowsAbove: 30, rows: 8, columns: 20)
    var inline = InlineScreen()
    draw(["a", "b", "c"], &inline, on: &screen)
    draw(lines, &inline, on: &screen)
    #expect(screen.visibleRows.suffix(lines.count) == lines[...])
    draw(["a", "b", "c"], &inline, on: &screen)
    #expect(screen.visibleRows.suffix(3) == ["a", "b", "c"])
  }

  @Test(arguments: [40, 60, 100, 300], [true, false])
  func framesOfAnotherWidthReplaceTheOnesBefore(columns: Int, wrapping: Bool) {
    for queryLength in wrapping ? [5, 39, 79] : [5, 39] {
      var screen = screen(rowsAbove: 30)
      var inline = InlineScreen()
      let query = String(repeating: "q", count: queryLength)
      let rows = Array(repeating: String(repeating: "x", count: wrapping ? 36 : 80), count: 13)
      draw([query] + rows, column: queryLength, &inline, on: &screen)
      screen.resize(rows: 24, columns: columns, wrapping: wrapping)
      screen.feed(Array(inline.erase(width: columns).utf8))
      let left = screen.visibleRows
      #expect(left.last == "row 29" && left.allSatisfy { $0.hasPrefix("row ") }, "\(queryLength)")
      draw(["next", "line"], column: 4, &inline, on: &screen)
      #expect(screen.visibleRows.suffix(3) == ["row 29", "next", "line"], "\(queryLength)")
    }
  }

  /// tmux moves a screen that is erased from its first cell on into the scrollback.
  @Test(arguments: [0, 5])
  func framesLeaveNoCopyInTheScrollback(rowsAbove: Int) {
    var screen = screen(rowsAbove: rowsAbove, rows: 12, columns: 80)
    screen.keepsErasedScreens = true
    var inline = InlineScreen()
    for (columns, rows) in [(80, 12), (40, 12), (80, 8), (80, 12)] {
      let above = Array(screen.allRows.prefix { $0.hasPrefix("row ") })
      screen.resize(rows: rows, columns: columns)
      screen.feed(Array(inline.erase(width: columns).utf8))
      let lines = (1...6).map { "line \($0)" }
      draw(lines, column: 4, &inline, on: &screen)
      #expect(screen.allRows == above + lines, "\(rows) × \(columns)")
    }
  }

  /// A frame that is on its way while the terminal becomes smaller does not move the cursor out of the line of the query.
  @Test func framesOfALargerTerminalAreErased() {
    var screen = screen(rowsAbove: 30)
    var inline = InlineScreen()
    draw(["query"] + Array(repeating: "one", count: 13), column: 5, &inline, on: &screen)
    screen.resize(rows: 8, columns: 80)
    draw(["query"] + Array(repeating: "two", count: 13), column: 5, &inline, on: &screen)
    screen.feed(Array(inline.erase(width: 80).utf8))
    #expect(screen.visibleRows == (23...29).map { "row \($0)" })
  }

  /// The frames differ in every line, and have as many styles as a table with highlighted letters.
  @Test func framesOf80By24HaveAtMostFourKilobytes() {
    let style = Style(usesColor: true)
    var inline = InlineScreen()
    for letter in ["a", "é", "千"] {
      let count = 66 / letter.displayWidth
      let row = style.reversed(
        "> " + style.dim("12") + style.bold(letter) + String(repeating: letter, count: count)
          + style.emphasized("8.9", .red) + style.emphasized("Film", .green))
      let text = inline.draw(Frame(lines: Array(repeating: row, count: 14), cursorColumn: 70))
      #expect(row.withoutEmphasis.displayWidth <= 80 && text.utf8.count <= 4096, "\(text.utf8.count)")
    }
  }
}
