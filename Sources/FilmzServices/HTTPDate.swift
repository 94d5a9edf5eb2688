import Foundation

/// Dates as HTTP writes them (RFC 9110, 5.6.7).
enum HTTPDate {
  /// The moment of `Wed, 21 Oct 2015 07:28:00 GMT`, or nothing where it is no such date.
  static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return formatter.date(from: text)
  }
}
