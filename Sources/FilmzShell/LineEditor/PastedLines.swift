/// Several pasted lines, which are edited as one line.
package enum PastedLines {
  /// The character that the line editor shows instead of a line break.
  static let separator: Character = "\u{23CE}"  // ⏎

  /// Returns pasted text as one line.
  ///
  /// Line breaks at the end are removed, tabs become spaces, and other control characters are removed.
  static func joined(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\n", "\r", "\r\n": result.append(separator)
      case "\t": result.append(" ")
      default:
        result.unicodeScalars.append(contentsOf: character.unicodeScalars.filter(\.isText))
      }
    }
    while result.last == separator { result.removeLast() }
    return result
  }

  /// Returns the lines of an edited line, without empty ones if there are several.
  package static func split(_ line: String) -> [String] {
    guard line.contains(separator) else { return [line] }
    return line.split(separator: separator).map(String.init).filter {
      $0.contains { !$0.isWhitespace }
    }
  }
}

extension Unicode.Scalar {
  /// `true` for text and `false` for control characters.
  var isText: Bool { properties.generalCategory != .control }
}
