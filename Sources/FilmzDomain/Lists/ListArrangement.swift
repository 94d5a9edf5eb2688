/// The places of the films of a list, in their order.
package struct ListArrangement: Sendable, Hashable {
  package struct Place: Sendable, Hashable {
    package let film: FilmID
    /// The text of the place's ``ListPosition``, or any other text that another program wrote.
    package let position: String

    package init(film: FilmID, position: String) {
      self.film = film
      self.position = position
    }
  }

  package let places: [Place]

  package init(_ places: [Place]) { self.places = places }

  package var films: [FilmID] { places.map(\.film) }

  /// Returns the places for films in another order; films may be added or removed.
  ///
  /// As many places as possible keep their position. The others get new positions between those, chosen by
  /// `installation`. The films must not have duplicates. If possible, a new position has no fraction of the positions
  /// `used`, because undo may restore these.
  package func rearranged(
    _ films: [FilmID], by installation: String, avoiding used: Set<String> = []
  ) -> ListArrangement {
    let indices = Dictionary(places.enumerated().map { ($1.film, $0) }) { first, _ in first }
    let oldIndices = films.map { indices[$0] }
    let kept = Self.longestIncreasingSubsequence(oldIndices)
    let oldPositions = oldIndices.enumerated().map { index, old in
      kept.contains(index) ? old.flatMap { ListPosition(places[$0].position) } : nil
    }
    let usedFractions = Set(used.compactMap { ListPosition($0)?.fraction }).sorted()
    let positions = Self.completed(oldPositions, by: installation, avoiding: usedFractions)
    return ListArrangement(
      zip(films, positions).map { Place(film: $0, position: $1.text) })
  }

  /// Returns ascending positions, of which some are given.
  ///
  /// If there is no room between two positions, the second one is replaced as well; if there is none at the
  /// end, all are. Positions with one fraction, which installations chose independently, are kept as long as
  /// nothing is inserted between them.
  private static func completed(
    _ positions: [ListPosition?], by installation: String, avoiding used: [String]
  ) -> [ListPosition] {
    func chosen(_ fractions: [String]) -> [ListPosition] {
      fractions.map { ListPosition(fraction: $0, installation: installation) }
    }
    var result: [ListPosition] = []
    var start = 0
    for end in positions.indices {
      guard let position = positions[end] else { continue }
      let lower = result.last
      if start == end {
        guard lower.map({ $0.text < position.text }) ?? true else { continue }
        result.append(position)
      } else {
        let fractions = fractions(
          end - start, after: lower?.fraction, before: position.fraction, avoiding: used)
        guard let fractions else { continue }
        result += chosen(fractions) + [position]
      }
      start = end + 1
    }
    let rest = fractions(
      positions.count - start, after: result.last?.fraction, before: nil, avoiding: used)
    if let rest { return result + chosen(rest) }
    return chosen(ListPosition.fractions(positions.count, after: nil, before: nil) ?? [])
  }

  /// Returns fractions between two others: at the beginning of a list before those of `used` between them,
  /// otherwise after these; if there is no room there, anywhere.
  private static func fractions(
    _ count: Int, after lower: String?, before upper: String?, avoiding used: [String]
  ) -> [String]? {
    let start = lower.map { lower in index(in: used) { $0 > lower } } ?? 0
    let end = upper.map { upper in index(in: used) { $0 >= upper } } ?? used.count
    guard start < end, let first = used[start..<end].first, let last = used[start..<end].last else {
      return ListPosition.fractions(count, after: lower, before: upper)
    }
    let atOneEnd =
      lower == nil && upper != nil
      ? ListPosition.fractions(count, after: nil, before: first)
      : ListPosition.fractions(count, after: last, before: upper)
    return atOneEnd ?? ListPosition.fractions(count, after: lower, before: upper)
  }

  /// Returns the index of the first element that satisfies a condition, which all after it satisfy too.
  private static func index(in sorted: [String], where condition: (String) -> Bool) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(sorted[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the positions in an array of the elements of a longest ascending subsequence, without the missing
  /// elements.
  static func longestIncreasingSubsequence(_ values: [Int?]) -> Set<Int> {
    /// For each length, the index of the least last value of an ascending subsequence of that length.
    var ends: [Int] = []
    var predecessors: [Int?] = Array(repeating: nil, count: values.count)
    for (index, value) in values.enumerated() {
      guard let value else { continue }
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if values[ends[middle]] ?? 0 < value { low = middle + 1 } else { high = middle }
      }
      predecessors[index] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var indices: Set<Int> = []
    var next = ends.last
    while let index = next {
      indices.insert(index)
      next = predecessors[index]
    }
    return indices
  }
}

/// The position of a film's place in a list: a fraction as text, and the installation that chose it.
///
/// The order of positions is that of their texts. Installations that choose a position at the same point of a
/// list choose different texts, and a position between two others can be chosen without changing these. Source:
/// contract, What is synced.
package struct ListPosition: Sendable, Hashable {
  /// The digits after the point of a fraction of base 62, in ASCII order: `0`–`9`, `A`–`Z`, `a`–`z`.
  ///
  /// It has at least ``fixedLength`` digits. A longer fraction does not end with `0`, so that different
  /// fractions have different values.
  package let fraction: String
  package let installation: String

  package init(fraction: String, installation: String) {
    self.fraction = fraction
    self.installation = installation
  }

  /// Parses the text of a position; `nil` for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, Self.isFraction(parts[0]) else { return nil }
    (fraction, installation) = (parts[0], parts[1])
  }

  /// The text that is stored.
  ///
  /// A space precedes all digits, so that a fraction precedes its extensions.
  package var text: String { "\(fraction) \(installation)" }

  // MARK: - Fractions

  private static let base = 62
  /// The number of digits of the fractions at the ends of a list; they count up and down by one.
  private static let fixedLength = 6
  /// The maximum number of digits.
  ///
  /// It is reached if films are inserted repeatedly at one point.
  private static let maximumLength = 40
  /// The maximum number of digits of an `Int`, and of the differences that are divided evenly.
  private static let maximumDigitCount = 10
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  private static func value(of digit: UInt8) -> Int? {
    switch digit {
    case 48...57: Int(digit) - 48
    case 65...90: Int(digit) - 55
    case 97...122: Int(digit) - 61
    default: nil
    }
  }

  private static func isFraction(_ text: String) -> Bool {
    let length = text.utf8.count
    return (fixedLength...maximumLength).contains(length)
      && text.utf8.allSatisfy { value(of: $0) != nil }
      && (length == fixedLength || text.utf8.last != digits[0])
  }

  /// Returns fractions in ascending order between two others.
  ///
  /// - Parameters:
  ///   - count: The number of fractions.
  ///   - lower: A fraction that precedes all of them; `nil` if they begin the list.
  ///   - upper: A fraction that follows all of them; `nil` if they end the list.
  /// - Returns: `nil` if there are not enough fractions of at most 40 digits, or the bounds are not in
  ///   ascending order.
  package static func fractions(
    _ count: Int, after lower: String?, before upper: String?
  ) -> [String]? {
    guard count > 0 else { return [] }
    let maximum = value(ofDigits: Array(repeating: base - 1, count: fixedLength))
    switch (lower.map(values), upper.map(values)) {
    case (nil, nil):
      return fixedFractions(from: maximum / 2, count: count)
    case (let lower?, nil):
      let first = value(ofDigits: lower.prefix(fixedLength)) + 1
      return first + count - 1 <= maximum ? fixedFractions(from: first, count: count) : nil
    case (nil, let upper?):
      let end = value(ofDigits: upper.prefix(fixedLength))
      return end > count
        ? fixedFractions(from: end - count, count: count) : fractions(count, between: [], upper)
    case (let lower?, let upper?): return fractions(count, between: lower, upper)
    }
  }

  private static func fixedFractions(from first: Int, count: Int) -> [String] {
    (first..<first + count).map { text(digitValues(of: $0, count: fixedLength)) }
  }

  /// Returns evenly distributed fractions between two others, given as digits.
  private static func fractions(
    _ count: Int, between lower: [Int], _ upper: [Int]
  ) -> [String]? {
    func digit(_ values: [Int], _ index: Int) -> Int { index < values.count ? values[index] : 0 }
    let length = max(lower.count, upper.count)
    guard let start = (0..<length).first(where: { digit(lower, $0) != digit(upper, $0) }),
      digit(lower, start) < digit(upper, start)
    else { return nil }
    let prefix = (0..<start).map { digit(upper, $0) }
    for digitCount in 1...maximumDigitCount {
      let range = start..<start + digitCount
      let first = value(ofDigits: range.map { digit(lower, $0) })
      let last = value(ofDigits: range.map { digit(upper, $0) })
      guard last - first > count else { continue }
      return texts(prefix, evenly(count, between: first, last), digitCount)
    }
    // The digits of `lower` after the first different one are all the greatest digit.
    return texts(lower, evenly(count, between: 0, value(ofDigits: [1, 0, 0, 0, 0])), 4)
  }

  /// Returns numbers between two others, whose difference is greater than their count.
  private static func evenly(_ count: Int, between first: Int, _ last: Int) -> [Int] {
    let step = (last - first) / (count + 1)
    return (1...count).map { first + $0 * step }
  }

  private static func texts(_ prefix: [Int], _ values: [Int], _ digitCount: Int) -> [String]? {
    let texts = values.map { text(prefix + digitValues(of: $0, count: digitCount)) }
    return texts.allSatisfy { $0.utf8.count <= maximumLength } ? texts : nil
  }

  private static func values(_ fraction: String) -> [Int] { fraction.utf8.compactMap(value(of:)) }

  private static func value(ofDigits values: some Sequence<Int>) -> Int {
    values.reduce(0) { $0 * base + $1 }
  }

  private static func digitValues(of value: Int, count: Int) -> [Int] {
    var value = value
    var values = Array(repeating: 0, count: count)
    for index in values.indices.reversed() {
      (value, values[index]) = value.quotientAndRemainder(dividingBy: base)
    }
    return values
  }

  /// Returns the digits as text, with zeros at the end added up to the fixed length, and removed after it.
  private static func text(_ values: [Int]) -> String {
    var values = values
    while values.count > fixedLength, values.last == 0 { values.removeLast() }
    values += Array(repeating: 0, count: max(0, fixedLength - values.count))
    return String(decoding: values.map { digits[$0] }, as: UTF8.self)
  }
}
