/// The limits of the texts that a user enters or imports.
package enum TextLimit {
  /// The maximum size of a text such as a note, in bytes of UTF-8: 1 MB.
  package static let textSize = 1_000_000
  /// The maximum size of the command line of a step in the journal, in bytes of UTF-8; a longer one is cut.
  package static let commandSize = 10_000
  /// The maximum number of characters of a name, such as that of a list, a tag or a person.
  ///
  /// Source: contract, Lists.
  package static let nameLength = 200
  /// The maximum size of a name in bytes of UTF-8, because a character can have any number of combining marks.
  package static let nameSize = 8_000
  /// The maximum size of the filter of a saved collection in bytes of UTF-8.
  package static let filterSize = 8_000
}

extension String {
  /// `true` if the text can be a name: at most ``TextLimit/nameLength`` characters on one line, one of which is
  /// visible.
  package var isName: Bool {
    utf8.count <= TextLimit.nameSize && isOneLine
      && (utf8.count <= TextLimit.nameLength || count <= TextLimit.nameLength) && hasVisibleCharacter
  }

  /// `true` if not all characters are blanks, controls, or invisible ones such as a zero-width space.
  package var hasVisibleCharacter: Bool { unicodeScalars.contains { !$0.isInvisible } }

  /// `true` if the text has neither line breaks nor other control characters, such as tabs.
  package var isOneLine: Bool { !unicodeScalars.contains(where: \.isControlOrLineBreak) }

  /// The text with a blank in place of each line break and each other control character.
  package var withoutLineBreaks: String { replacingControls(except: nil) }

  /// The text with a blank in place of each line break and each other control character except tabs, which titles may
  /// contain.
  package var withLinesJoined: String { replacingControls(except: "\t") }

  private func replacingControls(except kept: Unicode.Scalar?) -> String {
    guard !isOneLine else { return self }
    var line = ""
    for scalar in unicodeScalars {
      line.unicodeScalars.append(scalar.isControlOrLineBreak && scalar != kept ? " " : scalar)
    }
    return line
  }

  /// Returns the text, or its beginning with `…` if it is larger than a number of bytes of UTF-8.
  package func cut(toSize size: Int) -> String {
    guard utf8.count > size else { return self }
    var end = utf8.index(startIndex, offsetBy: max(0, size - 3))
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return self[..<end] + "…"
  }
}

extension Unicode.Scalar {
  /// `true` for blanks, controls, format characters, and fillers.
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
    default: properties.isDefaultIgnorableCodePoint || value == 0x2800
    }
  }

  /// `true` for line breaks and other control characters.
  fileprivate var isControlOrLineBreak: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }
}
