import Foundation
import Testing

@testable import FilmzCommands

struct JSONValueTests {
  private static let film = JSONValue.object([
    .init(name: "title", value: .text("Heat")), .init(name: "id", value: .text("tt1")),
    .init(name: "year", value: .integer(1995)), .init(name: "myRating", value: .decimal("9.0")),
    .init(name: "endYear", value: .null), .init(name: "watched", value: .bool(true)),
    .init(name: "genres", value: .list(["Crime", "Drama"])),
    .init(
      name: "viewings",
      value: .array([.object([.init(name: "date", value: .null)]), .object([])])),
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
    #expect(JSONValue.object([.init(name: text, value: .null)]).line == "{\"\(escaped)\":null}")
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
        .object([.init(name: "value", value: .text("x")), .init(name: "count", value: .integer(2))])
      ]),
      "x 2"
    ),
  ])
  func aFieldOfATableIsPlainText(value: JSONValue, field: String) {
    #expect(value.field == field)
  }
}
