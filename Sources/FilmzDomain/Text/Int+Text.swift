extension Int {
  /// The number with a comma between thousands, `1,234,567`.
  package var grouped: String {
    var text = ""
    for (index, digit) in String(magnitude).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text = "," + text }
      text = String(digit) + text
    }
    return self < 0 ? "-" + text : text
  }

  /// Returns the number, with a comma between thousands, and a noun: `1 title`, `1,234 titles`.
  package func grouped(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }

  /// Returns the number and a noun: `1 film`, `3 films`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension BinaryInteger {
  /// A number of tenths as a decimal number: `8.5` for 85; not for negative numbers.
  package var tenthsText: String { "\(self / 10).\(self % 10)" }

  /// Returns the digits in a radix, with leading zeros up to a length: `05`; not for negative numbers.
  package func zeroPadded(
    toLength length: Int, radix: Int = 10, uppercase: Bool = false
  ) -> String {
    let digits = String(self, radix: radix, uppercase: uppercase)
    return String(repeating: "0", count: Swift.max(0, length - digits.count)) + digits
  }
}
