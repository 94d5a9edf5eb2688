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
    default: WideRanges.contains(value) ? 2 : isZeroWidth ? 0 : 1
    }
  }

  /// `true` if the scalar can make the width of an emoji differ from the sum of its scalars' widths.
  ///
  /// These are U+FE0F, the zero width joiner, the skin tones, and the regional indicators of flags.
  fileprivate var joinsEmoji: Bool {
    switch value {
    case 0x200D, 0xFE0F, 0x1F1E6...0x1F1FF: true
    default: isSkinTone
    }
  }

  fileprivate var isSkinTone: Bool { (0x1F3FB...0x1F3FF).contains(value) }

  /// `true` if the scalar is drawn over the preceding scalar, or not at all.
  private var isZeroWidth: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: true
    case .format, .unassigned: properties.isDefaultIgnorableCodePoint
    default: false
    }
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
    guard cells > 0, unicodeScalars.contains(where: \.joinsEmoji), isOneEmoji else {
      return cells
    }
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
    guard let first = unicodeScalars.first, first.properties.isEmoji, !first.isSkinTone else {
      return false
    }
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
  var isPlainASCII: Bool {
    utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }
}

extension Substring {
  /// The width in cells of the string on one line of a terminal.
  package var displayWidth: Int { String(self).displayWidth }
}
