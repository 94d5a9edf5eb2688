import FilmzDomain

/// The scale of ratings and the order of day and month in dates, for columns whose values fit several.
package struct ColumnFormats: Sendable, Hashable {
  /// The scale of ratings.
  package var scale: ImportedScale?
  /// The order of the day and the month in dates.
  package var dates: DateOrder?

  package init(scale: ImportedScale? = nil, dates: DateOrder? = nil) { (self.scale, self.dates) = (scale, dates) }
}

/// A column in which some dates have the day first and others the month, with one of each.
package struct MixedDates: Sendable, Hashable {
  package let column: String
  package let dayFirst: String
  package let monthFirst: String
}

/// A scale of ratings in files; the raw value is its maximum.
package enum ImportedScale: String, Sendable, CaseIterable {
  case stars = "5"
  case points = "10"
  case percent = "100"

  package var maximum: Int { self == .stars ? 5 : self == .points ? 10 : 100 }

  /// Returns the rating of a number on the scale, or of a text such as `4/5`, `80%` or `★★★★`; `nil` for another text.
  func rating(_ text: String) -> Rating? {
    guard let number = text.decimalNumber else { return try? RatingScale.points.rating(text) }
    let tenths = number * Double(100 / maximum)
    // Decimal fractions are not exact in binary.
    guard (0...100).contains(tenths), abs(tenths - tenths.rounded()) < 1e-6 else { return nil }
    return Rating(tenths: Int(tenths.rounded()))
  }
}

/// The values of a column that decide how it is read.
struct ColumnValues {
  /// The numbers of ratings, and of those above 5 and above 10; numbers that no scale has do not count.
  private var (ratings, above5, above10) = (0, 0, 0)
  private var hasHalves = false
  private var hasOtherFractions = false
  /// The orders that dates of the column show, each with the first such date.
  private var shownOrders: [DateOrder: String] = [:]
  /// The first date that is ambiguous.
  private(set) var ambiguousDate: String?

  mutating func add(rating text: String) {
    guard let number = text.decimalNumber, number > 0, number <= 100 else { return }
    ratings += 1
    above5 += number > 5 ? 1 : 0
    above10 += number > 10 ? 1 : 0
    guard number != number.rounded() else { return }
    if (number * 2) == (number * 2).rounded() { hasHalves = true } else { hasOtherFractions = true }
  }

  mutating func add(date text: String) {
    guard let date = ImportedDate(text) else { return }
    if let order = date.shownOrder, shownOrders[order] == nil { shownOrders[order] = text }
    if date.isAmbiguous, ambiguousDate == nil { ambiguousDate = text }
  }

  /// `true` if there are ratings that are numbers.
  var hasNumbers: Bool { ratings > 0 }

  /// The order of the day and the month; `nil` if the dates show none, or both.
  var order: DateOrder? { shownOrders.count == 1 ? shownOrders.first?.key : nil }

  /// Returns a date of each order, with the name of the column, if the dates show both orders; otherwise `nil`.
  func dates(ofBothOrdersIn column: String) -> MixedDates? {
    guard let dayFirst = shownOrders[.dayFirst], let monthFirst = shownOrders[.monthFirst] else { return nil }
    return MixedDates(column: column, dayFirst: dayFirst, monthFirst: monthFirst)
  }

  /// Returns the scales that the ratings can have, at least one.
  ///
  /// Half stars are stars, and so are other ratings if `prefersStars` is `true`. A few numbers above 10 can also be
  /// wrong values of a smaller scale. Source: contract, Import.
  func scales(prefersStars: Bool) -> [ImportedScale] {
    let canBeStars = above5 == above10 && !hasOtherFractions
    if above10 * 2 > ratings { return [.percent] }
    if above5 > above10, above10 == 0 || hasHalves || hasOtherFractions { return [.points] }
    if canBeStars, prefersStars || (hasHalves && above10 == 0) { return [.stars] }
    if ratings == 0 { return [.points] }
    if above5 == 0 { return [.stars, .points] }
    return (canBeStars ? [.stars] : []) + [.points] + (hasHalves || hasOtherFractions ? [] : [.percent])
  }

  /// Returns whether most ratings are greater than the maximum of a scale.
  func exceeds(_ scale: ImportedScale) -> Bool {
    let above = scale == .stars ? above5 : scale == .points ? above10 : 0
    return above * 2 > ratings
  }
}

extension String {
  /// The number in a text of digits with at most one decimal point or comma; `nil` for another text.
  var decimalNumber: Double? {
    guard let first = utf8.first, first.isDigit, utf8.allSatisfy({ $0.isDigit || ".,".utf8.contains($0) }) else {
      return nil
    }
    return Double(utf8.contains(UInt8(ascii: ",")) ? replacing(",", with: ".") : self)
  }

  /// The whole number in a text such as `12`, `12.0` or `12.`; `nil` for another text.
  var wholeNumber: Int? {
    let digits = utf8.prefix(while: \.isDigit)
    let rest = utf8.dropFirst(digits.count)
    guard rest.isEmpty || ".,".utf8.contains(rest[rest.startIndex]),
      rest.dropFirst().allSatisfy({ $0 == UInt8(ascii: "0") })
    else { return nil }
    return Int(String(Substring(digits)))
  }

  /// The year at the start of a text such as `2013`, `(2013)`, `2013–2019` or `2013-05-01`; `nil` for another text, and
  /// for a year that films cannot have.
  var yearAtStart: Int? {
    let digits = drop { $0 == "(" }.prefix { $0.isASCII && $0.isNumber }
    guard digits.count == 4, let year = Int(digits), (1870...2200).contains(year) else { return nil }
    return year
  }

  /// `true` if the text means that the year is not known, such as `????` for an announced film, `TBA` or `0`.
  var isUnknownYear: Bool { contains("?") || !contains(where: \.isNumber) || wholeNumber == 0 }

  /// The meaning of a word for yes or no; `nil` for another text.
  var flag: Bool? {
    switch lowercased() {
    case "true", "1", "yes", "y", "x", "✓", "✔", "✅", "☑": true
    case "false", "0", "no", "n", "✗", "✘", "❌", "☐": false
    default: nil
    }
  }

  /// `true` for a word that programs write instead of a missing value.
  var meansNothing: Bool {
    // Few values begin with the same bytes.
    guard utf8.count <= 9, let first = utf8.first, "nNuU#-–\\".utf8.contains(first) else { return false }
    return Self.wordsForNothing.contains(lowercased())
  }

  /// `true` for an empty text, and for a word that programs write instead of a missing value.
  var isMissingValue: Bool { isEmpty || meansNothing }

  private static let wordsForNothing: Set = [
    "n/a", "#n/a", "na", "null", "nil", "none", "nan", "undefined", "-", "–", "—", "--", "\\n",
  ]
}
