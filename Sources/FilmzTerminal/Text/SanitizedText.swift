extension String {
  /// Foreign text made harmless for one line of a terminal.
  ///
  /// Line breaks and tabs become one blank each, other C0 controls their picture (`␛`), C1
  /// controls and noncharacters U+FFFD; bidi controls and other invisible format controls vanish,
  /// except joiners, and tags within an emoji flag. Of marks without end on one letter, which would
  /// be drawn over other lines, the first few are left.
  package var sanitizedForTerminal: String {
    if isPlainASCII || isInert { return self }
    var result = UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    var marks = 0
    for scalar in unicodeScalars {
      let replacement = scalar.replacement(after: previous)
      // A tag outside of a flag does not begin one.
      previous = scalar.isTag && !previous.continuesFlag ? " " : scalar
      guard let replacement else { continue }
      marks = replacement.isSeen ? 0 : marks + 1
      if marks <= Self.mostMarks { result.append(replacement) }
    }
    return String(result)
  }

  /// The marks without a width of their own that follow one another; letters of living languages
  /// have four, flags have six tags.
  private static let mostMarks = 8

  private var isInert: Bool {
    var marks = 0
    return unicodeScalars.allSatisfy { scalar in
      marks = scalar.isSeen ? 0 : marks + 1
      return scalar.isInert && marks <= Self.mostMarks
    }
  }

  /// Foreign text of several lines, each made harmless; the line break at its end makes no line.
  package var inertLines: [String] {
    var lines = split(omittingEmptySubsequences: false) { character in
      character.unicodeScalars.contains(where: \.isLineBreak)
    }
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String($0).sanitizedForTerminal }
  }
}

extension Unicode.Scalar {
  /// Whether it goes to a terminal as it is, wherever it stands.
  fileprivate var isInert: Bool {
    switch value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF: true
    case 0...0x9F: false
    default: !isLineBreak && !isInvisible && !properties.isNoncharacterCodePoint
    }
  }

  /// What is written for it, `nil` for nothing.
  fileprivate func replacement(after previous: Unicode.Scalar) -> Unicode.Scalar? {
    switch value {
    case 0x0A where previous == "\r": nil
    case 0x09: " "
    case _ where isLineBreak: " "
    case 0...0x1F: Unicode.Scalar(0x2400 + value)
    case 0x7F: "\u{2421}"
    case 0x80...0x9F: "\u{FFFD}"
    case _ where properties.isNoncharacterCodePoint: "\u{FFFD}"
    case _ where isTag && previous.continuesFlag: self
    case _ where isInvisible: nil
    default: self
    }
  }

  /// Whether it takes room, and is not drawn onto what stands before it.
  fileprivate var isSeen: Bool { value < 0x300 || displayWidth > 0 }

  fileprivate var isLineBreak: Bool {
    switch value {
    case 0x0A...0x0D, 0x2028, 0x2029: true
    default: false
    }
  }

  fileprivate var isTag: Bool { (0xE0020...0xE007F).contains(value) }

  /// Whether a tag after it belongs to an emoji flag: U+1F3F4 and its tags.
  fileprivate var continuesFlag: Bool { value == 0x1F3F4 || isTag }

  /// Whether it is a format control that only works unseen (bidi, zero width space, BOM, tags).
  private var isInvisible: Bool {
    switch value {
    case 0x200C, 0x200D: return false
    case 0xFFF9...0xFFFB: return true
    default: break
    }
    switch properties.generalCategory {
    case .format, .unassigned: return properties.isDefaultIgnorableCodePoint
    default: return false
    }
  }
}
