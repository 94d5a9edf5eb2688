extension Unicode.Scalar {
  /// The width of the scalar on its own in cells: 0, 1, or 2.
  ///
  /// The width is 0 for control characters, nonspacing marks, invisible format characters, and the
  /// trailing jamo of a syllable, and 1 for characters of ambiguous width (`½`, `★`).
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

  /// `true` if the scalar is drawn over its neighbour, or not at all.
  private var isZeroWidth: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: true
    case .format, .unassigned: properties.isDefaultIgnorableCodePoint
    default: false
    }
  }
}

extension Character {
  /// The width of the grapheme cluster in a terminal in cells, independent of the locale.
  ///
  /// The width is 0 for a lone mark or control character, 2 for wide letters and for emoji (also joined
  /// ones, flags, and those with U+FE0F), otherwise 1. Like terminals do, it is the sum of the scalars'
  /// widths for a cluster of several spacing letters, as in Devanagari, and for a sequence with more
  /// joined emoji than any known one.
  package var displayWidth: Int {
    let cells = unicodeScalars.reduce(0) { $0 + $1.displayWidth }
    guard cells > 0, unicodeScalars.contains(where: \.joinsEmoji), isOneEmoji else {
      return cells
    }
    return unicodeScalars.contains("\u{FE0F}") ? 2 : min(2, cells)
  }

  /// The number of joiners in the longest emoji that Unicode recommends, a family of four.
  private static let maximumJoiners = 3

  /// `true` if the cluster begins with an emoji, and terminals may draw it as a single one.
  ///
  /// A lone skin tone does not count, because it joins a preceding space.
  private var isOneEmoji: Bool {
    guard let first = unicodeScalars.first, first.properties.isEmoji, !first.isSkinTone else {
      return false
    }
    return unicodeScalars.count { $0 == "\u{200D}" } <= Self.maximumJoiners
  }
}

extension String {
  /// The width of the string on one line of a terminal in cells.
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
  /// The width of the string on one line of a terminal in cells.
  package var displayWidth: Int { String(self).displayWidth }
}
