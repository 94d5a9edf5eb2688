/// A rating from 0 to 10 points, stored in tenths of a point; a star is two points.
package struct Rating: Hashable, Sendable, Codable, Comparable {
  /// The rating in tenths of a point, 0–100.
  package let tenths: Int

  /// Creates a rating from tenths of a point; `nil` if the number is not in 0–100.
  package init?(tenths: Int) {
    guard (0...100).contains(tenths) else { return nil }
    self.tenths = tenths
  }

  /// Parses a rating as users write it: `8`, `8.5`, `4.5/5`, `9/10`, `★★★★½`.
  ///
  /// - Throws: ``DomainError/invalidRating`` if the text is not a rating from 0 to 10.
  package init(parsing text: String) throws(DomainError) {
    guard let tenths = Self.stars(text) ?? Self.fraction(text) ?? Self.decimal(text),
      let rating = Self(tenths: tenths)
    else { throw .invalidRating }
    self = rating
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

  /// Parses stars, and returns tenths of a point.
  private static func stars(_ text: String) -> Int? {
    let starCount = text.prefix { $0 == "★" }.count
    let half = text.dropFirst(starCount)
    guard starCount + half.count > 0, starCount <= 5, half.isEmpty || half == "½" else {
      return nil
    }
    return starCount * 20 + half.count * 10
  }

  /// Parses a rating out of 5 or 10, and returns tenths of a point.
  private static func fraction(_ text: String) -> Int? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let tenths = decimal(parts[0]) else { return nil }
    switch parts[1] {
    case "5": return tenths * 2
    case "10": return tenths
    default: return nil
    }
  }

  /// Parses an unsigned number with at most one decimal, and returns it in tenths.
  private static func decimal(_ text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = digits(parts[0], upTo: 3) else { return nil }
    guard parts.count == 2 else { return whole * 10 }
    guard let tenth = digits(parts[1], upTo: 1) else { return nil }
    return whole * 10 + tenth
  }

  private static func digits(_ text: some StringProtocol, upTo length: Int) -> Int? {
    guard (1...length).contains(text.utf8.count),
      text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return Int(text)
  }
}
