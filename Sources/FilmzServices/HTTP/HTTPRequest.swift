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

  /// The URL without what libcurl would take for the user name and password to send.
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
