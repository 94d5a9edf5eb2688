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
    guard let value = Self.tenThousandths(text), (0...100_000).contains(value), let lower = Self(tenths: value / 1000)
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

  package func encode(to encoder: any Encoder) throws { try tenths.encode(to: encoder) }

  /// The rating with one decimal, `8.0`.
  package var decimalText: String { tenths.tenthsText }

  /// The rating without a trailing `.0`, `8` or `8.5`.
  package var text: String { tenths % 10 == 0 ? "\(tenths / 10)" : decimalText }

  package static func < (left: Self, right: Self) -> Bool { left.tenths < right.tenths }

  /// Parses a rating, and returns ten-thousandths of a point, like the functions below; `nil` for any other text.
  private static func tenThousandths(_ text: String) -> Int? {
    stars(text) ?? fraction(text) ?? percentage(text) ?? decimal(text)
  }

  /// Parses up to five stars: full stars, then possibly a half star, then possibly empty stars, which must make the
  /// number five.
  ///
  /// In ASCII, the forms are `***` and `**** 1/2`.
  private static func stars(_ text: String) -> Int? {
    let text =
      text.first == "*" ? text.replacing("*", with: "★").replacing(" 1/2", with: "½").replacing("1/2", with: "½") : text
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
    guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int(text)
  }
}

extension Rating {
  /// The rating in half stars, 0–10, rounded to the nearest; halves are rounded up.
  package var halfStars: Int { (tenths + 5) / 10 }

  /// The rating in stars, such as `★★★★½`; `☆` for a rating that rounds to no star.
  package var stars: String {
    guard halfStars > 0 else { return "☆" }
    return String(repeating: "★", count: halfStars / 2) + (halfStars.isMultiple(of: 2) ? "" : "½")
  }
}

/// The scale on which the user types and sees ratings in a shell; the raw value is its maximum, and the value of the
/// setting `rating.scale`.
package enum RatingScale: String, Sendable, CaseIterable {
  case points = "10"
  case stars = "5"

  /// The value of a point or star in tenths of a point.
  package var unit: Int { self == .points ? 10 : 20 }

  /// Parses a rating that the user typed.
  ///
  /// A number is on this scale; `4 stars`, `4*`, and all forms of ``Rating/init(parsing:)`` except a plain number are
  /// the same rating on both scales.
  ///
  /// - Throws: The errors of ``Rating/init(parsing:)``; ``DomainError/invalidStars`` for a number of stars.
  package func rating(_ text: String) throws(DomainError) -> Rating {
    let suffix = ["stars", "star", "*", "★"].first { text.lowercased().hasSuffix($0) }
    let number = text.dropLast(suffix?.count ?? 0).trimmed
    let isNumber = number.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
    let isInStars = isNumber && !number.isEmpty && (suffix != nil || self == .stars)
    do {
      return try Rating(parsing: isInStars ? number + "/5" : text)
    } catch {
      throw isInStars || self == .stars ? .invalidStars : error
    }
  }

  /// Returns the number that the user types for a rating: `8.5`, or `4.25` of five stars.
  package func number(_ rating: Rating) -> String {
    guard self == .stars else { return rating.text }
    let hundredths = rating.tenths * 5
    if hundredths.isMultiple(of: 100) { return "\(hundredths / 100)" }
    let decimals = (hundredths % 100).zeroPadded(toLength: 2)
    return "\(hundredths / 100)." + (decimals.hasSuffix("0") ? String(decimals.dropLast()) : decimals)
  }

  /// Returns a rating for tables: `8.5`, or `4.25★`.
  package func cellText(_ rating: Rating) -> String { number(rating) + (self == .stars ? "★" : "") }

  /// Returns a rating for cards: `8.5/10`, or `4.25/5`.
  package func fraction(_ rating: Rating) -> String { "\(number(rating))/\(rawValue)" }

  /// Returns a rating for messages: `8.5`, or with both scales `★★★★ (8)`; quarters of a star as `4.25★ (8.5)`.
  package func message(_ rating: Rating) -> String {
    guard self == .stars else { return rating.text }
    let isWholeHalfStar = rating.tenths.isMultiple(of: 10)
    return "\(isWholeHalfStar ? rating.stars : cellText(rating)) (\(rating.text))"
  }
}

/// The mean and standard deviation of ratings.
package struct RatingSpread: Sendable, Hashable {
  /// The number of ratings, at least 1.
  package let count: Int
  /// The mean in points, 0–10.
  package let mean: Double
  /// The population standard deviation in points.
  package let deviation: Double

  /// Computes the spread from the sums of ratings, which are in tenths of a point; `nil` if there are no
  /// ratings.
  package init?(count: Int, sum: Int, sumOfSquares: Int) {
    guard count > 0 else { return nil }
    self.count = count
    mean = Double(sum) / Double(count) / 10
    // The numerator is an integer, so that the deviation of equal ratings is exactly 0.
    let variance = Double(count * sumOfSquares - sum * sum) / Double(count) / Double(count)
    deviation = max(0, variance).squareRoot() / 10
  }
}

extension Rating {
  /// Returns IMDb's rating of a film, weighted by the number of its votes, so that a high rating by a few people does
  /// not precede one by many.
  ///
  /// It is (v × R + m × C) / (v + m) for the rating R of v votes: the rating that the film has after m further
  /// votes for the mean C. The formula, m = 25,000 and C = 7.0 are those of IMDb's list Top 250. The unit is a
  /// millionth of a tenth of a point; the greatest value is 100,000,000.
  package static func weightedMillionths(tenths: Int, votes: Int) -> Int {
    let (addedVotes, meanTenths) = (25_000, 70)
    return (votes * tenths + addedVotes * meanTenths) * 1_000_000 / (votes + addedVotes)
  }
}
