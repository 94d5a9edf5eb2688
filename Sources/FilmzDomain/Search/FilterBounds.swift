/// The bounds of a range in a filter: `7`, `7..8`, `7-8`, `7..`, `>7`, `<=8`.
struct FilterBounds {
  /// The lower bound; `nil` if there is none.
  let low: Int?
  /// The upper bound; `nil` if there is none.
  let high: Int?

  /// Parses a range whose bounds are parsed by `number`; `nil` if the string is not a range.
  ///
  /// The bounds are integers, so that `>7` begins at 8. Ratings are parsed as tenths of a point, so that `>7`
  /// begins at 7.1.
  init?(_ text: String, number: (String) -> Int?) {
    let text = text.replacing("–", with: "-")
    if let comparison = Self.comparisons.first(where: { text.hasPrefix($0) }) {
      guard let value = number(String(text.dropFirst(comparison.count))) else { return nil }
      (low, high) = Self.bounds(comparison, value)
      return
    }
    if let value = number(text) {
      (low, high) = (value, value)
      return
    }
    let ends = text.split(separator: text.contains("..") ? ".." : "-", omittingEmptySubsequences: false)
      .map(String.init)
    guard ends.count == 2, ends != ["", ""] else { return nil }
    let numbers = ends.map(number)
    guard zip(ends, numbers).allSatisfy({ $0.isEmpty || $1 != nil }) else { return nil }
    (low, high) = (ends[0].isEmpty ? nil : numbers[0], ends[1].isEmpty ? nil : numbers[1])
  }

  /// Parses dates, `2019`, `2019-03..2019-06` or `>2019-05-01`, as days from 1970-01-01; `nil` for any other string.
  ///
  /// `>2019` begins after the last day of 2019, and `<2019` ends before its first day.
  init?(days text: String) {
    guard let first = FilterBounds(text, number: { PartialDate($0)?.days.lowerBound }),
      let last = FilterBounds(text, number: { PartialDate($0)?.days.upperBound })
    else { return nil }
    low = text.hasPrefix(">") && !text.hasPrefix(">=") ? last.low : first.low
    high = text.hasPrefix("<") && !text.hasPrefix("<=") ? first.high : last.high
  }

  /// `true` if the lower bound is greater than the upper bound.
  var isReversed: Bool {
    guard let low, let high else { return false }
    return low > high
  }

  /// Returns the intersection with a range; `nil` if it is empty.
  func clamped(to range: ClosedRange<Int>) -> ClosedRange<Int>? {
    let low = max(low ?? range.lowerBound, range.lowerBound)
    let high = min(high ?? range.upperBound, range.upperBound)
    return low <= high ? low...high : nil
  }

  /// Returns a range as a user could type it, such as `7..8` or `>=7`.
  ///
  /// A bound that is also a bound of `allValues` is omitted, but not both of them.
  static func text(of range: ClosedRange<Int>, in allValues: ClosedRange<Int>, number: (Int) -> String) -> String {
    let first = number(range.lowerBound)
    let last = number(range.upperBound)
    if first == last { return first }
    if range.upperBound == allValues.upperBound { return ">=" + first }
    return range.lowerBound == allValues.lowerBound ? "<=" + last : "\(first)..\(last)"
  }

  private static let comparisons = [">=", "<=", "≥", "≤", ">", "<", "="]

  private static func bounds(_ comparison: String, _ value: Int) -> (low: Int?, high: Int?) {
    switch comparison {
    case ">=", "≥": (value, nil)
    case "<=", "≤": (nil, value)
    case ">": (value + 1, nil)
    case "<": (nil, value - 1)
    default: (value, value)
    }
  }
}

extension RatingScale {
  /// An example of the filter `mine`.
  var filterExample: String {
    self == .points ? "mine:>7.5 or mine:7..8, from 0 to 10" : "mine:>3.5 or mine:3..4, from 0 to 5"
  }
}

/// Parses and formats numbers in the values of filters; parsing returns `nil` for texts that are not such a number.
enum FilterNumber {
  /// Parses an integer of at most five digits.
  static func integer(_ text: String) -> Int? {
    (1...5).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
  }

  /// Parses a rating, and returns tenths of a point.
  static func tenths(_ text: String, on scale: RatingScale = .points) -> Int? { try? scale.rating(text).tenths }

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
      parts.allSatisfy({ (1...9).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isDigit) }), let value = Double(digits)
    else { return nil }
    return Int((value * Double(scale)).rounded())
  }
}
