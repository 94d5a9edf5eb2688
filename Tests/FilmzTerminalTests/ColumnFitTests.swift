import FilmzTerminal
import Testing

struct ColumnFitTests {
  private static let table = Table(
    columns: [
      Column("#"), Column("Title", isFlexible: true, minimumWidth: 6),
      Column("Seen", dropPriority: 1), Column("Type", dropPriority: 2),
      Column("Note", dropPriority: 3),
    ],
    rows: [["1", "The Matrix", "2024-05-01", "movie", "great fun"]])

  @Test(arguments: [
    (80, "#  Title       Seen        Type   Note"), (43, "#  Title       Seen        Type   Note"),
    (42, "#  Title      Seen        Type   Note"), (39, "#  Title   Seen        Type   Note"),
    (38, "#  Title       Seen        Type"), (32, "#  Title       Seen        Type"),
    (31, "#  Title      Seen        Type"), (27, "#  Title       Seen"),
  ])
  func leastImportantColumnIsDroppedFirst(width: Int, heading: String) {
    let lines = Self.table.rendered(on: RenderTarget(width: width)).split(separator: "\n")
    #expect(lines.first == heading[...])
  }

  @Test func narrowColumnIsAddedAgainIfItFitsAfterAWiderOneWasDropped() {
    let lines = Self.table.rendered(on: RenderTarget(width: 20)).split(separator: "\n")
    #expect(lines.first == "#  Title       Type")
    #expect(lines.last == "1  The Matrix  movie")
  }

  @Test(arguments: 1...60)
  func nothingIsCutIfTheLineHasSpareWidth(width: Int) throws {
    let line = try #require(
      Self.table.rendered(on: RenderTarget(width: width)).split(separator: "\n").last)
    if line.contains("…") { #expect(line.displayWidth >= width - 1) }
  }
}
