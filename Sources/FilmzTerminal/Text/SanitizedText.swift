extension String {
  /// The string without characters that could control or garble a terminal.
  ///
  /// The result is a single line: line breaks and tabs become one space each. Other C0 controls and DEL become their
  /// Unicode picture (`␛`); C1 controls and noncharacters become U+FFFD. Invisible format characters, such as
  /// bidirectional controls, are removed, except joiners and the tags of an emoji flag. Runs of more than eight scalars
  /// without a width, such as combining marks, are cut to eight, because terminals may draw such runs over other lines.
  package var sanitizedForTerminal: String {
    if isPlainASCII || isSafeForTerminal { return self }
    var result = UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    var zeroWidthCount = 0
    for scalar in unicodeScalars {
      let replacement = scalar.replacement(after: previous)
      // Only the tags of a flag are preserved, so a tag outside a flag must not let the next tag pass.
      previous = scalar.isTag && !previous.continuesFlag ? " " : scalar
      guard let replacement else { continue }
      zeroWidthCount = replacement.hasWidth ? 0 : zeroWidthCount + 1
      if zeroWidthCount <= Self.maximumZeroWidthCount { result.append(replacement) }
    }
    return String(result)
  }

  /// The maximum number of consecutive scalars without a width.
  ///
  /// Letters of living languages have up to four marks, and emoji flags have six tags.
  private static let maximumZeroWidthCount = 8

  private var isSafeForTerminal: Bool {
    var zeroWidthCount = 0
    return unicodeScalars.allSatisfy { scalar in
      zeroWidthCount = scalar.hasWidth ? 0 : zeroWidthCount + 1
      return scalar.isSafeForTerminal && zeroWidthCount <= Self.maximumZeroWidthCount
    }
  }

  /// The lines of the string, sanitized for a terminal.
  ///
  /// There is no line after a line break at the end of the string.
  package var sanitizedLines: [String] {
    var lines = split(omittingEmptySubsequences: false) { character in
      character.unicodeScalars.contains(where: \.isLineBreak)
    }
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String($0).sanitizedForTerminal }
  }
}

extension Unicode.Scalar {
  /// `true` if the scalar can be written to a terminal unchanged in any context.
  fileprivate var isSafeForTerminal: Bool {
    switch value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF: true
    case 0...0x9F: false
    default: !isLineBreak && !isInvisible && !properties.isNoncharacterCodePoint
    }
  }

  /// Returns the scalar to write in place of this one, or `nil` if this one is removed.
  ///
  /// A scalar that is safe to write is returned unchanged.
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

  /// `true` if the scalar ends a run of scalars without a width.
  fileprivate var hasWidth: Bool { value < 0x300 || displayWidth > 0 }

  fileprivate var isLineBreak: Bool {
    switch value {
    case 0x0A...0x0D, 0x2028, 0x2029: true
    default: false
    }
  }

  fileprivate var isTag: Bool { (0xE0020...0xE007F).contains(value) }

  /// `true` if a tag after the scalar may be part of an emoji flag, which is U+1F3F4 followed by tags.
  fileprivate var continuesFlag: Bool { value == 0x1F3F4 || isTag }

  /// `true` if the scalar is an invisible format character, such as a bidirectional control, the zero
  /// width space, the byte order mark, or a tag; `false` for joiners.
  private var isInvisible: Bool {
    switch value {
    case 0x200C, 0x200D: false
    case 0xFFF9...0xFFFB: true
    default: isIgnorable
    }
  }
}
