import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

/// The data of published lists, which anyone may have written (features, S79, T67–T70).
struct PublishedListReadingTests {
  private static let valid = PublishedListData().json

  private static func list(_ text: String) throws -> PublishedList {
    try PublishedList(json: Data(text.utf8))
  }

  @Test func listIsReadAsItWasWritten() throws {
    let film = PublishedList.Film(
      id: FilmID(imdbNumber: 133_093), title: "The \"Matrix\"\u{202E}", year: 1999, type: .movie,
      poster: "https://example.org/a.jpg", rating: Rating(tenths: 85))
    let list = PublishedList(
      id: PublishedList.newID(), name: "Noir", description: "a\nb", owner: "Ada",
      publishedAt: Date(timeIntervalSince1970: 1_700_000_000), films: [film])
    #expect(try Self.list(list.json) == list)
  }

  @Test(arguments: [
    (#""description":null,"#, ""), (#""owner":"Ada","#, ""), (#""count":1,"#, ""),
    (#""count":1"#, #""count":null"#), (#""year":1988"#, #""year":null"#),
    (#""type":"movie""#, #""type":null"#), (#""rating":8.5"#, #""rating":null"#),
    (#""id":"tt9000001""#, #""id":"tmdb:movie:603""#),
    (#""withdrawn":false"#, #""withdrawn":false,"new":[1]"#),
  ])
  func memberMayBeMissing(member: String, replacement: String) throws {
    #expect(try Self.list(replacing(member, replacement)).films.count == 1)
  }

  private static let longText = String(repeating: "x", count: 2001)

  @Test(arguments: [
    (#""name":"Followed","#, "", "name is missing"),
    (#""name":"Followed""#, #""name":7"#, "name has another type"),
    (#""name":"Followed""#, #""name":" ""#, "1 to 200"),
    (#""name":"Followed""#, #""name":"\#(longText)""#, "1 to 200"),
    (#""name":"Followed""#, #""name":"a\u001bb""#, "1 to 200"),
    (#""films":["#, #""movies":["#, "films is missing"),
    (#""count":1"#, #""count":2"#, "count"),
    (#""count":1"#, #""count":"1""#, "count"),
    (#""withdrawn":false"#, #""withdrawn":42"#, "withdrawn has another type"),
    (#""withdrawn":false"#, #""withdrawn":"x""#, "withdrawn has another type"),
    (#""withdrawn":false"#, #""withdrawn":null"#, "withdrawn has another type"),
    (#""withdrawn":false"#, #""withdrawn":true"#, "has films"),
    (#""description":null"#, #""description":"\#(longText)""#, "2000"),
    (#""description":null"#, #""description":[1]"#, "description has another type"),
    (#""owner":"Ada""#, #""owner":"\#(longText)""#, "200"),
    (#""id":"AAAAAAAAAAAAAAAAAAAAA1""#, #""id":"../AAAAAAAAAAAAAAAAAA""#, "id"),
    (#""id":"AAAAAAAAAAAAAAAAAAAAA1""#, #""id":"AAAAAAAAAAAAAAAAAAAAA""#, "id"),
    (#""publishedAt":"2026-11-21T10:00:00Z""#, #""publishedAt":"yesterday""#, "time"),
    (#""publishedAt":"2026-11-21T10:00:00Z""#, #""publishedAt":7"#, "publishedAt"),
    (#""films":[{"#, #""films":[7,{"#, "films 1"), (#""films":[{"#, #""films":[null,{"#, "films 1"),
    (#""films":[{"#, #""films":["<script>",{"#, "films 1"),
    (#""id":"tt9000001""#, #""id":"heat""#, "film 1"),
    (#""id":"tt9000001""#, #""id":7"#, "films 1 id"),
    (#""title":"Lantern""#, #""title":"""#, "film 1"),
    (#""title":"Lantern""#, #""title":"a\nb""#, "film 1"),
    (#""year":1988"#, #""year":19880"#, "year of film 1"),
    (#""year":1988"#, #""year":1988.5"#, "value"),
    (#""type":"movie""#, #""type":"game show""#, "type"),
    (#""poster":null"#, #""poster":"http://example.org/a.jpg""#, "https"),
    (#""poster":null"#, #""poster":"javascript:alert(1)""#, "https"),
    (#""rating":8.5"#, #""rating":11"#, "rating"), (#""rating":8.5"#, #""rating":-1"#, "rating"),
    (#""rating":8.5"#, #""rating":1e300"#, "rating"),
    (
      #""films":["#,
      #""films":[{"id":"tt9000001","title":"Lantern"},"#, "count"
    ),
    (
      #""count":1,"films":["#,
      #""count":2,"films":[{"id":"tt9000001","title":"Lantern"},"#, "twice"
    ),
  ])
  func invalidListIsRefused(member: String, replacement: String, problem: String) throws {
    let text = replacing(member, replacement)
    let error = #expect(throws: PublishedListProblem.self) { try Self.list(text) }
    #expect(error?.text.contains(problem) == true, "\(error?.text ?? "")")
  }

  private func replacing(_ member: String, _ replacement: String) -> String {
    let text = Self.valid.replacing(member, with: replacement)
    #expect(text != Self.valid)
    return text
  }

  @Test(arguments: [
    "", "[]", "7", "{}", #"{"format":"filmz-list"}"#, #"{"format":"x","version":1}"#,
  ])
  func otherDataIsNoList(text: String) {
    #expect(throws: PublishedListProblem.notAList) { try Self.list(text) }
  }

  @Test func newerVersionIsToldApart() {
    #expect(throws: PublishedListProblem.newerVersion(2)) {
      try Self.list(replacing(#""version":1"#, #""version":2"#))
    }
  }

  @Test(arguments: [(500, true), (501, false)])
  func listHasAtMost500Films(count: Int, isAccepted: Bool) {
    let films = (0..<count).map { (id: "tt\(9_000_000 + $0)", title: "Film \($0)") }
    let list = try? Self.list(PublishedListData(films: films).json)
    #expect(list?.films.count == (isAccepted ? count : nil))
  }
}
