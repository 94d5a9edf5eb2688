/// The position of a film's place in a list: a fraction as text, and the installation that chose it.
///
/// Positions are ordered by their texts. Installations that choose a position at the same point of a list choose
/// different texts, and a position between two others can be chosen without changing these. Source: contract, What is
/// synced.
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
  /// A space sorts before all digits, so that a fraction precedes longer ones that begin with it.
  package var text: String { "\(fraction) \(installation)" }

  // MARK: - Fractions

  private static let base = 62
  /// The number of digits of the fractions at the ends of a list, where each differs from the next one by 1.
  private static let fixedLength = 6
  /// The maximum number of digits, which is reached if films are inserted repeatedly at one point.
  private static let maximumLength = 40
  /// The maximum number of digits whose value fits into an `Int`.
  private static let maximumDigitCount = 10
  private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  private static func value(of digit: UInt8) -> Int? { digits.firstIndex(of: digit) }

  private static func isFraction(_ text: String) -> Bool {
    let length = text.utf8.count
    return (fixedLength...maximumLength).contains(length) && text.utf8.allSatisfy { value(of: $0) != nil }
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
  package static func fractions(_ count: Int, after lower: String?, before upper: String?) -> [String]? {
    guard count > 0 else { return [] }
    let maximum = value(ofDigits: Array(repeating: base - 1, count: fixedLength))
    switch (lower.map(values), upper.map(values)) {
    case (nil, nil): return fixedFractions(from: maximum / 2, count: count)
    case (let lower?, nil):
      let first = value(ofDigits: lower.prefix(fixedLength)) + 1
      return first + count - 1 <= maximum ? fixedFractions(from: first, count: count) : nil
    case (nil, let upper?):
      let end = value(ofDigits: upper.prefix(fixedLength))
      return end > count ? fixedFractions(from: end - count, count: count) : fractions(count, between: [], upper)
    case (let lower?, let upper?): return fractions(count, between: lower, upper)
    }
  }

  private static func fixedFractions(from first: Int, count: Int) -> [String] {
    (first..<first + count).map { text(digitValues(of: $0, count: fixedLength)) }
  }

  /// Returns evenly distributed fractions between two others, which are given as values of digits.
  private static func fractions(_ count: Int, between lower: [Int], _ upper: [Int]) -> [String]? {
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
    // The fractions differ too little, so four digits are appended to `lower`.
    return texts(lower, evenly(count, between: 0, value(ofDigits: [1, 0, 0, 0, 0])), 4)
  }

  /// Returns evenly distributed numbers between two others, whose difference must be greater than `count`.
  private static func evenly(_ count: Int, between first: Int, _ last: Int) -> [Int] {
    let step = (last - first) / (count + 1)
    return (1...count).map { first + $0 * step }
  }

  /// Returns fractions that consist of a prefix and a number of further digits; `nil` if they are too long.
  private static func texts(_ prefix: [Int], _ values: [Int], _ digitCount: Int) -> [String]? {
    let texts = values.map { text(prefix + digitValues(of: $0, count: digitCount)) }
    return texts.allSatisfy { $0.utf8.count <= maximumLength } ? texts : nil
  }

  private static func values(_ fraction: String) -> [Int] { fraction.utf8.compactMap(value(of:)) }

  private static func value(ofDigits values: some Sequence<Int>) -> Int { values.reduce(0) { $0 * base + $1 } }

  private static func digitValues(of value: Int, count: Int) -> [Int] {
    var value = value
    var values = Array(repeating: 0, count: count)
    for index in values.indices.reversed() { (value, values[index]) = value.quotientAndRemainder(dividingBy: base) }
    return values
  }

  /// Returns digits as the text of a fraction: with zeros at the end up to ``fixedLength``, and without any after it.
  private static func text(_ values: [Int]) -> String {
    var values = values
    while values.count > fixedLength, values.last == 0 { values.removeLast() }
    values += Array(repeating: 0, count: max(0, fixedLength - values.count))
    return String(decoding: values.map { digits[$0] }, as: UTF8.self)
  }
}
