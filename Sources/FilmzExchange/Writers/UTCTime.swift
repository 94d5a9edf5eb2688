import FilmzDomain
import Foundation

/// A time in the Gregorian calendar in UTC, without fractions of seconds.
///
/// The years are limited to 1–9999, the range of four digits.
struct UTCTime {
  private static let secondsPerDay = 86_400
  /// The beginning of 1870-01-01, in seconds since 1970.
  private static let startOfUnknownDay: TimeInterval = -3_155_673_600
  private static let range = -62_135_596_800...253_402_300_799

  private let secondsSince1970: Int

  init(_ date: Date) {
    let seconds = Int(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
    self.init(secondsSince1970: seconds)
  }

  /// Creates a time on a day; for a date that is only a month or a year, the day is 1870-01-01.
  init(_ day: PartialDate, hour: Int) {
    let start = day.isDay ? day.startInUTC.timeIntervalSince1970 : Self.startOfUnknownDay
    self.init(secondsSince1970: Int(start) + hour * 3600)
  }

  private init(secondsSince1970 seconds: Int) {
    secondsSince1970 = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
  }

  var date: Date { Date(timeIntervalSince1970: Double(secondsSince1970)) }

  /// The day in ISO 8601, `2024-05-01`.
  var day: String { String(decoding: dayBytes, as: UTF8.self) }

  /// The time in ISO 8601, `2024-05-01T12:00:00Z`.
  var second: String { String(decoding: secondBytes + [UInt8(ascii: "Z")], as: UTF8.self) }

  /// The time with milliseconds, as Trakt writes it: `2024-05-01T12:00:00.000Z`.
  var millisecond: String { String(decoding: secondBytes + Array(".000Z".utf8), as: UTF8.self) }

  private var secondBytes: [UInt8] {
    let days = secondsSince1970.flooredQuotient(Self.secondsPerDay)
    let second = secondsSince1970 - days * Self.secondsPerDay
    var bytes = dayBytes
    bytes.append(UInt8(ascii: "T"))
    bytes.append(second / 3600, digits: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(second / 60 % 60, digits: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(second % 60, digits: 2)
    return bytes
  }

  /// The day, computed from the number of days in years that begin on March 1.
  ///
  /// Source: Hinnant, chrono-Compatible Low-Level Date Algorithms, `civil_from_days`.
  private var dayBytes: [UInt8] {
    let days = secondsSince1970.flooredQuotient(Self.secondsPerDay) + 719_468
    let era = days.flooredQuotient(146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    bytes.append(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), digits: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(month, digits: 2)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, digits: 2)
    return bytes
  }
}

extension Int {
  /// Returns the quotient rounded towards negative infinity; the divisor must be positive.
  fileprivate func flooredQuotient(_ divisor: Int) -> Int { self >= 0 ? self / divisor : (self + 1) / divisor - 1 }
}

extension [UInt8] {
  /// Appends the last digits of a number, which must not be negative.
  fileprivate mutating func append(_ number: Int, digits: Int) {
    if digits > 1 { append(number / 10, digits: digits - 1) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
