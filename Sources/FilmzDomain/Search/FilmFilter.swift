/// A filter for the films of a search or of the collection.
///
/// A film must match all conditions; a condition that is `nil` or empty matches all films. As text and in
/// JSON, a filter is written as a user could type it, `year:1990..1999 mine:>=8`; ``FilterField`` defines
/// the syntax.
package struct FilmFilter: Hashable, Sendable {
  /// The years, one of which must be the film's year.
  package var years: ClosedRange<Int>?
  /// The types, one of which a film must have; some match several types (``MediaType/matchingTypes``).
  package var types: [MediaType] = []
  /// Groups of genres; a film must have at least one genre of each group.
  ///
  /// Groups that consist of one genre precede the other groups.
  package var genres: [[String]] = []
  /// The user's rating in tenths of a point, 0–100.
  package var userRating: ClosedRange<Int>?
  /// IMDb's rating in tenths of a point, 0–100.
  package var imdbRating: ClosedRange<Int>?
  /// The number of votes at IMDb.
  package var votes: ClosedRange<Int>?
  /// The runtime in minutes.
  package var runtime: ClosedRange<Int>?
  /// Names of directors, or words of them; a film must have a director for each element.
  package var directors: [String] = []
  /// Names of actors, or words of them; a film must have an actor for each element.
  package var actors: [String] = []
  /// Names of people in any role, or words of them; a film must have a person for each element.
  package var people: [String] = []
  /// Certifications, one of which a film must have; compared by `KidsFilter.certificationKey`.
  package var certifications: [String] = []
  /// Countries, one of which must be one of the film's countries.
  package var countries: [String] = []
  /// Languages, one of which must be one of the film's languages.
  package var languages: [String] = []
  /// `true` to match only films that the user has watched, `false` to match only others.
  package var isWatched: Bool?
  /// `true` to match only films that the user has rated, `false` to match only others.
  package var isRated: Bool?
  /// `true` to match only films with at least two viewings; ``isWatched`` is `true` then.
  package var isRewatched = false
  /// `true` to match only films that the user has skipped, which are not in the collection.
  package var isSkipped = false
  /// The maximum number of days since a film was added or, if ``isSkipped`` is `true`, skipped.
  package var recentDays: Int?
  package var audience: Audience?
  /// The tags, all of which a film must have.
  package var tags: [String] = []
  /// The names of lists, all of which must contain a film.
  package var lists: [String] = []
  /// The streaming service among whose films a film was marked; compared by its ``platformKey(_:)``.
  package var platform: String?
  /// Words, each of which must occur in the title, original title, people, year, notes, or recommender.
  package var grep: String?
  /// `true` to leave out films of the genre Adult.
  ///
  /// Only catalogs apply this condition, and it is not part of the text of the filter.
  package var excludesAdult = false

  package init() {}

  package var isEmpty: Bool { self == FilmFilter() }

  /// `true` if there is a condition on directors, actors, or other people.
  package var filtersByPeople: Bool { !(directors + actors + people).isEmpty }

  /// `true` if there is a condition on facts, as opposed to the user's own data.
  package var filtersByFacts: Bool {
    years != nil || !types.isEmpty || !genres.isEmpty || imdbRating != nil || votes != nil
      || runtime != nil || filtersByPeople
  }

  /// `true` if there is a condition on facts that catalogs do not have, or have of few films only.
  package var filtersByDetails: Bool {
    !certifications.isEmpty || !countries.isEmpty || !languages.isEmpty
  }

  /// Returns the form in which names of streaming services are compared: folded and without blanks.
  package static func platformKey(_ name: String) -> String {
    let key = CollectionName.folded(name)
    return key.isEmpty ? name : key
  }

  /// Adds a condition to the filter.
  ///
  /// - Parameters:
  ///   - name: The name of the field as it was typed, such as `rating`.
  ///   - value: The value as it was typed.
  ///   - scope: The scope, which determines the available fields and the meaning of `rating`.
  ///   - shown: The whole condition as it was typed, `rating:x` or `--rating x`, for errors.
  /// - Throws: ``DomainError`` if the scope has no such field, the value is invalid, or the condition
  ///   contradicts an earlier one; the filter is not changed then.
  package mutating func narrow(
    _ name: String, to value: String, in scope: FilterScope, shown: String
  ) throws(DomainError) {
    guard let field = FilterField.named(name, in: scope) else {
      throw .unknownFilter(name, near: nil, known: FilterField.names(in: scope))
    }
    var narrowed = self
    let example = Self.example(of: field, as: name, isOption: shown == "--\(name) \(value)")
    try field.narrow(&narrowed, .init(text: value.trimmed, shown: shown, example: example))
    self = narrowed
  }

  /// Returns the example of a field for errors, as a filter `rating:>7.5` or an option `--rating ">7.5"`.
  private static func example(of field: FilterField, as name: String, isOption: Bool) -> String {
    guard isOption else { return field.example.replacing(field.name + ":", with: name + ":") }
    return field.example.split(separator: " ").map { word in
      guard word.hasPrefix(field.name + ":") else { return String(word) }
      let value = word.dropFirst(field.name.count + 1)
      // A shell would redirect at these characters.
      guard value.hasPrefix(">") || value.hasPrefix("<") else { return "--\(name) \(value)" }
      let comma = value.hasSuffix(",") ? "," : ""
      return "--\(name) \"\(value.dropLast(comma.count))\"\(comma)"
    }.joined(separator: " ")
  }

  /// The filter as a user could type it, `year:1990..1999 genre:Drama`; empty if it matches all films.
  package var text: String {
    FilterField.all.flatMap { field in
      field.format(self).map { "\(field.name):\(Self.quoted($0))" }
    }.joined(separator: " ")
  }

  private static func quoted(_ value: String) -> String {
    let needsQuotes =
      value.contains(where: \.isWhitespace) || value.first == "'" || value.first == "\""
    let quote = value.contains("\"") ? "'" : "\""
    return needsQuotes ? quote + value + quote : value
  }
}

extension FilmFilter: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let filter = try FilmFilter(text: text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a filter: \(text)"))
    }
    self = filter
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

// Filters that are stored as text, and combined with others.
extension FilmFilter {
  /// Parses the ``text`` of a filter; returns `nil` if it has words that are not filters.
  ///
  /// - Throws: ``DomainError`` for an invalid filter.
  package init?(text: String) throws(DomainError) {
    let words = text.split(separator: " ").map { Word(String($0)) }
    let parsed = try FilterText(words, in: .collection)
    guard parsed.text.isEmpty, parsed.collections.isEmpty else { return nil }
    self = parsed.filter
  }

  /// The filter of all skipped films.
  package static var allSkipped: FilmFilter {
    var filter = FilmFilter()
    filter.isSkipped = true
    return filter
  }

  /// Adds the conditions of another filter.
  ///
  /// - Parameters:
  ///   - other: The other filter.
  ///   - shown: What the user typed for the other filter, such as `@favorites`, for errors.
  /// - Throws: ``DomainError/impossibleFilter(_:_:)`` if the filters contradict each other.
  package mutating func narrow(by other: FilmFilter, shown: String) throws(DomainError) {
    var narrowed = self
    for field in FilterField.all {
      for value in field.format(other) {
        try field.narrow(&narrowed, .init(text: value, shown: shown, example: field.example))
      }
    }
    self = narrowed
  }

  /// Throws if the filter selects skipped films and has a condition on data that skipped films do not have.
  ///
  /// - Throws: ``DomainError/notForSkippedFilms(_:)``.
  package func requireDataOfSkippedFilms() throws(DomainError) {
    guard isSkipped else { return }
    var others = self
    others.isSkipped = false
    let names = Set(["mine", "is", "audience", "tag", "list"])
    for field in FilterField.all where names.contains(field.name) {
      if let value = field.format(others).first {
        throw .notForSkippedFilms("\(field.name):\(value)")
      }
    }
  }
}

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
