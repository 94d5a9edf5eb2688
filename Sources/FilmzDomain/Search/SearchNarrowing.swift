/// What a search is narrowed by, gathered from filters in its text and from options.
///
/// Ranges that are given twice are taken together; genres and names add up.
package struct SearchNarrowing: Sendable, Hashable {
  package private(set) var years: YearRange?
  package private(set) var type: MediaType?
  package private(set) var filters = SearchFilters()

  package init() {}

  /// Takes one filter more.
  ///
  /// Errors show the filter as the user wrote it, `rating:x` or `--rating x`. Throws ``DomainError``,
  /// where the value cannot be, or excludes what was given before.
  package mutating func narrow(
    _ filter: SearchFilter, to value: String, shown: String
  ) throws(DomainError) {
    let wrong = DomainError.invalidFilter(shown, example: filter.example)
    switch filter {
    case .year: try narrow(years: value, shown)
    case .type:
      guard let type = MediaType(named: value) else { throw wrong }
      try narrow(type: type)
    case .genre:
      for genre in try Genre.named(value) where !filters.genres.contains(genre) {
        filters.genres.append(genre)
      }
    case .rating:
      let range = try Self.range(
        value, in: 0...100, filter, shown
      ) { try? Rating(parsing: $0).tenths }
      filters.ratings = try Self.both(range, filters.ratings, shown)
    case .votes:
      let range = try Self.range(value, in: 0...Int.max, filter, shown, Self.count)
      // Nobody asks for one number of votes: that many, or more.
      let meant = Self.count(value) == nil ? range : range.lowerBound...Int.max
      filters.votes = try Self.both(meant, filters.votes, shown)
    case .director: filters.directors += try Self.names(value, wrong)
    case .actor: filters.actors += try Self.names(value, wrong)
    case .person: filters.people += try Self.names(value, wrong)
    }
  }

  /// Takes the type that an option has.
  package mutating func narrow(type: MediaType) throws(DomainError) {
    if let other = self.type, other != type {
      throw .impossibleFilter("type:\(type.rawValue)", "type:\(other.rawValue)")
    }
    self.type = type
  }

  private mutating func narrow(years text: String, _ shown: String) throws(DomainError) {
    guard let bounds = Self.decade(text) ?? FilterBounds(text, number: { YearRange.year($0) })
    else { throw .invalidYears(text) }
    if bounds.isReversed, let low = bounds.low, let high = bounds.high {
      throw .yearsReversed(text, instead: "\(high)-\(low)")
    }
    guard let range = bounds.clamped(to: 0...9999) else { throw .invalidYears(text) }
    let before = years.map { $0.first...$0.last }
    let both = try Self.both(range, before, shown)
    years = YearRange(both.lowerBound, both.upperBound)
  }

  /// `1990s`.
  private static func decade(_ text: String) -> FilterBounds? {
    guard text.hasSuffix("0s"), let year = YearRange.year(text.dropLast()) else { return nil }
    return FilterBounds("\(year)..\(year + 9)") { Int($0) }
  }

  private static func range(
    _ text: String, in range: ClosedRange<Int>, _ filter: SearchFilter, _ shown: String,
    _ number: (String) -> Int?
  ) throws(DomainError) -> ClosedRange<Int> {
    guard let bounds = FilterBounds(text, number: number), !bounds.isReversed,
      let found = bounds.clamped(to: range)
    else { throw .invalidFilter(shown, example: filter.example) }
    return found
  }

  private static func both(
    _ range: ClosedRange<Int>, _ before: ClosedRange<Int>?, _ shown: String
  ) throws(DomainError) -> ClosedRange<Int> {
    guard let before else { return range }
    guard range.overlaps(before) else { throw .impossibleFilter(shown, "what stands before it") }
    return range.clamped(to: before)
  }

  /// A count as people write it: `10000`, `10,000`, `10k`, `1.5M`.
  private static func count(_ text: String) -> Int? {
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

  private static func names(_ text: String, _ wrong: DomainError) throws(DomainError) -> [String] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
      .map(\.trimmed)
    guard names.allSatisfy({ !TextFolding.words($0).isEmpty }) else { throw wrong }
    return names
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (48...57).contains(self) }
}
