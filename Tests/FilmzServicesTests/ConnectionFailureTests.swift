import AsyncHTTPClient
import NIOCore
import NIOSSL
import Testing

@testable import FilmzServices

/// What errors of the HTTP client mean that a server on this machine cannot be brought to give.
struct ConnectionFailureTests {
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
  func anErrorIsALostConnectionOrNeverOne(error: any Error, isDropped: Bool, isUnsent: Bool) {
    let failure = HTTPFetcher.failure(of: error, host: "x.test")
    #expect(failure.isDropped == isDropped)
    #expect(failure.isUnsent == isUnsent)
    #expect(failure.cause.contains("x.test"))
  }
}
