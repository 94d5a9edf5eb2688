import Testing

@testable import FilmzTerminal

/// The parts of cells that are set off, also after a cell was cut.
struct TableHighlightTests {
  @Test(
    arguments: [
      ("The Godfather", [4..<7], 20, "The [God]father"), ("The Godfather", [0..<3, 4..<13], 20, "[The] [Godfather]"),
      ("The Godfather", [4..<13], 8, "The [God]…"), ("The Godfather", [10..<13], 8, "The God…"),
      ("千と千尋の神隠し", [2..<4], 20, "千と[千尋]の神隠し"), ("Heat", [0..<9], 20, "[Heat]"), ("Heat", [], 20, "Heat"),
    ] as [(String, [Range<Int>], Int, String)])
  func partsAreSetOff(text: String, parts: [Range<Int>], width: Int, result: String) {
    let table = Table(columns: [Column("", isFlexible: true)], rows: [[Cell(text, highlights: parts)]])
    func row(_ style: Style) -> String? {
      table.rendered(on: RenderTarget(width: width, style: style)).split(separator: "\n").last.map(String.init)
    }
    let marked = row(Style(usesColor: true))?.replacing("\u{1B}[1m", with: "[").replacing("\u{1B}[22m", with: "]")
    #expect(marked == result)
    #expect(row(.plain) == result.filter { !"[]".contains($0) })
  }

  @Test func cellsThatAreCutInTheMiddleKeepTheHighlightsOfBothEnds() {
    let column = Column("", isFlexible: true, distinguishesCutCells: true)
    let titles = ["A very long title, part one", "A very long title, part two"]
    let table = Table(columns: [column], rows: titles.map { [Cell($0, highlights: [2..<6, 24..<27])] })
    let lines = table.rendered(on: RenderTarget(width: 16, style: Style(usesColor: true))).split(separator: "\n")
    for (line, end) in zip(lines.suffix(2), ["one", "two"]) {
      #expect(line.hasPrefix("A \u{1B}[1mvery\u{1B}[22m") && line.hasSuffix("\u{1B}[1m\(end)\u{1B}[22m"), "\(line)")
    }
  }
}
