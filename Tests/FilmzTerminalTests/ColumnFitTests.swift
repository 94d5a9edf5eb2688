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

  private static let runtime = Column("Runtime", minimumTableWidth: 120, spareWidth: 12, nominalWidth: 7)

  @Test(arguments: [
    (68, 80, true), (69, 80, false), (1, 80, true), (1, 79, false), (105, 119, true), (108, 119, false),
  ])
  func columnThatNeedsSpareWidthIsShownIfNothingIsCut(titleWidth: Int, width: Int, isShown: Bool) {
    let title = Cell(String(repeating: "x", count: titleWidth))
    let table = Table(columns: [Column("Title", isFlexible: true), Self.runtime], rows: [[title, "90 min"]])
    let text = table.rendered(on: RenderTarget(width: width))
    #expect(text.contains("Runtime") == isShown && text.contains(title.text), "\(text)")
  }

  /// The pages of a table differ in the widths of their cells and in the cells that are blank.
  @Test(arguments: [
    (20, "Title Seen"), (30, "Title Type Seen"), (79, "Title Type Seen"), (80, "Title Type Seen Runtime"),
  ])
  func pagesHaveTheSameColumns(width: Int, headings: String) {
    let columns = [
      Column("Title", isFlexible: true, minimumWidth: 6, preferredWidth: 10, nominalWidth: 12),
      Column("", isFlexible: true, minimumWidth: 4, hidesWhenEmpty: true),
      Column("Type", dropPriority: 2, dropsEarly: true, nominalWidth: 6),
      Column("Seen", dropPriority: 1, nominalWidth: 4, hidesWhenEmpty: true), Self.runtime,
      Column("Note", dropPriority: 3, hidesWhenEmpty: true),
    ]
    let pages: [[Cell]] = [
      ["A", "", "", "", ""], ["A", "aka B", "movie", "2024", "90 min"],
      [Cell(String(repeating: "The Lord ", count: 12)), "aka The Lord of the Rings", "miniseries", "2024-05-01", ""],
    ]
    for (row, isUTF8) in pages.flatMap({ [($0, true), ($0, false)] }) {
      let target = RenderTarget(width: width, isUTF8: isUTF8)
      let text = Table(columns: columns, rows: [row], isPage: true).rendered(on: target)
      let heading = text.split(separator: "\n")[0].split(separator: " ").joined(separator: " ")
      #expect(heading == headings, "\(text)")
      #expect(text.split(separator: "\n").allSatisfy { $0.displayWidth <= width })
    }
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
