/// The spellings of the numbers from 1 to 20 in titles of sequels, such as `2`, `ii`, and `two`.
package enum NumberWords {
  private static let names = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
  ]
  private static let romanNumerals = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv",
    "xvi", "xvii", "xviii", "xix", "xx",
  ]

  /// Returns whether a word is a number from 1 to 20 in Arabic or Roman numerals.
  package static func isSequelNumber(_ word: [UInt8]) -> Bool {
    let text = String(decoding: word, as: UTF8.self)
    return Int(text).map { (1...20).contains($0) } ?? romanNumerals.contains(text)
  }

  /// Returns the word and, if it is a number from 1 to 20 other than `i`, the other spellings of the
  /// number; `i` is returned only for `1` and `i`.
  package static func spellings(of word: [UInt8]) -> [[UInt8]] { [word] + (otherSpellings[word] ?? []) }

  /// Returns whether two folded words are equal or are spellings of the same number.
  package static func areEqual(_ first: String, _ second: String) -> Bool {
    first == second || spellings(of: Array(first.utf8)).contains(Array(second.utf8))
  }

  private static let otherSpellings: [[UInt8]: [[UInt8]]] = {
    var otherSpellings: [[UInt8]: [[UInt8]]] = [:]
    for (index, (name, roman)) in zip(names, romanNumerals).enumerated() {
      let spellings = [String(index + 1), name, roman].map { Array($0.utf8) }
      // In most titles, `i` is a word and not a number. So `i` has no other spellings, and it is
      // another spelling of `1` only, not of `one`.
      for spelling in spellings where spelling != Array("i".utf8) {
        otherSpellings[spelling] = spellings.filter {
          $0 != spelling && ($0 != Array("i".utf8) || spelling == Array("1".utf8))
        }
      }
    }
    return otherSpellings
  }()
}

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
  package func zeroPadded(toLength length: Int, radix: Int = 10, uppercase: Bool = false) -> String {
    let digits = String(self, radix: radix, uppercase: uppercase)
    return String(repeating: "0", count: Swift.max(0, length - digits.count)) + digits
  }
}

extension UInt8 {
  /// `true` for the digits of ASCII.
  @inlinable
  package var isDigit: Bool { (48...57).contains(self) }
}

/// Formats numbers of bytes.
package enum ByteCount {
  /// Returns a number of bytes with a decimal unit: `812 B`, `4.2 kB`, `1.3 GB`.
  package static func text(_ bytes: Int) -> String {
    let units = ["kB", "MB", "GB", "TB"]
    guard bytes >= 1000 else { return "\(bytes) B" }
    var value = Double(bytes) / 1000
    var unit = 0
    while value >= 999.95, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    let tenths = Int((value * 10).rounded())
    return "\(tenths.tenthsText) \(units[unit])"
  }
}
