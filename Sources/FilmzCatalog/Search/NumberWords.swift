/// Numbers as they stand in titles of sequels: `2`, `ii`, `two`.
enum NumberWords {
  private static let names = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
  ]
  private static let romans = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv",
    "xvi", "xvii", "xviii", "xix", "xx",
  ]

  /// Whether a word is the number of a sequel, in digits or as a roman one.
  static func isSmall(_ word: [UInt8]) -> Bool {
    let text = String(decoding: word, as: UTF8.self)
    return Int(text).map { (1...20).contains($0) } ?? romans.contains(text)
  }

  /// The word itself, and the other ways to write the number that it is.
  static func spellings(of word: [UInt8]) -> [[UInt8]] { [word] + (others[word] ?? []) }

  private static let others: [[UInt8]: [[UInt8]]] = {
    var others: [[UInt8]: [[UInt8]]] = [:]
    for (index, (name, roman)) in zip(names, romans).enumerated() {
      let spellings = [String(index + 1), name, roman].map { Array($0.utf8) }
      // `i` is a word of its own in more titles than it is a number.
      for spelling in spellings where spelling != Array("i".utf8) {
        others[spelling] = spellings.filter {
          $0 != spelling && ($0 != Array("i".utf8) || spelling == Array("1".utf8))
        }
      }
    }
    return others
  }()
}
