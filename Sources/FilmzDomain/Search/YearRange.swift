/// Years from a first to a last, both included.
package struct YearRange: Hashable, Sendable, Codable {
  package let first: Int
  package let last: Int

  /// A range of years in their order.
  package init(_ first: Int, _ last: Int) {
    self.first = min(first, last)
    self.last = max(first, last)
  }

  /// Reads `1999`, `1990-1999`, `1990..1999`, `1990-` or `-1999`.
  ///
  /// - Throws: ``DomainError/invalidYears(_:)``.
  package init(parsing text: String) throws(DomainError) {
    let parts = text.replacing("..", with: "-").replacing("–", with: "-")
      .split(separator: "-", omittingEmptySubsequences: false)
    let years = parts.map { Self.year($0) }
    switch years.count {
    case 1:
      guard let year = years[0] else { throw .invalidYears(text) }
      self.init(year, year)
    case 2:
      guard years[0] != nil || years[1] != nil,
        parts[0].isEmpty || years[0] != nil, parts[1].isEmpty || years[1] != nil
      else { throw .invalidYears(text) }
      self.init(years[0] ?? 0, years[1] ?? 9999)
    default: throw .invalidYears(text)
    }
  }

  private enum CodingKeys: CodingKey {
    case first
    case last
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Int.self, forKey: .first), try container.decode(Int.self, forKey: .last))
  }

  package func contains(_ year: Int) -> Bool { (first...last).contains(year) }

  /// A year of four digits, from the first films to a century ahead, or nothing.
  package static func year(_ text: some StringProtocol) -> Int? {
    guard text.utf8.count == 4, let year = Int(text), (1870...2199).contains(year) else {
      return nil
    }
    return year
  }
}
