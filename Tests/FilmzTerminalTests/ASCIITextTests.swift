import Foundation
import Testing

@testable import FilmzTerminal

/// Text for a locale that is not UTF-8, and prompts of narrow terminals.
struct ASCIITextTests {
  private static let target = RenderTarget(width: 20, isUTF8: false)

  @Test func tableIsAlignedAndCutInASCII() throws {
    let table = Table(
      columns: [Column("Title", isFlexible: true, minimumWidth: 5), Column("Mark")],
      rows: [["七人の侍", "✓"], ["Amélie – the very long title", "≈"], ["Straße", "9"]])
    let lines = table.rendered(on: Self.target).split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } && $0.count <= 20 }, "\(lines)")
    try #require(lines.count == 4)
    #expect(lines[1].hasPrefix("???? ") && lines[2].hasPrefix("Amelie - the") && lines[3].hasPrefix("Strasse "))
    let column = try #require(lines[0].range(of: "Mark")?.lowerBound)
    #expect(["x", "~", "9"] == lines.dropFirst().map { String($0[column...]) })
    #expect(lines[2][..<column].contains("~"))
  }

  @Test func cardIsASCII() {
    let card = Card(
      title: "Amélie (2001–)", subtitle: "movie • 122 min", badges: [.init("Mine", "★★★½")],
      paragraphs: ["“So…” she says — and cries."], fields: [.init("Größe", "3 × 4")])
    let text = card.rendered(on: Self.target)
    #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(text)")
    #expect(text.hasPrefix("Amelie (2001-)\nmovie * 122 min\nMine *** 1/2\n"), "\(text)")
    #expect(!text.contains("?"), "\(text)")
  }

  @Test(arguments: [
    ("Name: ", 40, ["Name: "]), ("Remove Heat? [y/N] ", 19, ["Remove Heat? [y/N] "]),
    ("Remove Heat? [y/N] ", 12, ["Remove Heat?", "[y/N] "]), ("Remove it?", 6, ["Remove", "it?"]),
    ("", 5, [""]),
  ])
  func promptsAreBrokenBetweenWords(prompt: String, width: Int, lines: [String]) {
    #expect(prompt.wrappedPrompt(toWidth: width) == lines)
  }
}
