import AsyncHTTPClient
import NIOCore
import NIOSSL
import Testing

@testable import FilmzServices

/// Errors of the HTTP client that a test server cannot cause.
struct HTTPFailureTests {
  @Test(
    arguments: [
      (NIOSSLError.uncleanShutdown, true, false),
      (HTTPClientError.remoteConnectionClosed, true, false),
      (ChannelError.ioOnClosedChannel, true, false),
      (NIOSSLError.noCertificateToValidate, false, true),
      (HTTPClientError.tlsHandshakeTimeout, false, true),
      (HTTPClientError.connectTimeout, false, true),
      (HTTPClientError.readTimeout, false, false),
      (HTTPClientError.deadlineExceeded, false, false),
      (HTTPClientError.emptyHost, false, false),
    ] as [(any Error, Bool, Bool)])
  func failureIsALostConnectionOrUnsent(error: any Error, isConnectionLost: Bool, isUnsent: Bool) {
    let failure = HTTPFetcher.failure(of: error, host: "x.test")
    #expect(failure.isConnectionLost == isConnectionLost)
    #expect(failure.isUnsent == isUnsent)
    #expect(failure.cause.contains("x.test"))
  }

  @Test(
    arguments: [
      (.connectTimeout, true), (.tlsHandshakeTimeout, true), (.readTimeout, true),
      (.deadlineExceeded, true), (.remoteConnectionClosed, false), (.emptyHost, false),
    ] as [(HTTPClientError, Bool)])
  func failureIsATimeout(error: HTTPClientError, isTimeout: Bool) {
    #expect(HTTPFetcher.failure(of: error, host: "x.test").isTimeout == isTimeout)
  }
}
