import CDynamicLibraries
import FilmzDomain
import Foundation

/// A GET request as a transfer sends it.
struct HTTPRequest: Sendable {
  /// The time to connect, with the look-up of the name and the handshake of TLS.
  static let connectTimeout = Duration.seconds(3)

  let url: URL
  /// The name in messages of the server, or of the proxy, that is connected to.
  let host: String
  let proxy: Proxy?
  /// A file with the certificates of trusted authorities; `nil` for those of the system.
  let authorities: String?
  var fields: [(String, String)] = []
  /// The time for the whole transfer; `nil` for no limit.
  var timeout: Duration?
  var allowsHTTP2 = false
  /// `true` if only public addresses may be connected to.
  ///
  /// Such a request does not use the connection of another one, whose address was not checked.
  var requiresPublicAddress = false

  /// The fields as lines; `nil` if one of them would end its line.
  private var lines: [String]? {
    let lines = fields.map { "\($0.0): \($0.1)" }
    return lines.contains { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } } ? nil : lines
  }

  /// The URL without the parts that libcurl would send as user name and password.
  private var address: String? {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
    parts?.user = nil
    parts?.password = nil
    return parts?.string
  }

  /// Starts a transfer; returns `nil` if the request cannot be sent.
  func start(
    in session: OpaquePointer, receiver: filmz_curl_receiver
  ) -> OpaquePointer? {
    guard let lines, let address else { return nil }
    let texts = lines.map { strdup($0) }
    defer { for text in texts { free(text) } }
    return texts.map { UnsafePointer($0) }.withUnsafeBufferPointer { fields in
      withOptionalCString(address) { address in
        withOptionalCString(proxy?.address) { proxy in
          withOptionalCString(authorities) { authorities in
            var request = filmz_curl_request(
              url: address, fields: fields.baseAddress, field_count: fields.count, proxy: proxy,
              authorities: authorities, connect_timeout: Self.connectTimeout.milliseconds,
              timeout: timeout?.milliseconds ?? 0, allows_http2: allowsHTTP2,
              is_isolated: requiresPublicAddress)
            return filmz_curl_add(session, &request, receiver)
          }
        }
      }
    }
  }
}

private func withOptionalCString<Result>(
  _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  guard let text else { return body(nil) }
  return text.withCString(body)
}

extension Duration {
  fileprivate var milliseconds: Int { Int(seconds * 1000) }
}

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
  /// The head, once it is complete.
  private(set) var result: HTTPHead?
  private var status: Int?
  private var fields: [(String, String)] = []

  /// Adds a line with its end; there must be no ``result`` yet.
  mutating func add(_ line: String) {
    let text = line.trimmingCRLF
    if text.hasPrefix("HTTP/") {
      status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      fields = []
    } else if text.isEmpty {
      guard let status, !(100...199).contains(status) else { return }
      result = HTTPHead(status: status, fields: fields)
    } else if let colon = text.firstIndex(of: ":") {
      fields.append((String(text[..<colon]), text[text.index(after: colon)...].trimmingBlanks))
    }
  }
}

extension String {
  fileprivate var trimmingCRLF: Substring {
    var text = self[...]
    while let last = text.unicodeScalars.last, last == "\r" || last == "\n" {
      text.unicodeScalars.removeLast()
    }
    return text
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    var text = self
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }
}

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
  /// The size of the complete file in bytes; `nil` if the server does not report it.
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

/// The body of a response as a sequence of chunks of bytes.
///
/// Iterating throws an ``HTTPFailure`` if the connection is lost, and `CancellationError` if the
/// task is cancelled.
struct HTTPBody: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  let transfer: HTTPTransfer
  let timeout: IdleTimeout

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(transfer: transfer, timeout: timeout) }

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let transfer: HTTPTransfer
    fileprivate let timeout: IdleTimeout

    /// Returns the next chunk; `nil` at the end of the body.
    ///
    /// The idle timeout runs only while this method waits for the server.
    mutating func next() async throws -> [UInt8]? {
      timeout.startWaitingForChunk(from: transfer.request.host)
      defer { timeout.stopWaiting() }
      do {
        return try await transfer.nextChunk()
      } catch let failure as HTTPFailure {
        // The head has arrived, so treat any failure as a lost connection.
        throw HTTPFailure.connectionLost(failure.cause)
      }
    }
  }
}
