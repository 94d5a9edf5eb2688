import FilmzDomain
import Testing

struct TextLimitTests {
  @Test(arguments: [
    ("short", 10, "short"), ("0123456789", 10, "0123456789"), ("0123456789a", 10, "0123456…"),
    ("012345é789", 10, "012345…"), ("ééééé…", 10, "ééé…"),
  ])
  func longTextIsCut(text: String, size: Int, expected: String) {
    #expect(text.cut(toSize: size) == expected)
    #expect(text.cut(toSize: size).utf8.count <= size)
  }

  @Test func lineBreaksBecomeBlanks() {
    let text = "a\r\nb\u{2028}c\0d\u{1B}e\tf"
    #expect(text.withoutLineBreaks == "a  b c d e f")
    #expect(text.withLinesJoined == "a  b c d e\tf")
  }

  @Test(arguments: [
    ("Noir", true), ("a b", true), ("", false), (" ", false), ("a\tb", false), ("\ta", false),
    ("a\nb", false), ("a\u{2028}b", false), ("a\u{1B}b", false),
    (String(repeating: "é", count: 200), true), (String(repeating: "é", count: 201), false),
    ("\u{200B}", false), ("\u{2060}\u{202E}", false), ("\u{AD} \u{FEFF}", false), ("\u{3000}\u{3164}", false),
    ("\u{2800}", false), ("\u{200B}a", true), ("\u{200F}א", true), ("❤\u{FE0F}", true),
    ("e" + String(repeating: "\u{301}", count: 4_000), false),
  ])
  func nameIsShortAndOnOneLine(text: String, isName: Bool) {
    #expect(text.isName == isName)
  }
}
