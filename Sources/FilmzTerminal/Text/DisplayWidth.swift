import Foundation

extension Unicode.Scalar {
  /// The width of the scalar on its own in cells: 0, 1, or 2.
  ///
  /// The width is 0 for control characters, nonspacing and enclosing marks, invisible format characters,
  /// and Hangul vowels and final consonants, which are drawn into a preceding consonant. It is 1 for
  /// characters of ambiguous width (`½`, `★`).
  var displayWidth: Int {
    switch value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF: 1
    case 0...0x9F, 0x1160...0x11FF, 0xD7B0...0xD7FF: 0
    case _ where isWide: 2
    case _ where isZeroWidth: 0
    default: 1
    }
  }

  /// `true` if the width of an emoji with the scalar can differ from the total width of its scalars.
  ///
  /// These are U+FE0F, the zero width joiner, the skin tones, and the regional indicators of flags.
  fileprivate var joinsEmoji: Bool {
    switch value {
    case 0x200D, 0xFE0F, 0x1F1E6...0x1F1FF: true
    default: isSkinTone
    }
  }

  fileprivate var isSkinTone: Bool { (0x1F3FB...0x1F3FF).contains(value) }

  /// `true` if ``wideRanges`` has the scalar.
  private var isWide: Bool {
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].contains(value)
  }

  /// `true` if the scalar is drawn over the preceding scalar, or not at all.
  private var isZeroWidth: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: true
    default: isIgnorable
    }
  }

  /// `true` for a format character or an unassigned code point that is not displayed (`Default_Ignorable_Code_Point`).
  var isIgnorable: Bool {
    let category = properties.generalCategory
    return (category == .format || category == .unassigned) && properties.isDefaultIgnorableCodePoint
  }
}

extension Character {
  /// The width in cells of the grapheme cluster in a terminal, independent of the locale.
  ///
  /// A cluster that terminals may draw as one emoji has the total width of its scalars, but at most
  /// 2. If it contains U+FE0F, it has the width 2. Any other cluster has the total width of its
  /// scalars, as in terminals: 0 for a mark or control character alone, and more than 2 for some
  /// clusters of several spacing letters, such as those of Devanagari.
  package var displayWidth: Int {
    let cells = unicodeScalars.reduce(0) { $0 + $1.displayWidth }
    guard cells > 0, unicodeScalars.contains(where: \.joinsEmoji), isOneEmoji else { return cells }
    return unicodeScalars.contains("\u{FE0F}") ? 2 : min(2, cells)
  }

  /// The maximum number of zero width joiners in the emoji that Unicode recommends: a family of
  /// four has three.
  private static let maximumJoiners = 3

  /// `true` if the cluster begins with an emoji, and terminals may draw it as a single emoji.
  ///
  /// A cluster that begins with a skin tone is not counted: printed after a space, it forms one cluster
  /// with the space.
  private var isOneEmoji: Bool {
    guard let first = unicodeScalars.first, first.properties.isEmoji, !first.isSkinTone else { return false }
    return unicodeScalars.count { $0 == "\u{200D}" } <= Self.maximumJoiners
  }
}

extension String {
  /// The width in cells of the string on one line of a terminal.
  package var displayWidth: Int {
    if isPlainASCII { return utf8.count }
    if unicodeScalars.contains(where: \.joinsEmoji) { return reduce(0) { $0 + $1.displayWidth } }
    return unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }

  /// `true` if the string consists of printable ASCII characters, so that each byte is one cell.
  var isPlainASCII: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
}

extension Substring {
  /// The width in cells of the string on one line of a terminal.
  package var displayWidth: Int { String(self).displayWidth }
}

/// The code points that are two cells wide: East Asian Width W and F of Unicode 17.0, in ascending order.
///
/// Source: `EastAsianWidth.txt` 17.0.0 without its combining marks, plus the regional indicators, which
/// terminals draw wide as well.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3, 0x25FD...0x25FE,
  0x2614...0x2615, 0x2630...0x2637, 0x2648...0x2653, 0x267F...0x267F, 0x268A...0x268F, 0x2693...0x2693, 0x26A1...0x26A1,
  0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3,
  0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274C,
  0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797, 0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C,
  0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x2E99, 0x2E9B...0x2EF3, 0x2F00...0x2FD5, 0x2FF0...0x3029, 0x3030...0x303E,
  0x3041...0x3096, 0x309B...0x30FF, 0x3105...0x312F, 0x3131...0x318E, 0x3190...0x31E5, 0x31EF...0x321E, 0x3220...0x3247,
  0x3250...0xA48C, 0xA490...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE52,
  0xFE54...0xFE66, 0xFE68...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE3, 0x16FF2...0x16FF6,
  0x17000...0x18CD5, 0x18CFF...0x18D1E, 0x18D80...0x18DF2, 0x1AFF0...0x1AFF3, 0x1AFF5...0x1AFFB, 0x1AFFD...0x1AFFE,
  0x1B000...0x1B122, 0x1B132...0x1B132, 0x1B150...0x1B152, 0x1B155...0x1B155, 0x1B164...0x1B167, 0x1B170...0x1B2FB,
  0x1D300...0x1D356, 0x1D360...0x1D376, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A,
  0x1F1E6...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265, 0x1F300...0x1F320,
  0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0,
  0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E,
  0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5,
  0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D8, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC,
  0x1F7E0...0x1F7EB, 0x1F7F0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FA7C,
  0x1FA80...0x1FA8A, 0x1FA8E...0x1FAC6, 0x1FAC8...0x1FAC8, 0x1FACD...0x1FADC, 0x1FADF...0x1FAEA, 0x1FAEF...0x1FAF8,
  0x20000...0x2FFFD, 0x30000...0x3FFFD,
]

extension String {
  /// The string transliterated to ASCII, for terminals that support only ASCII.
  ///
  /// Accents and other characters without a width are removed, some characters have a transliteration,
  /// and all others become `?`.
  package var transliteratedToASCII: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var result = ""
    for scalar in decomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else if scalar.displayWidth > 0 {
        result += Self.transliterations[scalar] ?? "?"
      }
    }
    return result
  }

  private static let transliterations: [Unicode.Scalar: String] = [
    "★": "*", "☆": "-", "½": " 1/2", "×": "x", "→": "->", "←": "<-", "↑": "^", "↓": "v", "≥": ">=", "≤": "<=", "✓": "x",
    "≟": "~", "€": "EUR", "±": "+/-", "≈": "~", "–": "-", "—": "-", "…": "...", "•": "*", "·": "-", "’": "'", "‘": "'",
    "“": "\"",
    "”": "\"", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th",
    "ı": "i", "Æ": "AE", "Œ": "OE", "Ø": "O", "Đ": "D", "Ð": "D", "Ł": "L", "Þ": "Th",
  ]
}
