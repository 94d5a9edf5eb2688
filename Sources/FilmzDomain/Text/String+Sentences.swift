extension String {
  /// The string after `a` or `an`, depending on its first letter: `an OMDb`.
  package var withArticle: String { (first.map { "AEIOaeio".contains($0) } == true ? "an " : "a ") + self }

  /// The string without the full stop at its end, so that the sentence can be continued.
  package var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }

  /// The string without newlines at its end.
  package var withoutTrailingNewlines: String {
    var text = self[...]
    while text.last?.isNewline == true { text = text.dropLast() }
    return String(text)
  }
}

extension StringProtocol {
  /// The string without leading and trailing whitespace.
  package var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}

extension [String] {
  /// The strings as alternatives: `a, b or c`.
  package var joinedWithOr: String { joined(lastBy: "or") }

  /// The strings as an enumeration: `a, b and c`.
  package var joinedWithAnd: String { joined(lastBy: "and") }

  private func joined(lastBy conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}
