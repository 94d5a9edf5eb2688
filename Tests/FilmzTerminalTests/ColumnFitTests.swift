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

  private static let films = Table(
    columns: [
      Column(
        "Title", isFlexible: true, minimumWidth: 6, preferredWidth: 10,
        distinguishesCutCells: true),
      Column("Type", dropPriority: 2, dropsEarly: true), Column("Seen", dropPriority: 1),
      Column("Genres", dropPriority: 3, isFlexible: true, minimumWidth: 5, minimumTableWidth: 40),
    ],
    rows: [["The Lord of the Rings", "movie", "2024", "Adventure"]])

  @Test(arguments: [
    (39, "Title                  Type   Seen"), (34, "Title                  Type   Seen"),
    (40, "Title                 Type   Seen  Genr…"),
    (45, "Title                  Type   Seen  Genres"),
    (23, "Title       Type   Seen"), (22, "Title             Seen"), (12, "Title   Seen"),
    (11, "Title"),
  ])
  func columnsAreDroppedEarlyOrShownInWideTablesOnly(width: Int, heading: String) {
    let lines = Self.films.rendered(on: RenderTarget(width: width)).split(separator: "\n")
    #expect(lines.first == heading[...])
  }

  @Test func tablesWithoutAWidthHaveNoColumnsOfWideTables() {
    #expect(!Self.films.rendered(on: RenderTarget()).contains("Genres"))
    #expect(!Self.films.markdown().contains("Genres"))
  }

  @Test func cellsWithTheSameBeginningAreCutInTheMiddle() {
    let table = Table(
      columns: [Self.films.columns[0]],
      rows: [
        ["The Lord of the Rings: The Return of the King"],
        ["The Lord of the Rings: The Two Towers"], ["The Princess Bride and Others"],
        ["The Princess Bride and Others"],
      ])
    let lines = table.rendered(on: RenderTarget(width: 16)).split(separator: "\n")
    #expect(
      lines.dropFirst() == [
        "The Lord of…King", "The Lord…Towers", "The Princess Br…", "The Princess Br…",
      ])
  }
}
