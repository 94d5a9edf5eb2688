import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

/// The responses of proxies to CONNECT.
@Suite(.timeLimit(.minutes(10)))
struct ProxyConnectionTests {
  private static let server = "https://films.example.org/"

  private func with(
    _ response: LoopbackServer.Response,
    _ body: (HTTPFetcher, URL, LoopbackServer) async throws -> Void
  ) async throws {
    let handler: LoopbackServer.Handler = { _ in response }
    try await LoopbackServer.with(handler) { proxy in
      let url = try #require(URL(string: Self.server))
      try await HTTPFetcher.with(environment: ["HTTPS_PROXY": proxy.baseURL]) { fetcher in
        try await body(fetcher, url, proxy)
      }
    }
  }

  @Test(arguments: [302, 403, 407, 502]) func refusalIsAFailure(status: Int) async throws {
    try await with(.text("no", status: status)) { fetcher, url, proxy in
      await #expect(
        throws: HTTPFailure.neverRetried("the request to the proxy 127.0.0.1 failed")
      ) {
        try await fetcher.get(url)
      }
      #expect(proxy.requests.map(\.method) == ["CONNECT"])
      #expect(proxy.requests.map(\.path) == ["films.example.org:443"])
    }
  }

  @Test func proxyThatClosesTheConnectionIsNamed() async throws {
    try await with(.close) { fetcher, url, _ in
      let failure = await #expect(throws: HTTPFailure.self) { try await fetcher.get(url) }
      #expect(failure?.cause.contains("the proxy 127.0.0.1") == true, "\(failure?.cause ?? "")")
    }
  }

  /// libcurl reads such a response without an end, and must be told to stop.
  @Test func endlessResponseCanBeCancelled() async throws {
    let head = "HTTP/1.1 407 No\r\nContent-Length: 999999999\r\n\r\n"
    let endless = LoopbackServer.Response.raw { writer in
      writer.send(Data(head.utf8))
      while writer.send(Data(count: 65_536)) {}
    }
    try await with(endless) { fetcher, url, proxy in
      let task = Task { try await fetcher.get(url) }
      try await proxy.waitForRequests(1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}
