extension String {
  /// The text as it may stand before a semicolon.
  package var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
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
