import FilmzTerminal
import Testing

struct TableTests {
  static let films = Table(
    columns: [
      Column("#", alignment: .trailing),
      Column("Title", isFlexible: true, minimumWidth: 8),
      Column("Year", alignment: .trailing, dropPriority: 1),
      Column("Genres", dropPriority: 3, isFlexible: true, minimumWidth: 6),
      Column("Note", dropPriority: 2, hidesWhenEmpty: true),
      Column("Mark"),
    ],
    rows: [
      ["1", "The Lord of the Rings: The Return of the King", "2003", "Adventure, Drama", "", "✓"],
      ["2", "千と千尋の神隠し", "2001", "Animation", " ", Cell("+", .green)],
      ["10", "Le fabuleux destin d'Ame\u{301}lie Poulain 👨‍👩‍👧", "2001", "Comedy, Romance"],
    ])

  @Test func columnsAreAlignedByCells() {
    #expect(
      Self.films.rendered(on: RenderTarget()) == """
         #  Title                                          Year  Genres            Mark
         1  The Lord of the Rings: The Return of the King  2003  Adventure, Drama  ✓
         2  千と千尋の神隠し                               2001  Animation         +
        10  Le fabuleux destin d'Ame\u{301}lie Poulain 👨‍👩‍👧         2001  Comedy, Romance
        """)
  }

  @Test func flexibleColumnsShrinkFirst() {
    #expect(
      Self.films.rendered(on: RenderTarget(width: 50)) == """
         #  Title             Year  Genres            Mark
         1  The Lord of the…  2003  Adventure, Drama  ✓
         2  千と千尋の神隠し  2001  Animation         +
        10  Le fabuleux des…  2001  Comedy, Romance
        """)
  }

  @Test func columnsAreDroppedByPriorityNext() {
    #expect(
      Self.films.rendered(on: RenderTarget(width: 29)) == """
         #  Title          Year  Mark
         1  The Lord of…   2003  ✓
         2  千と千尋の神…  2001  +
        10  Le fabuleux…   2001
        """)
    #expect(
      Self.films.rendered(on: RenderTarget(width: 19)) == """
         #  Title      Mark
         1  The Lord…  ✓
         2  千と千尋…  +
        10  Le fabul…
        """)
  }

  @Test func remainingColumnsAreCutLast() {
    #expect(
      Self.films.rendered(on: RenderTarget(width: 9)) == """
         #  T…  …
         1  T…  ✓
         2  …   +
        10  L…
        """)
    #expect(Self.films.rendered(on: RenderTarget(width: 1)) == "#\n1\n2\n…")
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 10, 20, 40, 60, 79, 80, 120], [false, true])
  func noLineIsWiderThanTheTargetOrEndsWithSpaces(width: Int, usesColor: Bool) {
    let text = Self.films.rendered(
      on: RenderTarget(width: width, style: Style(usesColor: usesColor)))
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      #expect(line.withoutCodes.displayWidth <= width)
      #expect(line.withoutCodes.last != " ")
    }
  }

  @Test(arguments: [1, 10, 40, 60, 80, 120, nil])
  func colorDoesNotChangeTheLayout(width: Int?) {
    let colored = Self.films.rendered(
      on: RenderTarget(width: width, style: Style(usesColor: true)))
    #expect(colored[...].withoutCodes == Self.films.rendered(on: RenderTarget(width: width)))
  }

  @Test func headingIsBoldAndCellsAreEmphasized() {
    let table = Table(columns: [Column("A"), Column("B")], rows: [[Cell("x", .green), "y"]])
    let style = Style(usesColor: true)
    #expect(
      table.rendered(on: RenderTarget(style: style))
        == "\(style.bold("A"))  \(style.bold("B"))\n\(style.emphasized("x", .green))  y")
  }

  @Test func hiddenColumnsAreShownIfARowHasAValue() {
    let columns = [Column("A"), Column("B", hidesWhenEmpty: true)]
    #expect(
      Table(columns: columns, rows: [["x", ""], ["y"]]).rendered(on: RenderTarget()) == "A\nx\ny")
    #expect(
      Table(columns: columns, rows: [["x", "z"]]).rendered(on: RenderTarget()) == "A  B\nx  z")
    #expect(Table(columns: columns, rows: []).rendered(on: RenderTarget()) == "A  B")
  }

  @Test func textOfHeadingsAndCellsIsSanitized() {
    let table = Table(
      columns: [Column("T\u{1B}")], rows: [["a\r\nb\u{1B}[2J\t"], ["x\u{202E}y  "]])
    #expect(table.rendered(on: RenderTarget()) == "T␛\na b␛[2J\nxy")
  }

  @Test func lastColumnOfEqualPriorityIsDroppedFirst() {
    let columns = [Column("A"), Column("B", dropPriority: 1), Column("C", dropPriority: 1)]
    let table = Table(columns: columns, rows: [["a", "b", "c"]])
    #expect(table.rendered(on: RenderTarget(width: 4)) == "A  B\na  b")
  }

  @Test func aTableWithoutColumnsIsEmpty() {
    #expect(Table(columns: [], rows: [["x"]]).rendered(on: RenderTarget(width: 5)) == "")
  }

  @Test func markdownHasEveryColumnUncutAndEscaped() {
    let table = Table(
      columns: [
        Column("#", alignment: .trailing), Column("Ti|tle"), Column("", hidesWhenEmpty: true),
      ],
      rows: [["1", #"a|b\c"#], ["2", "千\u{1B}\n|", "", "surplus"]])
    #expect(
      table.markdown() == #"""
        | # | Ti\|tle |  |
        | ---: | --- | --- |
        | 1 | a\|b\\c |  |
        | 2 | 千␛ \| |  |
        """#)
  }
}

extension Substring {
  /// The text without SGR codes.
  var withoutCodes: String {
    split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated()
      .map { $0 == 0 ? $1 : $1.drop { $0 != "m" }.dropFirst() }.joined()
  }
}
