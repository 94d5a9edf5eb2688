import FilmzTerminal
import FilmzViewModels
import Testing

@testable import FilmzCommands

/// A list for machines that people read as a card.
struct ReportTests {
  private static let checks = [
    HealthCheck.ok("disk", "1.0 GB free"),
    .warn("omdb.apiKey", "no key, \"none\"", remedy: "get one"),
    .fail("OMDb", "gone", remedy: "wait"),
  ]
  private static let report = report(of: checks)

  @Test(arguments: [
    (
      OutputFormat.table,
      """
      2 things to look at.
      disk         ok · 1.0 GB free
      omdb.apiKey  WARN · no key, "none"
                   → get one
      OMDb         FAIL · gone
                   → wait

      """
    ),
    (
      .json,
      """
      [
        {"check":"disk","state":"ok","detail":"1.0 GB free","remedy":null},
        {"check":"omdb.apiKey","state":"warn","detail":"no key, \\"none\\"","remedy":"get one"},
        {"check":"OMDb","state":"fail","detail":"gone","remedy":"wait"}
      ]

      """
    ),
    (
      .jsonl,
      """
      {"check":"disk","state":"ok","detail":"1.0 GB free","remedy":null}
      {"check":"omdb.apiKey","state":"warn","detail":"no key, \\"none\\"","remedy":"get one"}
      {"check":"OMDb","state":"fail","detail":"gone","remedy":"wait"}

      """
    ),
    (
      .csv,
      "check,state,detail,remedy\r\ndisk,ok,1.0 GB free,\r\n"
        + "omdb.apiKey,warn,\"no key, \"\"none\"\"\",get one\r\nOMDb,fail,gone,wait\r\n"
    ),
    (
      .tsv,
      "check\tstate\tdetail\tremedy\ndisk\tok\t1.0 GB free\t\n"
        + "omdb.apiKey\twarn\t\"no key, \"\"none\"\"\"\tget one\nOMDb\tfail\tgone\twait\n"
    ),
    (
      .markdown,
      "| Check | State | Detail | Remedy |\n| --- | --- | --- | --- |\n"
        + "| disk | ok | 1.0 GB free |  |\n| omdb.apiKey | warn | no key, \"none\" | get one |\n"
        + "| OMDb | fail | gone | wait |\n"
    ),
  ])
  func aReportIsPrintedInEveryFormat(format: OutputFormat, text: String) {
    #expect(Renderer.text(of: Self.report, as: format, on: RenderTarget()) == text)
  }

  @Test(arguments: [
    (0, "Everything works."), (1, "One thing to look at."), (2, "2 things to look at."),
  ])
  func theFirstLineCountsTheTroubles(count: Int, words: String) {
    let checks = [HealthCheck.ok("disk", "1.0 GB free")] + Self.checks.suffix(count)
    let text = Renderer.text(of: Self.report(of: checks), as: .table, on: RenderTarget())
    #expect(text.hasPrefix(words + "\n"))
  }

  @Test(arguments: [20, 40, 60])
  func aReportFitsItsCanvas(width: Int) {
    let text = Renderer.text(of: Self.report, as: .table, on: RenderTarget(width: width))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
  }

  @Test(arguments: OutputFormat.allCases)
  func aReportWithForeignTextIsInert(format: OutputFormat) {
    let report = Self.report(of: [.fail("disk", "a \u{1B}[31m file", remedy: "x\u{9B}2J")])
    let text = Renderer.text(of: report, as: format, on: RenderTarget(isTerminal: true))
    #expect(!text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B })
  }

  private static func report(of checks: [HealthCheck]) -> Output.Content {
    .checks(checks)
  }
}
