/// A word of a command line, and whether it stood in quotes.
package struct Word: Sendable, Hashable, ArgumentValue {
  package static let kind = ValueKind.text

  package let text: String
  package let isQuoted: Bool

  package init(_ text: String, isQuoted: Bool = false) {
    self.text = text
    self.isQuoted = isQuoted
  }

  package init(argument word: Word) { self = word }

  /// `true` for `-x` and `--name` without quotes; not for `-` alone and for negative numbers.
  var isOption: Bool {
    guard !isQuoted, text.first == "-", let second = text.dropFirst().first else { return false }
    return !(second.isASCII && second.isNumber)
  }

  /// The word as it could be typed again.
  package var typed: String {
    guard isQuoted || !isPlain else { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "\"" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return "\"" + String(escaped) + "\""
  }

  /// `true` if the text is one word without quotes, and means nothing else there.
  private var isPlain: Bool {
    guard let first = text.unicodeScalars.first, first != "'" else { return false }
    return Redirection.Sign(rawValue: text) == nil
      && text.unicodeScalars.allSatisfy {
        !$0.properties.isWhitespace && $0 != "\"" && $0 != ";"
      }
  }
}
