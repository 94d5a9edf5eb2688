/// A rating, in tenths of a point: 0–100 inside, 0–10 outside; stars are half of it.
package struct Rating: Hashable, Sendable, Codable, Comparable {
  /// Tenths of a point, 0–100.
  package let tenths: Int

  /// A rating of so many tenths, or nothing where they are out of range.
  package init?(tenths: Int) {
    guard (0...100).contains(tenths) else { return nil }
    self.tenths = tenths
  }

  /// Reads a rating as people write it: `8`, `8.5`, `4.5/5`, `9/10`, `★★★★½`.
  ///
  /// - Throws: ``DomainError/invalidRating`` for anything else, and for values outside 0–10.
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
  package var decimalText: String { "\(tenths / 10).\(tenths % 10)" }

  /// The rating as people write it, `8` or `8.5`.
  package var text: String { tenths % 10 == 0 ? "\(tenths / 10)" : decimalText }

  package static func < (left: Self, right: Self) -> Bool { left.tenths < right.tenths }

  private static func stars(_ text: String) -> Int? {
    let full = text.prefix { $0 == "★" }.count
    let rest = text.dropFirst(full)
    guard full + rest.count > 0, full <= 5, rest.isEmpty || rest == "½" else { return nil }
    return full * 20 + rest.count * 10
  }

  private static func fraction(_ text: String) -> Int? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let tenths = decimal(parts[0]) else { return nil }
    switch parts[1] {
    case "5": return tenths * 2
    case "10": return tenths
    default: return nil
    }
  }

  /// Tenths of a number with at most one decimal and without a sign.
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
