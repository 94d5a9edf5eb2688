import Testing

@testable import FilmzTerminal

/// Notes after the texts of cells, which are cut before the texts are.
struct TableNoteTests {
  private static let table = Table(
    columns: [Column("Title", isFlexible: true, minimumWidth: 4), Column("Year")],
    rows: [[Cell("Heat", note: "aka Hitze des Gefechts"), "1995"], ["Spirited Away", "2001"]])

  @Test(
    arguments: [
      (40, ["Heat  aka Hitze des Gefechts  1995", "Spirited Away                 2001"]),
      (24, ["Heat  aka Hitze d…  1995", "Spirited Away       2001"]),
      (16, ["Heat        1995", "Spirited…   2001"]),
    ])
  func notesTakeTheWidthThatTextsLeave(width: Int, lines: [String]) {
    let text = Self.table.rendered(on: RenderTarget(width: width, isTerminal: true))
    #expect(text.split(separator: "\n").dropFirst().map(String.init) == lines)
  }

  @Test func notesAreDim() {
    let text = Self.table.rendered(on: RenderTarget(width: 40, style: Style(usesColor: true)))
    #expect(text.contains("Heat  \u{1B}[2maka Hitze des Gefechts\u{1B}[22m"))
  }
}
