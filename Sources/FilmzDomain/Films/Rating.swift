/// A rating from 0 to 10 points, stored in tenths of a point; a star is two points.
package struct Rating: Hashable, Sendable, Codable, Comparable {
  /// The rating in tenths of a point, 0–100.
  package let tenths: Int

  /// Creates a rating from tenths of a point; `nil` if the number is not in 0–100.
  package init?(tenths: Int) {
    guard (0...100).contains(tenths) else { return nil }
    self.tenths = tenths
  }

  /// Parses a rating as users write it: `8`, `8.5`, `8,5`, `4.5/5`, `9/10`, `80%`, `★★★★½`, `★★★☆☆`.
  ///
  /// - Throws: ``DomainError/invalidRating`` if the text is not a rating from 0 to 10,
  ///   ``DomainError/ratingTooPrecise(_:lower:upper:)`` if it is not a whole number of tenths.
  package init(parsing text: String) throws(DomainError) {
    guard let value = Self.tenThousandths(text), (0...100_000).contains(value),
      let lower = Self(tenths: value / 1000)
    else { throw .invalidRating }
    guard value.isMultiple(of: 1000) else {
      let upper = Self(tenths: value / 1000 + 1) ?? lower
      throw .ratingTooPrecise(text, lower: lower.text, upper: upper.text)
    }
    self = lower
  }

  package init(from decoder: any Decoder) throws {
    let tenths = try decoder.singleValueContainer().decode(Int.self)
    self.tenths = min(100, max(0, tenths))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(tenths)
  }

  /// The rating with one decimal, `8.0`.
  package var decimalText: String { tenths.tenthsText }

  /// The rating without a trailing `.0`, `8` or `8.5`.
  package var text: String { tenths % 10 == 0 ? "\(tenths / 10)" : decimalText }

  package static func < (left: Self, right: Self) -> Bool { left.tenths < right.tenths }

  /// Parses a rating, and returns ten-thousandths of a point, the unit of the functions below.
  private static func tenThousandths(_ text: String) -> Int? {
    stars(text) ?? fraction(text) ?? percentage(text) ?? decimal(text)
  }

  /// Parses up to five stars: full stars, then possibly a half star, then possibly empty stars,
  /// with which they must be five.
  private static func stars(_ text: String) -> Int? {
    let full = text.prefix { $0 == "★" }.count
    let half = text.dropFirst(full).prefix { $0 == "½" }.count
    let empty = text.dropFirst(full + half)
    let count = full + half + empty.count
    guard (1...5).contains(count), half <= 1, empty.allSatisfy({ $0 == "☆" }),
      empty.isEmpty || count == 5
    else { return nil }
    return full * 20_000 + half * 10_000
  }

  /// Parses a rating out of 5 or 10.
  private static func fraction(_ text: String) -> Int? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let points = decimal(parts[0]) else { return nil }
    switch parts[1] {
    case "5": return points * 2
    case "10": return points
    default: return nil
    }
  }

  /// Parses a percentage.
  private static func percentage(_ text: String) -> Int? {
    text.last == "%" ? decimal(text.dropLast(), scale: 1000) : nil
  }

  /// Parses an unsigned number with at most three decimals after a point or comma, and multiplies it
  /// by a scale that is a multiple of 1000.
  private static func decimal(_ text: some StringProtocol, scale: Int = 10_000) -> Int? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard (1...2).contains(parts.count), let whole = digits(parts[0]) else { return nil }
    guard parts.count == 2 else { return whole * scale }
    let unit = [scale / 10, scale / 100, scale / 1000]
    guard let fraction = digits(parts[1]) else { return nil }
    return whole * scale + fraction * unit[parts[1].utf8.count - 1]
  }

  /// Parses one to three digits.
  private static func digits(_ text: some StringProtocol) -> Int? {
    guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit)
    else { return nil }
    return Int(text)
  }
}
