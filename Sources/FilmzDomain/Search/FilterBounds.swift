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
    let textWithoutDots = text.replacing("..", with: "\n")
    let separator: Character = textWithoutDots == text ? "-" : "\n"
    let ends = textWithoutDots.split(separator: separator, omittingEmptySubsequences: false)
      .map(String.init)
    guard ends.count == 2, ends != ["", ""] else { return nil }
    let numbers = ends.map(number)
    guard zip(ends, numbers).allSatisfy({ $0.isEmpty || $1 != nil }) else { return nil }
    (low, high) = (ends[0].isEmpty ? nil : numbers[0], ends[1].isEmpty ? nil : numbers[1])
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

  /// Returns a range as a user could type it.
  ///
  /// One bound is omitted if it is also a bound of `allValues`.
  static func text(
    of range: ClosedRange<Int>, in allValues: ClosedRange<Int>, number: (Int) -> String
  ) -> String {
    let first = number(range.lowerBound)
    let last = number(range.upperBound)
    if range.lowerBound == range.upperBound { return first }
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
