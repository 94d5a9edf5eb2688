extension Int {
  /// The number with commas between groups of three digits, `1,234,567`.
  package var grouped: String {
    var text = ""
    for (index, digit) in String(magnitude).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text = "," + text }
      text = String(digit) + text
    }
    return self < 0 ? "-" + text : text
  }

  /// Returns the number with commas, and a noun: `1 title`, `1,234 titles`.
  package func grouped(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }

  /// Returns the number and a noun: `1 film`, `3 films`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension BinaryInteger {
  /// The number divided by ten, with one decimal: `8.5` for 85; the number must not be negative.
  package var tenthsText: String { "\(self / 10).\(self % 10)" }

  /// Returns the digits in a radix, with leading zeros up to a length: `05`.
  ///
  /// The number must not be negative.
  package func zeroPadded(
    toLength length: Int, radix: Int = 10, uppercase: Bool = false
  ) -> String {
    let digits = String(self, radix: radix, uppercase: uppercase)
    return String(repeating: "0", count: Swift.max(0, length - digits.count)) + digits
  }
}

extension UInt8 {
  /// `true` for the digits of ASCII.
  @inlinable
  package var isDigit: Bool { (48...57).contains(self) }
}
