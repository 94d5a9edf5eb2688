import FilmzTerminal
import Testing

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("a", 1), ("The Matrix", 10), ("~", 1),
    ("\u{E9}", 1), ("e\u{301}", 1), ("e\u{301}\u{323}", 1), ("Am\u{E9}lie", 6), ("ß", 1),
    ("千", 2), ("千と千尋", 8), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("カ\u{3099}", 2),
    ("Ａ", 2), ("ｱ", 1), ("〜", 2), ("\u{3000}", 2), ("𠮷", 2),
    ("½", 1), ("★", 1), ("…", 1), ("·", 1), ("✓", 1), ("─", 1), ("€", 1), ("„“", 2),
    ("Война", 5), ("Ω", 1), ("שלום", 4), ("नमस्ते", 4), ("किताब", 5), ("ไทย", 3),
  ])
  func widthIsTheNumberOfCellsOfAllCharacters(text: String, cells: Int) {
    #expect(text.displayWidth == cells)
  }

  @Test(arguments: [
    "🎬", "👨‍👩‍👧", "🇯🇵", "☺️", "❤️", "👍🏽", "⛹🏽", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "❤️‍🔥", "⌚", "©️", "🫨", "🩷",
    "👨‍👩‍👧‍👦", "👩🏽‍❤️‍💋‍👨🏿", "🏴‍☠️", "🐦‍⬛", "🧑‍🧑‍🧒‍🧒", "🫱🏻‍🫲🏿", "⌚\u{FE0E}", "\u{1F1EF}", "🏽",
  ])
  func emojiTakesTwoCells(emoji: String) {
    #expect(emoji.count == 1)
    #expect(emoji.displayWidth == 2)
    #expect(emoji.first?.displayWidth == 2)
  }

  @Test(arguments: ["☺", "❤", "©", "1", "#", "☺\u{FE0E}", "❤\u{FE0E}", "1\u{FE0E}"])
  func emojiInTextPresentationTakesOneCell(text: String) {
    #expect(text.displayWidth == 1)
  }

  @Test(arguments: [
    "\u{301}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{FE0F}", "\u{FE0E}", "\u{FEFF}", "\u{2060}",
    "\u{202E}", "\u{AD}", "\u{20E3}", "\u{E0101}", "\u{0}", "\u{1B}", "\u{7F}", "\u{9B}", "\r\n",
    "\u{2028}", "\u{E0020}",
  ])
  func loneMarksAndControlsTakeNoCell(text: String) {
    #expect(text.displayWidth == 0)
  }

  @Test(arguments: ["1\u{5E}x", "☺️☺a👨‍👩‍👧🇯🇵🇫🇷 千 e\u{301}👍🏽x\u{200D}y", "नमस्ते 🎬 \u{200D}👍"])
  func stringIsAsWideAsItsGraphemeClustersTogether(text: String) {
    #expect(text.displayWidth == text.map(\.displayWidth).reduce(0, +))
    #expect(text[...].displayWidth == text.displayWidth)
  }

  @Test(arguments: [
    ("🇯🇵🇯", 4), ("a🏽", 3), ("👍\u{200D}a", 3), ("a\u{200D}👍", 3),
    ("👨‍👩‍👧‍👦‍👶", 10), ("👶‍👶‍👶‍👶‍👶‍👶", 12),
  ])
  func sequencesThatTerminalsMayDrawSeparatelyHaveTheWidthOfTheirParts(text: String, cells: Int) {
    #expect(text.displayWidth == cells)
  }

  @Test(arguments: [
    ("क्ष", 2), ("क्षत्रिय", 6), ("ක්‍ර", 2), ("กำ", 2), ("ที่", 1), ("ကြ", 2), ("வி", 2),
    ("\u{1112}\u{1112}", 4), ("\u{1112}\u{1161}", 2), ("\u{600}1", 2), ("שָׁלוֹם", 4), ("سلام", 4),
    ("\u{2630}", 2), ("\u{4DC0}", 2), ("\u{1FAEF}", 2), ("\u{FFFD}", 1),
  ])
  func clusterOfSpacingLettersIsAtLeastAsWideAsInTerminals(text: String, cells: Int) {
    #expect(text.displayWidth == cells)
  }

  @Test(arguments: ["\u{301}x", "\u{1F3FD}\u{1F3FD}", "\u{1F3FD}\u{93F}", "\u{FE0F}1", "\u{200D}👍"])
  func textThatJoinsAPrecedingSpaceKeepsItsWidth(text: String) {
    #expect((" " + text).displayWidth == 1 + text.displayWidth)
  }

  @Test func boundsOfTheWideRangesAreCorrect() {
    let bounds: [(Unicode.Scalar, Int)] = [
      ("\u{10FF}", 1), ("\u{1100}", 2), ("\u{115F}", 2), ("\u{1160}", 0), ("\u{2E7F}", 1),
      ("\u{2E80}", 2), ("\u{303F}", 1), ("\u{3041}", 2), ("\u{4DBF}", 2), ("\u{4DC0}", 2),
      ("\u{4E00}", 2), ("\u{D7A3}", 2), ("\u{D7A4}", 1), ("\u{FF60}", 2), ("\u{FF61}", 1),
      ("\u{1F1E5}", 1), ("\u{1F1E6}", 2), ("\u{1F203}", 1), ("\u{1F300}", 2), ("\u{20000}", 2),
      ("\u{3FFFD}", 2), ("\u{40000}", 1),
    ]
    for (scalar, cells) in bounds {
      #expect(Character(scalar).displayWidth == cells, "U+\(String(scalar.value, radix: 16))")
    }
  }
}
