import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Testing

@testable import FilmzCommands

/// The report of `doctor`, which is a card for people and a list for machines.
struct ReportTests {
  private static let checks = [
    HealthCheck.ok("disk", "1.0 GB free"),
    .warn("omdb.apiKey", "no key, \"none\"", remedy: .askForKey(.omdbAPIKey)),
    .fail("OMDb", "gone", remedy: .checkConnection),
  ]
  private static let report = report(of: checks)

  private static let texts: [(format: OutputFormat, text: String)] = [
    (
      .table,
      """
      2 things to look at.
      disk         ok · 1.0 GB free
      omdb.apiKey  WARN · no key, "none"
                   → `config set omdb.apiKey -` asks for it
      OMDb         FAIL · gone
                   → check the connection

      """
    ),
    (
      .json,
      """
      [
        {"check":"disk","state":"ok","detail":"1.0 GB free","remedy":null},
        {"check":"omdb.apiKey","state":"warn","detail":"no key, \\"none\\"","remedy":"`config set omdb.apiKey -` asks for it"},
        {"check":"OMDb","state":"fail","detail":"gone","remedy":"check the connection"}
      ]

      """
    ),
    (
      .jsonl,
      """
      {"check":"disk","state":"ok","detail":"1.0 GB free","remedy":null}
      {"check":"omdb.apiKey","state":"warn","detail":"no key, \\"none\\"","remedy":"`config set omdb.apiKey -` asks for it"}
      {"check":"OMDb","state":"fail","detail":"gone","remedy":"check the connection"}

      """
    ),
    (
      .csv,
      "check,state,detail,remedy\r\ndisk,ok,1.0 GB free,\r\n"
        + "omdb.apiKey,warn,\"no key, \"\"none\"\"\",`config set omdb.apiKey -` asks for it\r\n"
        + "OMDb,fail,gone,check the connection\r\n"
    ),
    (
      .tsv,
      "check\tstate\tdetail\tremedy\ndisk\tok\t1.0 GB free\t\n"
        + "omdb.apiKey\twarn\t\"no key, \"\"none\"\"\"\t`config set omdb.apiKey -` asks for it\n"
        + "OMDb\tfail\tgone\tcheck the connection\n"
    ),
    (
      .markdown,
      "| Check | State | Detail | Remedy |\n| --- | --- | --- | --- |\n"
        + "| disk | ok | 1.0 GB free |  |\n"
        + "| omdb.apiKey | warn | no key, \"none\" | `config set omdb.apiKey -` asks for it |\n"
        + "| OMDb | fail | gone | check the connection |\n"
    ),
  ]

  @Test(arguments: texts)
  func aReportIsPrintedInEveryFormat(format: OutputFormat, text: String) {
    #expect(Renderer.text(of: Self.report, as: format, on: RenderTarget()) == text)
  }

  @Test(arguments: [
    (0, "Everything works."), (1, "One thing to look at."), (2, "2 things to look at."),
  ])
  func theFirstLineCountsTheProblems(count: Int, summary: String) {
    let checks = [HealthCheck.ok("disk", "1.0 GB free")] + Self.checks.suffix(count)
    let text = Renderer.text(of: Self.report(of: checks), as: .table, on: RenderTarget())
    #expect(text.hasPrefix(summary + "\n"))
  }

  @Test(arguments: [20, 40, 60])
  func aReportFitsItsRenderTarget(width: Int) {
    let text = Renderer.text(of: Self.report, as: .table, on: RenderTarget(width: width))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
  }

  @Test(arguments: OutputFormat.allCases)
  func hostileTextInAReportIsSanitized(format: OutputFormat) {
    let check = HealthCheck.fail(
      "disk", "a \u{1B}[31m file", remedy: .restrictAccess(path: "x\u{9B}2J"))
    let report = Self.report(of: [check])
    let text = Renderer.text(of: report, as: format, on: RenderTarget(isTerminal: true))
    #expect(!text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B })
  }

  private static func report(of checks: [HealthCheck]) -> Output.Content {
    .checks(checks)
  }
}
