import Foundation

/// The field `Retry-After` (RFC 9110): seconds, or a date.
enum RetryAfter {
  /// Seconds from a moment on, or nothing where the field is missing or says nothing.
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
