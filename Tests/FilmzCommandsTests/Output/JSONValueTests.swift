import Foundation
import Testing

@testable import FilmzCommands

struct JSONValueTests {
  private static let film = JSONValue.object([
    .init("title", .text("Heat")), .init("id", .text("tt1")),
    .init("year", .integer(1995)), .init("myRating", .decimal("9.0")),
    .init("endYear", .null), .init("watched", .bool(true)),
    .init("genres", .list(["Crime", "Drama"])),
    .init("viewings", .array([.object([.init("date", .null)]), .object([])])),
  ])

  @Test func membersKeepTheirOrder() {
    #expect(
      Self.film.line
        == #"{"title":"Heat","id":"tt1","year":1995,"myRating":9.0,"endYear":null,"watched":true,"#
        + #""genres":["Crime","Drama"],"viewings":[{"date":null},{}]}"#)
  }

  @Test func documentHasOneElementPerLine() {
    #expect(JSONValue.document(ofLines: ["1", "[2,3]"]) == "[\n  1,\n  [2,3]\n]")
    #expect(JSONValue.document(ofLines: []) == "[]")
  }

  @Test(arguments: [
    ("plain", "plain"), ("say \"hi\"", #"say \"hi\""#), ("\u{1B}[31m", #"\u001b[31m"#),
    ("\u{9B}2J", #"\u009b2J"#), ("\u{202A}\u{2066}", #"\u202a\u2066"#), ("é 千", "é 千"),
  ])
  func controlAndDirectionCharactersAreEscaped(text: String, escaped: String) {
    #expect(JSONValue.text(text).line == "\"\(escaped)\"")
    #expect(JSONValue.object([.init(text, .null)]).line == "{\"\(escaped)\":null}")
  }

  @Test func everyScalarSurvivesEncodingAndDecoding() throws {
    let scalars = (UInt32(0)...0x2FFF).compactMap(Unicode.Scalar.init)
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    let decoded = try JSONDecoder().decode(
      [String].self, from: Data(JSONValue.list([text]).line.utf8))
    #expect(decoded.first.map { Array($0.unicodeScalars) } == scalars)
  }

  @Test func absentValuesAreNull() {
    #expect(JSONValue.optional(String?.none) == .null)
    #expect(JSONValue.optional(Int?.none) == .null)
    #expect(JSONValue.optional("") == .text(""))
    #expect(JSONValue.optional(0) == .integer(0))
  }

  @Test(arguments: [
    (JSONValue.null, ""), (.bool(true), "true"), (.bool(false), "false"), (.integer(-3), "-3"),
    (.decimal("8.5"), "8.5"), (.text("a, \"b\""), "a, \"b\""), (.list([]), ""),
    (.list(["Crime", "Drama"]), "Crime, Drama"),
    (
      .array([
        .object([.init("value", .text("x")), .init("count", .integer(2))])
      ]),
      "x 2"
    ),
  ])
  func aFieldOfATableIsPlainText(value: JSONValue, field: String) {
    #expect(value.field == field)
  }
}
