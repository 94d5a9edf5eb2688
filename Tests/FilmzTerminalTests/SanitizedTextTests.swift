import FilmzTerminal
import Testing

struct SanitizedTextTests {
  @Test(arguments: 0...0x1F as ClosedRange<UInt32>)
  func everyC0ControlBecomesItsPictureOrASpace(value: UInt32) throws {
    let becomesSpace = (0x09...0x0D).contains(value)
    let control = try #require(Unicode.Scalar(value))
    let picture = try #require(Unicode.Scalar(0x2400 + value))
    #expect("a\(control)b".sanitizedForTerminal == (becomesSpace ? "a b" : "a\(picture)b"))
  }

  @Test(arguments: 0x80...0x9F as ClosedRange<UInt32>)
  func everyC1ControlBecomesTheReplacementCharacter(value: UInt32) throws {
    let control = try #require(Unicode.Scalar(value))
    #expect("a\(control)b".sanitizedForTerminal == "a\u{FFFD}b")
  }

  @Test(arguments: [0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFE, 0x10FFFF] as [UInt32])
  func everyNoncharacterBecomesTheReplacementCharacter(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect("a\(scalar)b".sanitizedForTerminal == "a\u{FFFD}b")
  }

  @Test(
    arguments: [
      0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x200E, 0x200F, 0x61C,
      0xAD, 0x200B, 0x2060, 0x2064, 0x206A, 0xFEFF, 0xFFF9, 0xFFFB, 0xE0001, 0xE0041, 0xE007F,
      0x180E,
    ] as [UInt32])
  func bidiAndOtherInvisibleControlsAreRemoved(value: UInt32) throws {
    let control = try #require(Unicode.Scalar(value))
    #expect("a\(control)b".sanitizedForTerminal == "ab")
    #expect("千\(control)尋".sanitizedForTerminal == "千尋")
  }

  @Test(arguments: [
    ("a\r\nb", "a b"), ("a\n\rb", "a  b"), ("a\r\r\nb", "a  b"), ("\r\n", " "),
    ("a\u{2028}b", "a b"), ("a\u{2029}b", "a b"), ("a\u{7F}b", "a␡b"),
    ("\u{1B}[31mred", "␛[31mred"),
    ("\u{1B}]0;title\u{7}", "␛]0;title␇"), ("\u{9B}31m", "\u{FFFD}31m"),
    ("🎬\u{1B}", "🎬␛"),
    ("\u{E0041}\u{E0042}x", "x"),
  ])
  func unsafeTextIsMadeHarmless(text: String, expected: String) {
    #expect(Array(text.sanitizedForTerminal.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    arguments: sampleTexts + [
      "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️‍🔥", "می\u{200C}خواهم", "Ocean's 11 <&> \"quoted\" \\ |", "½ ★ …", "e\u{301}",
      "\u{600}12",
    ])
  func harmlessTextIsUnchanged(text: String) {
    #expect(Array(text.sanitizedForTerminal.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(arguments: [
    "\u{301}", "\u{20DD}", "\u{FE0F}", "\u{200D}", "\u{200C}", "\u{11A8}", "\u{E0101}",
  ])
  func longRunsOfMarksAreCut(mark: String) {
    let marks = String(repeating: mark, count: 500)
    #expect(("Z" + marks + "a" + marks).sanitizedForTerminal.unicodeScalars.count == 2 + 2 * 8)
    #expect(("Z" + marks).sanitizedForTerminal.sanitizedForTerminal.unicodeScalars.count == 1 + 8)
    let fewMarks = "Z" + String(repeating: mark, count: 8) + "a"
    #expect(Array(fewMarks.sanitizedForTerminal.unicodeScalars) == Array(fewMarks.unicodeScalars))
  }

  @Test func removedCharactersDoNotInterruptARunOfMarks() {
    let marks = String(repeating: "\u{301}\u{202E}", count: 500)
    #expect(("Z" + marks).sanitizedForTerminal.unicodeScalars.count == 1 + 8)
  }

  @Test(arguments: [0...0xFFFF, 0xE0000...0xE0FFF] as [ClosedRange<UInt32>])
  func noScalarBecomesAControlCharacter(values: ClosedRange<UInt32>) {
    for value in values {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let categories = String(scalar).sanitizedForTerminal.unicodeScalars.map(
        \.properties.generalCategory)
      let harmful: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator]
      if !harmful.isDisjoint(with: categories) { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  @Test(arguments: [
    ("", [""]), ("one", ["one"]), ("one\ntwo", ["one", "two"]), ("one\r\ntwo\r\n", ["one", "two"]),
    ("one\n\ntwo", ["one", "", "two"]),
    ("a\rb\u{2028}c\u{2029}d\u{B}e\u{C}f", ["a", "b", "c", "d", "e", "f"]),
    ("\u{1B}[2J\n\tx", ["␛[2J", " x"]), ("\n", [""]),
  ])
  func linesAreSplitBeforeTheyAreSanitized(text: String, expected: [String]) {
    #expect(text.sanitizedLines == expected)
  }
}
