import FilmzDomain
import Foundation

/// The status code and header fields of a response.
struct HTTPHead: Sendable {
  let status: Int
  /// The first value of each field, by its lowercased name.
  private let fields: [String: String]

  /// Creates a head; the names of the fields may be in any case.
  init(status: Int, fields: [(String, String)] = []) {
    self.status = status
    self.fields = Dictionary(fields.map { ($0.0.lowercased(), $0.1) }) { first, _ in first }
  }

  /// The unmodified value of the first field with a name; `nil` if there is none.
  subscript(_ name: String) -> String? { fields[name.lowercased()] }
}

/// Parses the head of a response line by line (RFC 9112, 2.1).
///
/// Interim responses, such as `103 Early Hints`, are skipped.
struct HTTPHeadParser: Sendable {
  private static let blanks = CharacterSet(charactersIn: " \t")

  /// The head, once it is complete.
  private(set) var result: HTTPHead?
  private var status: Int?
  private var fields: [(String, String)] = []

  /// Adds a line, including its line break; must not be called after the head is complete.
  mutating func add(_ line: String) {
    let text = line.trimmingCRLF
    if text.hasPrefix("HTTP/") {
      status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      fields = []
    } else if text.isEmpty {
      guard let status, !(100...199).contains(status) else { return }
      result = HTTPHead(status: status, fields: fields)
    } else if let colon = text.firstIndex(of: ":") {
      fields.append((String(text[..<colon]), text[text.index(after: colon)...].trimmingCharacters(in: Self.blanks)))
    }
  }
}

extension String {
  fileprivate var trimmingCRLF: Substring {
    var text = self[...]
    while let last = text.unicodeScalars.last, last == "\r" || last == "\n" { text.unicodeScalars.removeLast() }
    return text
  }
}

extension Date {
  /// Creates a date from the preferred format of HTTP (RFC 9110, 5.6.7), such as `Wed, 21 Oct 2015 07:28:00 GMT`;
  /// returns `nil` for any other string.
  init?(httpDate text: String) {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    guard let date = formatter.date(from: text) else { return nil }
    self = date
  }
}

extension HTTPHead {
  /// Returns the seconds to wait from a moment according to the `Retry-After` field, from 0 to one day; `nil` if the
  /// field is missing or malformed.
  ///
  /// The field contains seconds or a date (RFC 9110, 10.2.3).
  func retryAfter(from moment: Date) -> Double? {
    guard let field = self["Retry-After"] else { return nil }
    if let date = Date(httpDate: field) { return min(max(0, date.timeIntervalSince(moment)), 86_400) }
    guard let seconds = Double(field), seconds.isFinite, seconds >= 0 else { return nil }
    return min(seconds, 86_400)
  }

  /// The seconds for which the response is fresh according to the `Cache-Control` field, from 0 to one day (RFC 9111,
  /// 5.2.2).
  ///
  /// It is 0 for `no-store` and `no-cache`, and `nil` if the field is missing or has no valid `max-age`.
  var maximumAge: Double? {
    let directives = (self["Cache-Control"] ?? "").lowercased().split(separator: ",").map(\.trimmed)
    guard !directives.contains(where: { ["no-store", "no-cache"].contains($0) }) else { return 0 }
    let name = "max-age="
    let age = directives.first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count)) }
    return age.map { Double(min(max(0, $0), 86_400)) }
  }

  /// The unmodified value of the `ETag` field (RFC 9110, 8.8.3); `nil` if it is missing or malformed.
  ///
  /// It begins with `W/` if two representations with this tag may differ in their bytes.
  var entityTag: String? {
    self["ETag"].flatMap { $0.wholeMatch(of: #/(W\/)?"[^"\x00-\x20\x7F]*"/#) == nil ? nil : $0 }
  }

  private static let redirections: Set = [301, 302, 303, 307, 308]

  /// Returns the URL that the response to a GET request redirects to (RFC 9110, 15.4).
  ///
  /// - Parameters:
  ///   - url: The requested URL, against which a relative `Location` is resolved.
  ///   - host: The name in messages of the server that sent the response.
  /// - Returns: The target; `nil` if the response is not a redirection or has no `Location`.
  /// - Throws: An ``HTTPFailure`` if the target must not be requested: it is not a valid `http` or
  ///   `https` address, it contains a user name, or it is unencrypted although `url` is encrypted.
  ///   The message does not contain the target, which may contain a secret.
  func redirectionTarget(from url: URL, host: String) throws(HTTPFailure) -> URL? {
    guard Self.redirections.contains(status), let location = self["Location"], !location.isEmpty else { return nil }
    let resolved = URL(string: location, relativeTo: url)?.absoluteString
    guard let target = resolved.flatMap({ URL(httpAddress: $0) }), target.user() == nil else {
      throw .neverRetried("\(host) redirects to an address that cannot be used")
    }
    guard target.isSecure || !url.isSecure else { throw .neverRetried("\(host) redirects to an unencrypted address") }
    return target
  }
}

/// The `Content-Range` field of a partial response (RFC 9110, 14.4).
struct ContentRange: Equatable {
  /// The positions of the first and the last byte.
  let bytes: ClosedRange<Int>
  /// The size of the complete file in bytes; `nil` if the server does not report it.
  let total: Int?
}

extension ContentRange {
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
