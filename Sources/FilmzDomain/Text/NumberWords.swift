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
  package static func spellings(of word: [UInt8]) -> [[UInt8]] {
    [word] + (otherSpellings[word] ?? [])
  }

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
