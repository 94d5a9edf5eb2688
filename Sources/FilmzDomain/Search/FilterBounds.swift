/// Numbers from a first to a last, as filters have them: `7`, `7..8`, `7-8`, `7..`, `>7`, `<=8`.
struct FilterBounds {
  /// The smallest number; `nil` if there is none.
  let low: Int?
  /// The largest number; `nil` if there is none.
  let high: Int?

  /// Reads a text, whose numbers are read by `number`; `nil` if it has none of these forms.
  ///
  /// Numbers are whole ones, so that `>7` begins at 8; ratings are in tenths.
  init?(_ text: String, number: (String) -> Int?) {
    let text = text.replacing("–", with: "-")
    if let sign = Self.signs.first(where: { text.hasPrefix($0) }) {
      guard let value = number(String(text.dropFirst(sign.count))) else { return nil }
      (low, high) = Self.bounds(sign, value)
      return
    }
    if let value = number(text) {
      (low, high) = (value, value)
      return
    }
    let dots = text.replacing("..", with: "\n")
    let separator: Character = dots == text ? "-" : "\n"
    let ends = dots.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2, ends != ["", ""] else { return nil }
    let numbers = ends.map(number)
    guard zip(ends, numbers).allSatisfy({ $0.isEmpty || $1 != nil }) else { return nil }
    (low, high) = (ends[0].isEmpty ? nil : numbers[0], ends[1].isEmpty ? nil : numbers[1])
  }

  /// Whether it ends before it begins.
  var isReversed: Bool {
    guard let low, let high else { return false }
    return low > high
  }

  /// The numbers of it that lie in a range; `nil` if none do.
  func clamped(to range: ClosedRange<Int>) -> ClosedRange<Int>? {
    let low = max(low ?? range.lowerBound, range.lowerBound)
    let high = min(high ?? range.upperBound, range.upperBound)
    return low <= high ? low...high : nil
  }

  /// A range as it could be typed; `whole` is the range that no end leaves.
  static func text(
    of range: ClosedRange<Int>, in whole: ClosedRange<Int>, number: (Int) -> String
  ) -> String {
    let first = number(range.lowerBound)
    let last = number(range.upperBound)
    if range.lowerBound == range.upperBound { return first }
    if range.upperBound == whole.upperBound { return ">=" + first }
    return range.lowerBound == whole.lowerBound ? "<=" + last : "\(first)..\(last)"
  }

  private static let signs = [">=", "<=", "≥", "≤", ">", "<", "="]

  private static func bounds(_ sign: String, _ value: Int) -> (low: Int?, high: Int?) {
    switch sign {
    case ">=", "≥": (value, nil)
    case "<=", "≤": (nil, value)
    case ">": (value + 1, nil)
    case "<": (nil, value - 1)
    default: (value, value)
    }
  }
}
