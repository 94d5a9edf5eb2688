import FilmzTerminal
import Testing

@testable import FilmzCommands

struct RendererTests {
  private typealias Row = (number: Int, title: String, year: Int?)

  private static func rows(_ rows: [Row]) -> Rows {
    Rows(
      rows,
      [
        Field("index", Column("#", alignment: .trailing)) { .integer($0.number) },
        Field("title", Column("Title", isFlexible: true)) { .text($0.title) },
        Field("year", Column("Year")) { .optional($0.year) },
        Field("genres") { _ in .list(["Crime", "Drama"]) },
        Field("watched") { .bool($0.number == 1) },
      ])
  }

  private static let card = Output.Content.card(
    [
      .init("title", .text("Heat, \"1995\"")), .init("year", .null),
      .init("genres", .list(["Crime", "Drama"])),
    ], Card(title: "Heat", fields: [.init("Genres", "Crime, Drama")]))

  private static let films = Output.Content.list(
    rows([(1, "Heat", 1995), (2, "A \"b\", c\td|e", nil)]))
  private static let noFilms = Output.Content.list(rows([]))
  private static let text = Output.Content.text(
    "filmz 1.2.3\nfilms", [.init("version", .text("1.2.3"))])

  @Test func textIsBrokenBetweenWordsOnATerminal() {
    let certifications = ["G", "PG", "TV-Y", "TV-Y7", "TV-G", "TV-PG", "U", "0", "6"]
    let text = "The kids filter is on: films rated \(certifications.joined(separator: ", ")); 3 films are shown"
    for width in 8...100 {
      let target = RenderTarget(width: width, isTerminal: true)
      let lines = Renderer.text(of: .text(text), as: .table, on: target).split(separator: "\n")
      #expect(lines.joined(separator: " ") == text && lines.allSatisfy { $0.count <= width })
    }
    let target = RenderTarget(width: 8, isTerminal: false)
    #expect(Renderer.text(of: .text(text), as: .table, on: target) == text + "\n")
    let indented = Renderer.text(
      of: .text("  edit heat year"), as: .table, on: RenderTarget(width: 8, isTerminal: true))
    #expect(indented == "  edit heat year\n")
  }

  @Test(arguments: [
    (OutputFormat.table, "#  Title         Year\n1  Heat          1995\n2  A \"b\", c d|e\n"),
    (
      .json,
      """
      [
        {"index":1,"title":"Heat","year":1995,"genres":["Crime","Drama"],"watched":true},
        {"index":2,"title":"A \\"b\\", c\\td|e","year":null,"genres":["Crime","Drama"],"watched":false}
      ]

      """
    ),
    (
      .jsonl,
      """
      {"index":1,"title":"Heat","year":1995,"genres":["Crime","Drama"],"watched":true}
      {"index":2,"title":"A \\"b\\", c\\td|e","year":null,"genres":["Crime","Drama"],"watched":false}

      """
    ),
    (
      .tsv,
      "index\ttitle\tyear\tgenres\twatched\n1\tHeat\t1995\tCrime, Drama\ttrue\n"
        + "2\t\"A \"\"b\"\", c\td|e\"\t\tCrime, Drama\tfalse\n"
    ),
    (
      .markdown,
      "| # | Title | Year |\n| ---: | --- | --- |\n| 1 | Heat | 1995 |\n"
        + "| 2 | A \"b\", c d\\|e |  |\n"
    ),
  ])
  func aListIsPrintedInEveryFormat(format: OutputFormat, text: String) {
    #expect(Renderer.text(of: Self.films, as: format, on: RenderTarget()) == text)
  }

  /// Short lists are always printed, because a change may have been stored before Ctrl-C.
  @Test(arguments: OutputFormat.allCases)
  func onlyLongListsAreOmittedInACancelledTask(format: OutputFormat) async {
    let long = Output.Content.list(Self.rows((0..<1001).map { ($0, "Heat", 1995) }))
    let short = Self.films
    let expected = Renderer.text(of: short, as: format, on: RenderTarget())
    let (longText, shortText) = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return (
        Renderer.text(of: long, as: format, on: RenderTarget()),
        Renderer.text(of: short, as: format, on: RenderTarget())
      )
    }.value
    #expect(longText.utf8.count < 200 && shortText == expected)
  }

  @Test(arguments: [
    (OutputFormat.table, ""), (.json, "[]\n"), (.jsonl, ""),
    (.tsv, "index\ttitle\tyear\tgenres\twatched\n"),
    (.markdown, "| # | Title | Year |\n| ---: | --- | --- |\n"),
  ])
  func anEmptyListIsPrintedInEveryFormat(format: OutputFormat, text: String) {
    #expect(Renderer.text(of: Self.noFilms, as: format, on: RenderTarget()) == text)
  }

  @Test(arguments: [
    (OutputFormat.table, "Heat\nGenres  Crime, Drama\n"),
    (.json, #"{"title":"Heat, \"1995\"","year":null,"genres":["Crime","Drama"]}"# + "\n"),
    (.jsonl, #"{"title":"Heat, \"1995\"","year":null,"genres":["Crime","Drama"]}"# + "\n"),
    (.tsv, "title\tyear\tgenres\n\"Heat, \"\"1995\"\"\"\t\tCrime, Drama\n"),
    (
      .markdown,
      "| Name | Value |\n| --- | --- |\n| title | Heat, \"1995\" |\n| year |  |\n"
        + "| genres | Crime, Drama |\n"
    ),
  ])
  func aCardIsPrintedInEveryFormat(format: OutputFormat, text: String) {
    #expect(Renderer.text(of: Self.card, as: format, on: RenderTarget()) == text)
  }

  @Test(arguments: [
    (OutputFormat.table, "filmz 1.2.3\nfilms\n"), (.json, "{\"version\":\"1.2.3\"}\n"),
    (.jsonl, "{\"version\":\"1.2.3\"}\n"), (.tsv, "version\n1.2.3\n"),
    (.markdown, "| Name | Value |\n| --- | --- |\n| version | 1.2.3 |\n"),
  ])
  func aTextIsPrintedInEveryFormat(format: OutputFormat, text: String) {
    #expect(Renderer.text(of: Self.text, as: format, on: RenderTarget()) == text)
  }

  @Test(arguments: OutputFormat.allCases)
  func changesAreAListInEveryFormatButTable(format: OutputFormat) {
    let rows = Self.rows([(1, "Heat", 1995)])
    let text = Renderer.text(of: .changes(rows), as: format, on: RenderTarget())
    let list = Renderer.text(of: .list(rows), as: format, on: RenderTarget())
    #expect(text == (format == .table ? "" : list))
  }

  @Test(arguments: OutputFormat.allCases)
  func machineOnlyDataIsPrintedInEveryFormatButTable(format: OutputFormat) {
    let members = [JSONValue.Member("version", .text("1.2.3"))]
    let text = Renderer.text(of: .machineOnly(members), as: format, on: RenderTarget())
    let expected = Renderer.text(of: .text("1.2.3", members), as: format, on: RenderTarget())
    #expect(text == (format == .table ? "" : expected))
  }

  @Test(arguments: [OutputFormat.table, .markdown])
  func aTextWithoutMembersIsPrintedAsTableAndMarkdown(format: OutputFormat) {
    #expect(Renderer.text(of: .text("a\nb"), as: format, on: RenderTarget()) == "a\nb\n")
  }

  @Test(arguments: OutputFormat.allCases)
  func noDataIsPrintedAsAnEmptyString(format: OutputFormat) {
    #expect(Renderer.text(of: .nothing, as: format, on: RenderTarget()) == "")
  }

  @Test(arguments: [OutputFormat.table, .markdown, .json, .jsonl])
  func dataContainsNoEscapeSequences(format: OutputFormat) {
    let rows = Self.rows([(1, "\u{1B}[31mred\u{9B}2J", nil)])
    let renderTarget = RenderTarget(width: 40, style: .plain)
    let text = Renderer.text(of: .list(rows), as: format, on: renderTarget)
    #expect(!text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B })
    #expect(text.contains("red"))
  }

  @Test func aTableFitsItsRenderTarget() {
    let text = Renderer.text(of: Self.films, as: .table, on: RenderTarget(width: 14))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 14 })
    #expect(text.contains("…"))
  }
}
