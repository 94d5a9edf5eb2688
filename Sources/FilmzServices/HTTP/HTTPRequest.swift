import CDynamicLibraries
import FilmzDomain
import Foundation

/// A GET request as a transfer sends it.
struct HTTPRequest: Sendable {
  /// The time to connect, with the look-up of the name and the handshake of TLS.
  static let connectTimeout = Duration.seconds(3)

  let url: URL
  /// The name, for messages, of the server or proxy to which the request connects.
  let host: String
  let proxy: Proxy?
  /// A file with the certificates of trusted authorities; `nil` for the certificates of the system.
  let authorities: String?
  var fields: [(String, String)] = []
  /// The time for the whole transfer; `nil` for no limit.
  var timeout: Duration?
  var allowsHTTP2 = false
  /// `true` if only public addresses may be connected to.
  ///
  /// Such a request does not reuse the connection of another request, whose address was not checked.
  var requiresPublicAddress = false

  /// The header fields as lines; `nil` if one of them contains a control character, such as a line break.
  private var lines: [String]? {
    let lines = fields.map { "\($0.0): \($0.1)" }
    return lines.contains { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } } ? nil : lines
  }

  /// The URL without user name and password, which libcurl would send.
  private var address: String? {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
    parts?.user = nil
    parts?.password = nil
    return parts?.string
  }

  /// Starts a transfer; returns `nil` if the request cannot be sent.
  func start(in session: OpaquePointer, receiver: filmz_curl_receiver) -> OpaquePointer? {
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
              timeout: timeout?.milliseconds ?? 0, allows_http2: allowsHTTP2, is_isolated: requiresPublicAddress)
            return filmz_curl_add(session, &request, receiver)
          }
        }
      }
    }
  }
}

private func withOptionalCString<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
  guard let text else { return body(nil) }
  return text.withCString(body)
}

extension Duration { fileprivate var milliseconds: Int { Int(seconds * 1000) } }

/// The body of a response, which is read in chunks of bytes.
struct HTTPBody: Sendable {
  let transfer: HTTPTransfer
  let timeout: IdleTimeout

  /// Returns the next chunk; `nil` at the end of the body.
  ///
  /// The idle timeout runs only while this method waits for the server.
  ///
  /// - Throws: An ``HTTPFailure`` if the connection is lost; `CancellationError` if the task is cancelled.
  func nextChunk() async throws -> [UInt8]? {
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
