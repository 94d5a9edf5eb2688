/// Parses and formats the numbers in the values of filters; parsing returns `nil` for any other text.
enum FilterNumber {
  /// Parses an integer of at most five digits.
  static func integer(_ text: String) -> Int? {
    (1...5).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
  }

  /// Parses a rating, and returns tenths of a point.
  static func tenths(_ text: String) -> Int? { try? Rating(parsing: text).tenths }

  /// Formats tenths of a point as a rating.
  static func rating(_ tenths: Int) -> String { Rating(tenths: tenths)?.text ?? "" }

  /// Parses a number of stars, `4`, `3.5` or `★★★½`, and returns the number of half stars.
  static func halfStars(_ text: String) -> Int? {
    let points = text.first == "★" || text == "½" ? text : text + "/5"
    return tenths(points).flatMap { $0.isMultiple(of: 10) ? $0 / 10 : nil }
  }

  /// Parses a count: `10000`, `10,000`, `10k`, `1.5M`; decimals require a unit.
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
  /// The years that films can have in filters and texts; the first one precedes the first films.
  package static let filmYears = 1870...2199

  /// Parses a year of four digits in ``filmYears``.
  package init?(year text: some StringProtocol) {
    guard let year = Int(fourDigits: text), Self.filmYears.contains(year) else { return nil }
    self = year
  }

  /// Parses a number of four digits.
  init?(fourDigits text: some StringProtocol) {
    guard text.utf8.count == 4, text.utf8.allSatisfy(\.isDigit) else { return nil }
    self.init(text)
  }
}
