/// A part of an HTML document.
///
/// String literals are markup; interpolated strings are text, which is escaped. Text belongs into elements and quoted
/// attributes only.
struct HTML: ExpressibleByStringInterpolation {
  private(set) var markup: String

  init(stringLiteral markup: String) { self.markup = markup }

  init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { markup += literal }

    mutating func appendInterpolation(_ text: String) { markup += text.escapedForHTML }

    mutating func appendInterpolation(_ number: Int) { markup += String(number) }

    /// Appends markup, nothing for `nil`.
    mutating func appendInterpolation(_ part: HTML?) { markup += part?.markup ?? "" }

    mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { markup += part.markup }
    }
  }
}

extension String {
  /// The text without what has a meaning in HTML, and without characters that are not shown.
  ///
  /// Control characters are replaced by blanks. Characters that change the direction of the text after them, to the end
  /// of the paragraph, are removed; each title has an element that isolates its direction.
  fileprivate var escapedForHTML: String {
    var result = ""
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": break
      case _ where scalar.properties.generalCategory == .control: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
