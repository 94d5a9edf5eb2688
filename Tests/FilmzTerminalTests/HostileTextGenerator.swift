/// Generates random text from character sequences that terminals often display incorrectly.
///
/// The same seed always generates the same texts.
struct HostileTextGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Scalars and sequences, each of which some program has handled incorrectly.
  private static let pieces: [String] =
    [
      "a", "Z", " ", "  ", "-", "|", "\\", "½", "★", "é", "e\u{301}", "ß", "千", "と", "한", "ｱ", "Ａ",
      "\u{3000}", "\u{1112}", "\u{1161}", "\u{11AB}", "क", "\u{94D}", "ष", "ि", "ก", "ำ", "ש",
      "\u{5B8}",
      "س", "\u{64E}", "\u{600}", "𠮷", "🎬", "👍", "🏽", "❤", "☺", "⌚", "\u{FE0F}", "\u{FE0E}",
      "\u{20E3}",
      "1", "#", "🇯", "🇵", "🏴", "\u{E0067}", "\u{E007F}", "👨‍👩‍👧‍👦", "👩🏽‍❤️‍💋‍👨🏿", "\u{200D}", "\u{200C}",
      "\u{301}", "\u{323}", "\u{1AB0}", "\u{AD}", "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{FFFD}",
      "\u{FFFE}", "\u{2028}", "\u{2029}", "\u{85}", "\n", "\r", "\r\n", "\t", "\u{0}", "\u{7}",
      "\u{8}", "\u{1B}[2J", "\u{1B}]0;x\u{7}", "\u{7F}", "\u{9B}31m", "\u{1F1E6}", "\u{10FFFF}",
      "\u{E000}", "\u{378}", String(repeating: "\u{30D}", count: 40),
    ]
    + [
      0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x200E, 0x200F, 0x61C,
    ].compactMap { Unicode.Scalar($0 as UInt32).map { String($0) } }

  /// Returns a random number from 0 up to, but not including, a limit (SplitMix64).
  mutating func number(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }

  /// Returns a text of at most `maximumCount` pieces.
  mutating func next(upTo maximumCount: Int = 30) -> String {
    (0..<number(below: maximumCount + 1)).map { _ in Self.pieces[number(below: Self.pieces.count)] }
      .joined()
  }
}
