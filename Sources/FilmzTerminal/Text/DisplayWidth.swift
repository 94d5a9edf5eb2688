extension Unicode.Scalar {
  /// The cells this scalar takes by itself: 0, 1 or 2.
  ///
  /// 0: controls, non-spacing marks, invisible format controls, the trailing jamo of a syllable.
  /// Ambiguous ones (`½`, `★`) take one cell.
  var displayWidth: Int {
    switch value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF: 1
    case 0...0x9F, 0x1160...0x11FF, 0xD7B0...0xD7FF: 0
    default: WideRanges.contains(value) ? 2 : isZeroWidth ? 0 : 1
    }
  }

  /// Whether it makes a grapheme narrower or wider than its scalars are together.
  ///
  /// U+FE0F, the zero width joiner, the skin tones and the letters of flags; only after an emoji.
  fileprivate var joinsEmoji: Bool {
    switch value {
    case 0x200D, 0xFE0F, 0x1F1E6...0x1F1FF: true
    default: isSkinTone
    }
  }

  fileprivate var isSkinTone: Bool { (0x1F3FB...0x1F3FF).contains(value) }

  /// Whether it is drawn onto its neighbour, or not at all.
  private var isZeroWidth: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: true
    case .format, .unassigned: properties.isDefaultIgnorableCodePoint
    default: false
    }
  }
}

extension Character {
  /// The cells this grapheme takes in a terminal, independent of locale.
  ///
  /// 0 for a lone mark or control, 2 for wide letters and emoji (joined, flags, with U+FE0F too),
  /// else 1. A cluster of several spacing letters, as Devanagari has them, takes their sum,
  /// because that is what terminals do; so does a chain of more emoji than any known one joins.
  package var displayWidth: Int {
    let cells = unicodeScalars.reduce(0) { $0 + $1.displayWidth }
    guard cells > 0, unicodeScalars.contains(where: \.joinsEmoji), isOneEmoji else {
      return cells
    }
    return unicodeScalars.contains("\u{FE0F}") ? 2 : min(2, cells)
  }

  /// The joiners of the longest emoji that Unicode recommends, a family of four.
  private static let mostJoiners = 3

  /// Whether it begins with an emoji, and terminals may know it as one.
  ///
  /// A lone skin tone does not count, as it joins a blank before.
  private var isOneEmoji: Bool {
    guard let first = unicodeScalars.first, first.properties.isEmoji, !first.isSkinTone else {
      return false
    }
    return unicodeScalars.count { $0 == "\u{200D}" } <= Self.mostJoiners
  }
}

extension String {
  /// The cells this text takes in a terminal when it is written on one line.
  package var displayWidth: Int {
    if isPlainASCII { return utf8.count }
    if unicodeScalars.contains(where: \.joinsEmoji) { return reduce(0) { $0 + $1.displayWidth } }
    return unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }

  /// Whether it consists of printable ASCII only, where a byte is a cell.
  var isPlainASCII: Bool {
    utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }
}

extension Substring {
  /// The cells this text takes in a terminal when it is written on one line.
  package var displayWidth: Int { String(self).displayWidth }
}
