import FilmzTerminal
import Testing

@testable import FilmzCommands

struct SeparatedValuesTests {
  private static func rows(_ rows: [[JSONValue]]) -> Output.Content {
    .list(Rows(rows, [Field("a") { $0[0] }, Field("b") { $0[1] }]))
  }

  private static let renderTarget = RenderTarget()

  /// RFC 4180, 2.5 to 2.7.
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("two words", "two words"), ("a,b", "\"a,b\""),
    ("say \"hi\"", "\"say \"\"hi\"\"\""), ("\"", "\"\"\"\""), ("a\nb", "\"a\nb\""),
    ("a\rb", "\"a\rb\""), ("a\r\nb", "\"a\r\nb\""), ("a\tb", "a\tb"), ("a;b", "a;b"),
    ("é,\u{301}", "\"é,\u{301}\""), ("'a'", "'a'"),
  ])
  func fieldsOfCSVAreQuotedIfNecessary(field: String, quoted: String) {
    #expect(csv([.text(field), .integer(1)]).hasPrefix("a,b\r\n\(quoted),1\r\n"))
  }

  @Test(arguments: [
    ("a,b", "a,b"), ("a\tb", "\"a\tb\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("a\nb", "\"a\nb\""),
  ])
  func fieldsOfTSVAreQuotedIfNecessary(field: String, quoted: String) {
    #expect(tsv([.text(field), .integer(1)]) == "a\tb\n\(quoted)\t1\n")
  }

  /// `replacing("\"", …)` would not find it, because `"` with an accent is a different character.
  @Test func quotationMarkWithACombiningAccentIsDoubled() {
    #expect(tsv([.text("a\"\u{301}b"), .null]) == "a\tb\n\"a\"\"\u{301}b\"\t\n")
  }

  @Test func listsAreJoinedAndAbsentValuesAreEmpty() {
    #expect(csv([.list(["x", "y"]), .null]).hasPrefix("a,b\r\n\"x, y\",\r\n"))
    #expect(tsv([.list(["x", "y"]), .bool(false)]) == "a\tb\nx, y\tfalse\n")
  }

  @Test func everyRecordOfCSVEndsWithCRLFAndNothingFollows() {
    #expect(csv([.integer(1), .integer(2)]) == "a,b\r\n1,2\r\n")
    #expect(Renderer.text(of: Self.rows([]), as: .csv, on: Self.renderTarget) == "a,b\r\n")
    let text = Output.Content.text("x", [.init("version", .text("1"))])
    #expect(Renderer.text(of: text, as: .csv, on: Self.renderTarget) == "version\r\n1\r\n")
  }

  private func csv(_ values: [JSONValue]) -> String {
    Renderer.text(of: Self.rows([values]), as: .csv, on: Self.renderTarget)
  }

  private func tsv(_ values: [JSONValue]) -> String {
    Renderer.text(of: Self.rows([values]), as: .tsv, on: Self.renderTarget)
  }
}
