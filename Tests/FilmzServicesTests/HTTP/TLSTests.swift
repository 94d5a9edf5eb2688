import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

/// Encrypted connections.
@Suite(.timeLimit(.minutes(10)))
struct TLSTests {
  private static let refusal = HTTPFailure.unsent(
    "could not establish a secure connection to 127.0.0.1 (TLS)")

  private func with(
    _ options: [String] = [], isTrusted: Bool = true,
    _ body: (HTTPFetcher, URL) async throws -> Void
  ) async throws {
    try await ScratchFolder.with { folder in
      let server = try await TLSServer(in: folder, options: options)
      let environment = isTrusted ? ["SSL_CERT_FILE": server.certificate] : [:]
      let url = try #require(URL(string: server.baseURL))
      try await HTTPFetcher.with(environment: environment) { try await body($0, url) }
      withExtendedLifetime(server) {}
    }
  }

  private func page(_ fetcher: HTTPFetcher, _ url: URL) async throws -> String {
    String(decoding: try await fetcher.get(url).body, as: UTF8.self)
  }

  @Test(arguments: [["-tls1_2"], ["-tls1_3"]])
  func connectionIsEncrypted(options: [String]) async throws {
    try await with(options) { fetcher, url in
      let page = try await page(fetcher, url)
      #expect(page.contains(options == ["-tls1_2"] ? "TLSv1.2" : "TLSv1.3"))
    }
  }

  @Test(arguments: [
    ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"], ["-tls1", "-cipher", "ALL:@SECLEVEL=0"],
  ])
  func olderVersionIsRefused(options: [String]) async throws {
    try await with(options) { fetcher, url in
      await #expect(throws: Self.refusal) { try await fetcher.get(url) }
    }
  }

  @Test func unknownAuthorityIsRefused() async throws {
    try await with(isTrusted: false) { fetcher, url in
      await #expect(throws: Self.refusal) { try await fetcher.get(url) }
    }
  }

  @Test func certificateOfAnotherServerIsRefused() async throws {
    try await with { fetcher, url in
      let address = url.absoluteString.replacing("127.0.0.1", with: "localhost")
      await #expect(
        throws: HTTPFailure.unsent("could not establish a secure connection to localhost (TLS)")
      ) {
        try await fetcher.get(try #require(URL(string: address)))
      }
    }
  }

  @Test func missingFileOfAuthoritiesIsAFailure() async throws {
    let server = PlaintextServer()
    defer { server.stop() }
    let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
    try await HTTPFetcher.with(environment: ["SSL_CERT_FILE": "/nowhere.pem"]) { fetcher in
      await #expect(throws: Self.refusal) { try await fetcher.get(url) }
    }
  }

  /// The server closes the connection after each response, so that the second request needs a new one.
  @Test func sessionIsUsedAgain() async throws {
    try await with { fetcher, url in
      let pages = [try await page(fetcher, url), try await page(fetcher, url)]
      #expect(pages.map { $0.contains("Reused, TLS") } == [false, true])
    }
  }
}
