import FilmzDomain
import Foundation

/// Parses dates in the preferred format of HTTP (RFC 9110, 5.6.7).
enum HTTPDate {
  /// Returns the date of a string such as `Wed, 21 Oct 2015 07:28:00 GMT`; `nil` for any other
  /// string.
  static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return formatter.date(from: text)
  }
}

/// Parses the `Retry-After` field, which holds seconds or a date (RFC 9110, 10.2.3).
enum RetryAfter {
  /// Returns the seconds to wait from a moment, limited to the range from 0 to one day.
  ///
  /// Returns `nil` if the field is missing or malformed.
  static func seconds(_ field: String?, from moment: Date) -> Double? {
    guard let field else { return nil }
    if let date = HTTPDate.date(field) {
      return min(max(0, date.timeIntervalSince(moment)), 86_400)
    }
    guard let seconds = Double(field), seconds.isFinite, seconds >= 0 else { return nil }
    return min(seconds, 86_400)
  }
}

/// Parses the `Cache-Control` field (RFC 9111, 5.2.2).
enum CacheControl {
  /// Returns the seconds for which a response is fresh, limited to the range from 0 to one day.
  ///
  /// Returns `nil` if the field is missing, or does not say how long the response is fresh.
  static func maximumAge(_ field: String?) -> Double? {
    let directives = (field ?? "").lowercased().split(separator: ",").map(\.trimmed)
    guard !directives.contains(where: { ["no-store", "no-cache"].contains($0) }) else { return 0 }
    let name = "max-age="
    let age = directives.first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count)) }
    return age.map { Double(min(max(0, $0), 86_400)) }
  }
}

extension HTTPResponse {
  /// The seconds to wait from now, as the service requested; `nil` if it did not.
  var retryAfterSeconds: Double? { RetryAfter.seconds(retryAfter, from: Date()) }

  /// The seconds for which the response is fresh; `nil` if it does not say so.
  var maximumAge: Double? { CacheControl.maximumAge(cacheControl) }
}

/// The `Content-Range` field of a partial response (RFC 9110, 14.4).
struct ContentRange: Equatable {
  /// The positions of the first and the last byte.
  let bytes: ClosedRange<Int>
  /// The size of the complete file in bytes; `nil` if the server does not know it.
  let total: Int?

  init(bytes: ClosedRange<Int>, total: Int?) {
    self.bytes = bytes
    self.total = total
  }

  /// Parses `bytes 100-299/300` or `bytes 100-299/*`; returns `nil` for any other string.
  init?(_ field: String?) {
    guard let match = field?.wholeMatch(of: #/bytes ([0-9]+)-([0-9]+)/([0-9]+|\*)/#),
      let first = Int(match.1), let last = Int(match.2), first <= last
    else { return nil }
    let total = match.3 == "*" ? nil : Int(match.3)
    guard match.3 == "*" || total.map({ last < $0 }) == true else { return nil }
    self.init(bytes: first...last, total: total)
  }
}

/// The `ETag` field (RFC 9110, 8.8.3).
struct EntityTag: Equatable {
  /// The unmodified value of the field.
  let field: String

  /// Parses a field value; returns `nil` if it is missing or malformed.
  init?(_ field: String?) {
    guard let field, field.wholeMatch(of: #/(W\/)?"[^"\x00-\x20\x7F]*"/#) != nil else { return nil }
    self.field = field
  }

  /// `true` if two representations with this tag may differ in their bytes.
  var isWeak: Bool { field.hasPrefix("W/") }
}
