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

extension Int {
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
