import CDynamicLibraries
import Foundation
import Testing

@testable import FilmzServices

/// Failures of libcurl, most of which a test server cannot cause.
struct HTTPFailureTests {
  /// The end of a transfer with a code of libcurl, at a stage of the connection.
  struct End: Sendable {
    let code: Int
    var isConnected = true
    var isReady = true
    var systemError = 0
    var proxyStatus = 0
    var isEncrypted = true

    var failure: HTTPFailure? {
      let address = isEncrypted ? "https://x.test" : "http://x.test"
      guard let url = URL(string: address) else { return nil }
      return HTTPFailure(
        filmz_curl_result(
          transfer: nil, code: CInt(code), is_connected: isConnected, is_ready: isReady,
          system_error: systemError, proxy_status: proxyStatus),
        HTTPRequest(url: url, host: "x.test", proxy: nil, authorities: nil))
    }
  }

  @Test func completeTransferIsNoFailure() { #expect(End(code: FILMZ_CURL_OK).failure == nil) }

  @Test(arguments: [
    (End(code: FILMZ_CURL_NO_RESPONSE), "x.test closed the connection"),
    (End(code: FILMZ_CURL_PARTIAL_BODY), "x.test closed the connection"),
    (End(code: FILMZ_CURL_RECEIVE_ERROR), "x.test closed the connection"),
    (End(code: FILMZ_CURL_RECEIVE_ERROR, systemError: 104), "the connection to x.test was lost"),
    (End(code: FILMZ_CURL_SEND_ERROR, systemError: 32), "the connection to x.test was lost"),
    (End(code: FILMZ_CURL_HTTP2_STREAM_ERROR), "x.test closed the connection"),
  ])
  func endOfAConnectionIsALoss(end: End, cause: String) {
    #expect(end.failure == .connectionLost(cause))
  }

  @Test(arguments: [
    (FILMZ_CURL_HOST_NOT_RESOLVED, "x.test was not found (DNS)"),
    (FILMZ_CURL_PROXY_NOT_RESOLVED, "x.test was not found (DNS)"),
    (FILMZ_CURL_NOT_CONNECTED, "x.test could not be reached"),
    (FILMZ_CURL_TLS_CONNECT_ERROR, "could not establish a secure connection to x.test (TLS)"),
    (FILMZ_CURL_PEER_NOT_VERIFIED, "could not establish a secure connection to x.test (TLS)"),
    (FILMZ_CURL_TLS_AUTHORITIES, "could not establish a secure connection to x.test (TLS)"),
    (FILMZ_CURL_TLS_STATUS, "could not establish a secure connection to x.test (TLS)"),
  ])
  func failureBeforeTheConnectionIsUnsent(code: Int, cause: String) {
    #expect(End(code: code, isConnected: false, isReady: false).failure == .unsent(cause))
  }

  @Test func timeoutNamesTheStage() {
    let code = FILMZ_CURL_TIMEOUT
    #expect(
      End(code: code, isConnected: false, isReady: false).failure
        == .timeout("x.test could not be reached within 3 s", isUnsent: true))
    #expect(
      End(code: code, isReady: false).failure
        == .timeout(
          "could not establish a secure connection to x.test (TLS) within 3 s", isUnsent: true))
    #expect(End(code: code).failure == .timeout("x.test did not respond within 10 s"))
  }

  /// Without encryption, the end of a connection has codes of its own.
  @Test func invalidResponseIsFinal() {
    let end = End(code: FILMZ_CURL_RECEIVE_ERROR, isEncrypted: false)
    #expect(end.failure == .neverRetried("the request to x.test failed"))
  }

  @Test func refusalOfAProxyIsFinal() {
    let end = End(code: FILMZ_CURL_RECEIVE_ERROR, isReady: false, proxyStatus: 403)
    #expect(end.failure == .neverRetried("the request to x.test failed"))
  }

  /// 1 is a protocol that is not allowed, 23 a refusal by a receiver.
  @Test(arguments: [1, 8, 23, 27, 1000]) func otherFailureIsFinal(code: Int) {
    #expect(End(code: code).failure == .neverRetried("the request to x.test failed"))
  }
}
