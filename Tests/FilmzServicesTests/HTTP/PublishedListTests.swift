import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

/// Reading lists from any web server (contract, People).
struct PublishedListTests {
  private func get(_ server: LoopbackServer) async throws -> String {
    let url = try #require(URL(string: server.baseURL + "list.json"))
    let data = try await HTTPFetcher.with { try await $0.publishedList(at: url) }
    return String(decoding: data, as: UTF8.self)
  }

  private func with(
    _ response: LoopbackServer.Response, _ body: (LoopbackServer) async throws -> Void
  ) async throws {
    let handler: LoopbackServer.Handler = { _ in response }
    try await LoopbackServer.with(handler, body)
  }

  @Test func dataIsReadWithoutCredentialsOrCookies() async throws {
    try await with(.json("[1]", headers: ["Set-Cookie": "a=b"])) { server in
      for _ in 1...2 {
        let data = try await get(server)
        #expect(data == "[1]")
      }
      #expect(server.requests.count == 2)
      for request in server.requests {
        #expect(
          Set(request.headers.keys).isSubset(of: [
            "accept", "user-agent", "host", "connection", "content-length",
          ]), "\(request.headers.keys)")
        #expect(request.headers["user-agent"] == "filmz")
      }
    }
  }

  @Test(arguments: [
    ("http://127.0.0.1:1/", "redirects to an unencrypted address"),
    ("https://127.0.0.1:1/", "not a public address"),
    ("https://localhost:1/", "not a public address"),
    ("https://10.0.0.1/", "not a public address"), ("https://[::1]:1/", "not a public address"),
    ("https://169.254.169.254/", "not a public address"),
    ("https://nothing.invalid/", "was not found"), ("file:///etc/passwd", "cannot be used"),
    ("https://ada:secret@example.org/", "cannot be used"), ("/other", "unencrypted"),
  ])
  func redirectionIsNotFollowed(target: String, cause: String) async throws {
    try await with(.json("", status: 302, headers: ["Location": target])) { server in
      let error = await #expect(throws: HTTPFailure.self) { try await get(server) }
      #expect(error?.cause.contains(cause) == true, "\(error?.cause ?? "")")
      #expect(error?.cause.contains("secret") == false)
      #expect(server.requests.count == 1)
    }
  }

  @Test(arguments: [
    (LoopbackServer.Response.json("{}", status: 404), "status 404"),
    (.json("{}", status: 500), "status 500"), (.close, "closed"), (.endless, "more than 1 MB"),
    (.json(String(repeating: " ", count: 1 << 20 + 1)), "more than 1 MB"),
  ])
  func failureNamesItsCause(response: LoopbackServer.Response, cause: String) async throws {
    try await with(response) { server in
      let error = await #expect(throws: HTTPFailure.self) { try await get(server) }
      #expect(error?.cause.contains(cause) == true, "\(error?.cause ?? "")")
    }
  }

  @Test(.timeLimit(.minutes(10))) func stalledResponseTimesOut() async throws {
    try await with(.stall) { server in
      let error = await #expect(throws: HTTPFailure.self) { try await get(server) }
      #expect(error?.isTimeout == true)
    }
  }
}
