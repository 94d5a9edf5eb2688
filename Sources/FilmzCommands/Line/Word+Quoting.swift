package import FilmzDomain

extension Word: ArgumentValue {
  package static let kind = ValueKind.text

  package init(argument word: Word) { self = word }

  /// `true` for an unquoted word that begins with a dash, such as `-x`, `--name` or `--`.
  ///
  /// `-` alone is not an option, nor is a word whose second character is a digit, such as `-1`.
  var isOption: Bool {
    guard !isQuoted, text.first == "-", let second = text.dropFirst().first else { return false }
    return !(second.isASCII && second.isNumber)
  }

  /// The word as it is written in a command line, in quotes if it was quoted or needs them.
  package var quotedIfNeeded: String {
    guard isQuoted || needsQuotes else { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "\"" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return "\"" + String(escaped) + "\""
  }

  /// `true` if the text ends with a quoted value, as in `title="Some Film"`.
  private var hasQuotedValue: Bool {
    guard text.hasSuffix("\""), let word = try? LineParser.commands(in: text).first?.words else {
      return false
    }
    return word.map(\.text) == [text]
  }

  /// `true` if the text may be parsed differently without quotes.
  private var needsQuotes: Bool {
    guard let first = text.unicodeScalars.first, first != "'", first != "\"" else { return true }
    if hasQuotedValue { return false }
    return Redirection.Kind(rawValue: text) != nil
      || text.unicodeScalars.contains {
        $0.properties.isWhitespace || $0 == ";"
      }
  }
}
