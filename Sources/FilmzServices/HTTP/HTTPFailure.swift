import CDynamicLibraries
import FilmzDomain
package import FilmzFiles

/// The failure of a request that could not be sent, did not receive a complete response, or was
/// redirected to an address that cannot be used.
package struct HTTPFailure: Error, Sendable, Equatable {
  /// A description for messages; never contains the URL, because a URL may contain a key.
  package let cause: String
  /// `true` if an established connection was lost, which is a transient failure.
  package var isConnectionLost = false
  /// `true` if no connection was established, so that no server received the request.
  package var isUnsent = false
  /// `true` if the server did not respond in time.
  package var isTimeout = false
  /// The library without which no request can be sent; `nil` if that is not the cause.
  package var missingLibrary: SystemLibraryError?

  /// A failure after which the request is never retried.
  static func neverRetried(_ cause: String) -> Self { HTTPFailure(cause: cause) }

  /// A failure before a connection was established.
  static func unsent(_ cause: String) -> Self { HTTPFailure(cause: cause, isUnsent: true) }

  /// A failure because the server did not respond in time, which is not retried.
  static func timeout(_ cause: String, isUnsent: Bool = false) -> Self {
    HTTPFailure(cause: cause, isUnsent: isUnsent, isTimeout: true)
  }

  /// The loss of an established connection.
  static func connectionLost(_ cause: String) -> Self { HTTPFailure(cause: cause, isConnectionLost: true) }
}

extension HTTPFailure {
  /// Creates the failure for the end of the transfer of a request; returns `nil` if the transfer is complete.
  init?(_ result: filmz_curl_result, _ request: HTTPRequest) {
    let (code, host) = (Int(result.code), request.host)
    switch code {
    case FILMZ_CURL_OK: return nil
    case FILMZ_CURL_HOST_NOT_RESOLVED, FILMZ_CURL_PROXY_NOT_RESOLVED: self = .unsent("\(host) was not found (DNS)")
    case FILMZ_CURL_NOT_CONNECTED: self = .unsent("\(host) could not be reached")
    case FILMZ_CURL_TIMEOUT: self = Self.timeout(result, host: host)
    // A proxy sends a response to CONNECT that does not end.
    case FILMZ_CURL_ABORTED: self = .timeout("\(host) did not respond within 10 s", isUnsent: true)
    case FILMZ_CURL_NO_RESPONSE, FILMZ_CURL_PARTIAL_BODY: self = .connectionLost("\(host) closed the connection")
    case FILMZ_CURL_SEND_ERROR, FILMZ_CURL_RECEIVE_ERROR, FILMZ_CURL_HTTP2_ERROR, FILMZ_CURL_HTTP2_STREAM_ERROR:
      self = Self.interruption(result, request)
    case _ where tlsErrors.contains(code): self = .unsent("could not establish a secure connection to \(host) (TLS)")
    default: self = .neverRetried("the request to \(host) failed")
    }
  }

  private static func timeout(_ result: filmz_curl_result, host: String) -> Self {
    guard !result.is_ready else { return .timeout("\(host) did not respond within 10 s") }
    return result.is_connected
      ? .timeout("could not establish a secure connection to \(host) (TLS) within 3 s", isUnsent: true)
      : .timeout("\(host) could not be reached within 3 s", isUnsent: true)
  }

  /// Returns the failure for a connection that ended in the middle of a request or a response.
  private static func interruption(_ result: filmz_curl_result, _ request: HTTPRequest) -> Self {
    let host = request.host
    // A proxy has refused to connect to the server.
    let isRefused = !result.is_ready && result.proxy_status != 0
    // Without an error of the system, the response is invalid or, with TLS, the connection was closed.
    let isInvalid = result.system_error == 0 && !request.url.isSecure
    if isRefused || isInvalid { return .neverRetried("the request to \(host) failed") }
    return result.system_error == 0
      ? .connectionLost("\(host) closed the connection") : .connectionLost("the connection to \(host) was lost")
  }
}

private let tlsErrors: Set = [
  FILMZ_CURL_TLS_CONNECT_ERROR, FILMZ_CURL_TLS_CERTIFICATE, FILMZ_CURL_TLS_CIPHER, FILMZ_CURL_PEER_NOT_VERIFIED,
  FILMZ_CURL_TLS_AUTHORITIES, FILMZ_CURL_TLS_ISSUER, FILMZ_CURL_TLS_STATUS,
]
