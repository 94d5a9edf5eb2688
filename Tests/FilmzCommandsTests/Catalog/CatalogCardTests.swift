import FilmzDomain
import FilmzTerminal
import Foundation
import Testing

@testable import FilmzCommands
@testable import FilmzViewModels

struct CatalogCardTests {
  private static let day = Date(timeIntervalSince1970: 1_763_683_200)

  private static func info(malformed: Int = 0) -> CatalogInfo {
    CatalogInfo(
      titles: 2_684_123,
      types: [.short: 1_100_000, .movie: 900_123, .series: 684_000], people: 0,
      files: [
        .init(name: "title.basics.tsv.gz", date: day, rows: 12_265_715, malformed: malformed),
        .init(name: "title.ratings.tsv.gz", date: day, rows: 1_650_000, malformed: 0),
      ], bytes: 498_000_000, importedAt: day.addingTimeInterval(3600))
  }

  @Test func jsonObjectIsThatOfTheContract() {
    let object = JSONValue.object(CatalogCard(info: Self.info(malformed: 3)).members).line
    #expect(
      object == """
        {"titles":2684123,"types":{"short":1100000,"movie":900123,"series":684000},"people":0,\
        "files":[{"name":"title.basics.tsv.gz","date":"2025-11-21T00:00:00Z","rows":12265715},\
        {"name":"title.ratings.tsv.gz","date":"2025-11-21T00:00:00Z","rows":1650000}],\
        "bytes":498000000,"importedAt":"2025-11-21T01:00:00Z"}
        """)
  }

  @Test func jsonObjectHasAllMembersWithoutACatalog() {
    #expect(
      JSONValue.object(CatalogCard(info: nil).members).line
        == #"{"titles":0,"types":{},"people":0,"files":[],"bytes":0,"importedAt":null}"#)
  }

  @Test func catalogCardMatchesItsSnapshot() throws {
    let card = CatalogCard(
      info: Self.info(malformed: 17), now: Self.day.addingTimeInterval(3 * 86_400 + 7200))
    let problems = try ScreenSnapshot.problems("catalog") {
      Renderer.text(of: card.content, as: .table, on: $0)
    }
    #expect(problems == [])
  }

  @Test func cardWithoutACatalogMatchesItsSnapshot() throws {
    let problems = try ScreenSnapshot.problems("catalog-none") {
      Renderer.text(of: CatalogCard(info: nil).content, as: .table, on: $0)
    }
    #expect(problems == [])
  }

  @Test(arguments: [
    (0, 14.2, "Imported 2,684,123 titles from 13,915,715 lines in 14 s"),
    (
      1, 0.44,
      "Imported 2,684,123 titles from 13,915,715 lines in 0.4 s; 1 line could not be read"
    ),
    (
      1700, 125,
      "Imported 2,684,123 titles from 13,915,715 lines in 2 min 05 s; 1,700 lines could not be read"
    ),
  ])
  func summaryOfAnImportIsOneLine(malformed: Int, seconds: Double, line: String) {
    let output = Output.imported((info: Self.info(malformed: malformed), seconds: seconds))
    #expect(output.messages == [.summary(line)])
    #expect(Renderer.text(of: output.content, as: .table, on: RenderTarget()) == "")
    let object = JSONValue.object(CatalogCard(info: Self.info()).members).line
    #expect(Renderer.text(of: output.content, as: .json, on: RenderTarget()) == object + "\n")
  }

  @Test(arguments: [
    (0, "0.0 s"), (0.04, "0.0 s"), (9.94, "9.9 s"), (9.96, "10 s"), (59.6, "60 s"), (119, "119 s"),
    (120, "2 min 00 s"), (3725, "62 min 05 s"),
  ])
  func precisionOfADurationDependsOnItsLength(seconds: Double, text: String) {
    #expect(Output.durationText(seconds) == text)
  }

  @Test func separatedValuesContainTheTypes() {
    let text = Renderer.text(
      of: CatalogCard(info: Self.info()).content, as: .tsv, on: RenderTarget())
    #expect(text.contains("\tshort 1100000, movie 900123, series 684000\t"))
  }
}
