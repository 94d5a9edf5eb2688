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

  /// `true` if the text is read as one word whatever follows it, which a quotation mark without an end would take in.
  private var isOneWord: Bool {
    ["\"", "'"].allSatisfy { mark in
      let words = try? LineParser.commands(in: "x \(text) y\(mark)").first?.words.map(\.text)
      return words == ["x", text, "y" + mark]
    }
  }

  /// `true` if the text may be parsed differently without quotes.
  private var needsQuotes: Bool {
    guard let first = text.unicodeScalars.first, first != "'", first != "\"" else { return true }
    if text.hasSuffix("\""), isOneWord { return false }
    return Redirection.Kind(rawValue: text) != nil
      || text.unicodeScalars.contains {
        $0.properties.isWhitespace || $0 == ";"
      } || !isOneWord
  }
}
