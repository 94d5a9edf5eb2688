/// The numbers of filters, as they are typed; `nil` for any other text.
enum FilterNumber {
  /// At most five digits.
  static func whole(_ text: String) -> Int? {
    (1...5).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
  }

  /// A rating in tenths of a point.
  static func tenths(_ text: String) -> Int? { try? Rating(parsing: text).tenths }

  /// A rating of so many tenths as text.
  static func rating(_ tenths: Int) -> String { Rating(tenths: tenths)?.text ?? "" }

  /// Stars in halves: `4`, `3.5` or `★★★½`.
  static func halfStars(_ text: String) -> Int? {
    let points = text.first == "★" || text == "½" ? text : text + "/5"
    return tenths(points).flatMap { $0.isMultiple(of: 10) ? $0 / 10 : nil }
  }

  /// A count as people write it: `10000`, `10,000`, `10k`, `1.5M`.
  static func count(_ text: String) -> Int? {
    var digits = text.replacing(",", with: "")
    var scale = 1
    if let last = digits.last?.lowercased(), let factor = ["k": 1000, "m": 1_000_000][last] {
      scale = factor
      digits.removeLast()
    }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.count == 1 || scale > 1,
      parts.allSatisfy({ (1...9).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isDigit) }),
      let value = Double(digits)
    else { return nil }
    return Int((value * Double(scale)).rounded())
  }
}

extension Int {
  /// Reads a year of four digits, from the first films to a century ahead.
  package init?(year text: some StringProtocol) {
    guard text.utf8.count == 4, let year = Int(text), (1870...2199).contains(year) else {
      return nil
    }
    self = year
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (48...57).contains(self) }
}
