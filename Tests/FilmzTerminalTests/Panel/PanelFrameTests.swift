import Testing

@testable import FilmzTerminal

struct PanelFrameTests {
  private func lines(_ panel: inout Panel, width: Int = 80, height: Int = 6, color: Bool = false) -> [String] {
    let target = RenderTarget(width: width, style: Style(usesColor: color), isTerminal: true)
    return panel.frame(width: width, height: height, on: target).lines
  }

  @Test func selectionAndMarksAreSigns() {
    var panel = PanelTests.panel(3)
    _ = panel.handle(.tab)
    #expect(lines(&panel) == ["search> god", "1 marked · 3 of 99", " *film r0", "> film r1", "  film r2", ""])
    #expect(
      lines(&panel, color: true).map(\.withoutEmphasis)
        == ["search> god", "1 marked · 3 of 99", " *film r0", "> film r1", "  film r2", ""])
    #expect(lines(&panel, color: true)[3] == "\u{1B}[7m> film r1\u{1B}[27m")
  }

  @Test func marksOfOtherRowsAreCounted() {
    var panel = PanelTests.panel(3)
    for _ in 1...3 { _ = panel.handle(.tab) }
    #expect(lines(&panel)[1] == "3 marked · 3 of 99")
    panel.setRows(PanelTests.rows(["r7", "r1"], status: "2 of 2"))
    #expect(lines(&panel)[1] == "3 marked, 2 not shown · 2 of 2")
    panel.setRows(.none)
    #expect(lines(&panel)[1] == "3 marked, 3 not shown")
  }

  @Test func aQuestionIsInTheLineOfTheQuery() {
    var panel = PanelTests.panel(1)
    panel.question = PanelQuestion(
      "List: ", among: ["Noir", "No\u{1B}ne", "Western"], note: "There is no list \"n\".", answer: "n")
    #expect(lines(&panel).prefix(3) == ["List: n", "There is no list \"n\".", "> film r0"])
    _ = panel.handle(.character("o"))
    #expect(lines(&panel).prefix(3) == ["List: no", "Noir, No␛ne", "> film r0"])
    panel.question = nil
    #expect(lines(&panel).prefix(3) == ["search> god", "1 of 99", "> film r0"])
  }

  @Test func rowsScrollWithTheSelection() {
    var panel = PanelTests.panel(10)
    func shown() -> [String] { lines(&panel).dropFirst(2).map { String($0.dropFirst(2)) } }
    #expect(shown() == ["film r0", "film r1", "film r2", "film r3"])
    for _ in 1...5 { _ = panel.handle(.down) }
    #expect(shown() == ["film r2", "film r3", "film r4", "film r5"])
    for _ in 1...4 { _ = panel.handle(.up) }
    #expect(shown() == ["film r1", "film r2", "film r3", "film r4"])
    for _ in 1...5 { _ = panel.handle(.pageDown) }
    #expect(shown() == ["film r6", "film r7", "film r8", "film r9"])
    panel.setRows(PanelTests.rows(["r9"]))
    #expect(shown() == ["film r9", "", "", ""])
  }

  @Test func statusSaysMessagesUntilTheNextKey() {
    var panel = PanelTests.panel(1)
    panel.laterStatus = "OMDb …"
    #expect(lines(&panel)[1] == "1 of 99 · OMDb …")
    panel.message = Panel.Message("two\nlines\u{1B}[31m")
    #expect(lines(&panel)[1] == "two lines␛[31m")
    #expect(panel.handle(.unknown) == .redraw)
    #expect(lines(&panel)[1] == "1 of 99 · OMDb …")
    panel.setFailure("no network")
    #expect(lines(&panel, color: true)[1] == "\u{1B}[31mno network\u{1B}[39m")
    _ = panel.handle(.control("o"))
    #expect(lines(&panel)[1] == "Ctrl-O …")
  }

  @Test func incompleteFiltersAreDimmed() {
    var panel = PanelTests.panel(1, query: "a genre:hor")
    var rows = PanelTests.rows(["r0"])
    rows.dimRanges = [2..<11]
    panel.setRows(rows)
    let dimmed = "genre:hor".map { "\u{1B}[2m\($0)\u{1B}[22m" }.joined()
    #expect(lines(&panel, color: true)[0] == "\u{1B}[1msearch> \u{1B}[22ma " + dimmed)
    _ = panel.handle(.character("r"))
    #expect(lines(&panel, color: true)[0] == "\u{1B}[1msearch> \u{1B}[22ma genre:horr")
  }

  @Test func helpReplacesTheRows() {
    var panel = PanelTests.panel(3)
    _ = panel.handle(.alt("?"))
    #expect(
      lines(&panel) == ["search> god", "Esc: back to the rows", "Enter shows a film", "Tab marks it", "", ""])
    _ = panel.handle(.escape)
    #expect(lines(&panel)[2] == "> film r0")
  }

  @Test func previewIsAtTheRightFrom100ColumnsOn() {
    var panel = PanelTests.panel(2)
    panel.preview = ["The card", String(repeating: "x", count: 200)]
    #expect(lines(&panel, width: 99)[2] == "> film r0")
    let wide = lines(&panel, width: 100)
    let size = Panel.previewSize(width: 100, height: 6)
    #expect(size?.width == 38 && size?.height == 4)
    #expect(wide[2] == "> film r0".padded(toWidth: 59) + " │ The card")
    #expect(wide[3].hasSuffix("x…") && wide[3].displayWidth == 100)
  }

  @Test(arguments: [(8, 6), (10, 6), (24, 14), (80, 48), (5, 5), (11, 6)])
  func heightIsThreeFifthsOfTheTerminal(rows: Int, height: Int) {
    #expect(Panel.height(terminalRows: rows) == height)
  }

  /// Titles, queries and previews that are wide, combining, right-to-left, or that contain escapes.
  @Test(arguments: [40, 57, 80, 100, 300], [8, 24, 80])
  func noLineIsWiderThanTheTerminal(columns: Int, rows: Int) {
    let texts =
      sampleTexts + ["שלום עולם", "مرحبا", "a\u{1B}[2Jb\u{9B}1Hc\u{7}", String(repeating: "e\u{301}千", count: 200)]
    let height = Panel.height(terminalRows: rows)
    for text in texts {
      var panel = Panel(prompt: "search> ", query: text, help: [text])
      panel.setRows(
        PanelRows(
          ids: texts, lines: { range, _ in texts[range].map(\.sanitizedForTerminal) }, status: text.sanitizedForTerminal
        ))
      panel.preview = [text.sanitizedForTerminal]
      panel.message = Panel.Message(text)
      for key in [KeyPress.down, .tab, .left, .home, .alt("?")] {
        let lines = lines(&panel, width: columns, height: height, color: true)
        let plain = lines.map(\.withoutEmphasis)
        #expect(lines.count == height)
        #expect(plain.allSatisfy { $0.displayWidth <= columns && !$0.contains("\u{1B}") && !$0.contains("\u{9B}") })
        _ = panel.handle(key)
      }
    }
  }
}
