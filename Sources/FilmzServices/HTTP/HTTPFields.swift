import Foundation

/// Dates as HTTP writes them (RFC 9110, 5.6.7).
enum HTTPDate {
  /// Returns the moment of `Wed, 21 Oct 2015 07:28:00 GMT`; `nil` for any other text.
  static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return formatter.date(from: text)
  }
}
/// The field `Retry-After` (RFC 9110): seconds, or a date.
enum RetryAfter {
  /// Returns the seconds from a moment on; `nil` if the field is missing or malformed.
  static func seconds(_ field: String?, from moment: Date) -> Double? {
    guard let field else { return nil }
    if let date = HTTPDate.date(field) {
      return min(max(0, date.timeIntervalSince(moment)), 86_400)
    }
    guard let seconds = Double(field), seconds.isFinite, seconds >= 0 else { return nil }
    return min(seconds, 86_400)
  }
}

extension HTTPReply {
  /// Seconds from now on for which the service asks to be left alone.
  var retryAfterSeconds: Double? { RetryAfter.seconds(retryAfter, from: Date()) }
}
/// The field `Content-Range` of an answer that holds a part (RFC 9110, 14.4).
struct ContentRange: Equatable {
  /// The first and the last byte.
  let bytes: ClosedRange<Int>
  /// Bytes of the whole, where the server knows them.
  let total: Int?

  init(bytes: ClosedRange<Int>, total: Int?) {
    self.bytes = bytes
    self.total = total
  }

  /// Reads `bytes 100-299/300` or `bytes 100-299/*`; returns `nil` for any other text.
  init?(_ field: String?) {
    guard let match = field?.wholeMatch(of: #/bytes ([0-9]+)-([0-9]+)/([0-9]+|\*)/#),
      let first = Int(match.1), let last = Int(match.2), first <= last
    else { return nil }
    let total = match.3 == "*" ? nil : Int(match.3)
    guard match.3 == "*" || total.map({ last < $0 }) == true else { return nil }
    self.init(bytes: first...last, total: total)
  }
}
/// The field `ETag` (RFC 9110, 8.8.3).
struct EntityTag: Equatable {
  /// As it came.
  let field: String

  /// Reads a field; returns `nil` if it is missing or malformed.
  init?(_ field: String?) {
    guard let field, field.wholeMatch(of: #/(W\/)?"[^"\x00-\x20\x7F]*"/#) != nil else { return nil }
    self.field = field
  }

  /// Whether what has the same tag may differ in its bytes.
  var isWeak: Bool { field.hasPrefix("W/") }
}
