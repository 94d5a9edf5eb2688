extension String {
  /// The text as it may stand before a semicolon.
  package var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }

  /// The text without the line breaks at its end.
  package var withoutLastLineBreaks: String {
    var text = self[...]
    while text.last?.isNewline == true { text = text.dropLast() }
    return String(text)
  }
}

extension StringProtocol {
  /// The text without the blanks around it.
  package var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}

extension [String] {
  /// The texts as a choice: `a, b or c`.
  package var alternatives: String { joined(lastBy: "or") }

  /// The texts as a sum: `a, b and c`.
  package var enumeration: String { joined(lastBy: "and") }

  private func joined(lastBy word: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(word) \(last)"
  }
}

extension Int {
  /// The number with a comma between thousands, `1,234,567`.
  package var grouped: String {
    var text = ""
    for (place, digit) in String(magnitude).reversed().enumerated() {
      if place > 0, place % 3 == 0 { text = "," + text }
      text = String(digit) + text
    }
    return self < 0 ? "-" + text : text
  }

  /// The number with what it counts, a comma between thousands: `1 title`, `1,234 titles`.
  package func grouped(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }

  /// The number with what it counts: `1 film`, `3 films`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension Duration {
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  /// Whole microseconds.
  package var microseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
