import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

/// Responses that are unusual, invalid, or never end.
@Suite(.timeLimit(.minutes(10)))
struct HTTPResponseTests {
  private static let ok = "HTTP/1.1 200 OK\r\n"

  private func response(
    _ write: @escaping @Sendable (LoopbackServer.Writer) -> Void
  ) async throws -> HTTPResponse {
    let handler: LoopbackServer.Handler = { _ in .raw(write) }
    return try await LoopbackServer.with(handler) { server in
      let url = try #require(URL(string: server.baseURL))
      return try await HTTPFetcher.with { try await $0.get(url) }
    }
  }

  private func body(of text: String) async throws -> String {
    let response = try await response { $0.send(Data(text.utf8)) }
    return String(decoding: response.body, as: UTF8.self)
  }

  private func failure(
    _ write: @escaping @Sendable (LoopbackServer.Writer) -> Void
  ) async throws -> HTTPFailure {
    let error = await #expect(throws: HTTPFailure.self) { try await response(write) }
    return try #require(error)
  }

  // MARK: - Complete responses

  @Test(arguments: [
    ("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + ok + "Content-Length: 2\r\n\r\nab", "ab"),
    ("HTTP/1.1 100 Continue\r\n\r\n" + ok + "\r\nab", "ab"),
    (ok + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n0\r\nETag: \"x\"\r\n\r\n", "ab"),
    (ok + "\r\nab", "ab"), ("HTTP/1.0 200\r\n\r\nab", "ab"), (ok + "Content-Length: 0\r\n\r\n", ""),
    (ok + "Content-Length: 2\r\n\r\nabcd", "ab"),
  ])
  func responseIsComplete(text: String, body: String) async throws {
    let received = try await self.body(of: text)
    #expect(received == body)
  }

  @Test func trailersAreNotFieldsOfTheHead() async throws {
    let text =
      "HTTP/1.1 503 Busy\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nRetry-After: 7\r\n\r\n"
    let response = try await response { $0.send(Data(text.utf8)) }
    #expect(response.status == 503)
    #expect(response.head["Retry-After"] == nil)
  }

  @Test func firstFieldOfANameIsUsed() async throws {
    let text =
      "HTTP/1.1 503 Busy\r\nretry-after: \t 7 \r\nRetry-After: 8\r\nContent-Length: 0\r\n\r\n"
    let response = try await response { $0.send(Data(text.utf8)) }
    #expect(response.head["Retry-After"] == "7")
  }

  // MARK: - Failures

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n",
  ])
  func responseThatEndsEarlyIsALostConnection(text: String) async throws {
    let failure = try await failure { $0.send(Data(text.utf8)) }
    #expect(failure == .connectionLost("127.0.0.1 closed the connection"))
  }

  @Test func resetIsALostConnection() async throws {
    let failure = try await failure {
      $0.send(Data((Self.ok + "Content-Length: 5\r\n\r\nab").utf8))
      $0.reset()
    }
    #expect(failure.isConnectionLost, "\(failure)")
  }

  @Test(arguments: [
    "hello\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/9 200 OK\r\n\r\n", "HTTP/1.1 abc\r\n\r\n",
    ok + "no colon\r\nContent-Length: 2\r\n\r\nab", ok + "Content-Length: -1\r\n\r\nab",
    ok + "A: \0\r\n\r\nab",
    ok + "Transfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n0\r\n\r\n",
  ])
  func invalidResponseIsAFailure(text: String) async throws {
    let failure = try await failure { $0.send(Data(text.utf8)) }
    #expect(failure == .neverRetried("the request to 127.0.0.1 failed"))
  }

  /// A body that is announced to be too large is not waited for.
  @Test(arguments: ["4194305", "99999999999999999999999"])
  func announcedSizeIsRefused(size: String) async throws {
    let failure = try await failure { writer in
      writer.send(Data((Self.ok + "Content-Length: \(size)\r\n\r\nab").utf8))
      writer.waitForDisconnect()
    }
    #expect(failure == .neverRetried("127.0.0.1 sent more than 4 MB"))
  }

  /// Each part is sent repeatedly until the client disconnects.
  @Test(arguments: [
    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", ok + String(repeating: "A: b\r\n", count: 99),
    "A: b\r\n", ok + "A: " + String(repeating: "b", count: 1000), ok,
  ])
  func endlessHeadIsAFailure(part: String) async throws {
    let failure = try await failure { writer in
      writer.send(Data(Self.ok.utf8.dropLast(part.hasPrefix("HTTP") ? Self.ok.utf8.count : 0)))
      while writer.send(Data(part.utf8)) {}
    }
    #expect(failure.cause.contains("127.0.0.1"))
    #expect(!failure.isTimeout, "\(failure)")
  }

  @Test func bodyMayHaveFourMegabytes() async throws {
    let largest = 4 << 20
    let response = try await response { Self.send(largest, to: $0) }
    #expect(response.body.count == largest)
    let failure = try await failure { Self.send(largest + 1, to: $0) }
    #expect(failure == .neverRetried("127.0.0.1 sent more than 4 MB"))
  }

  private static func send(_ size: Int, to writer: LoopbackServer.Writer) {
    writer.send(Data((ok + "Content-Length: \(size)\r\n\r\n").utf8))
    writer.send(Data(count: size))
  }

  // MARK: - Requests

  @Test func fieldThatWouldEndItsLineIsNotSent() async throws {
    let handler: LoopbackServer.Handler = { _ in .json("{}") }
    try await LoopbackServer.with(handler) { server in
      let url = try #require(URL(string: server.baseURL))
      try await HTTPFetcher.with { fetcher in
        for value in ["a\r\nX: b", "a\nb", "a\0b"] {
          await #expect(throws: HTTPFailure.neverRetried("the request to 127.0.0.1 failed")) {
            try await fetcher.get(url, fields: [("Authorization", value)])
          }
        }
      }
      #expect(server.requests.isEmpty)
    }
  }

  /// A user name in the address of a service is not sent; that of a dataset server becomes a field.
  @Test func userNameInTheURLIsNotSent() async throws {
    let handler: LoopbackServer.Handler = { _ in .json("{}") }
    try await LoopbackServer.with(handler) { server in
      let address = server.baseURL.replacing("http://", with: "http://ada:s3cret@")
      let url = try #require(URL(string: address))
      _ = try await HTTPFetcher.with { try await $0.get(url) }
      #expect(server.requests.map { $0.headers["authorization"] } == [nil])
    }
  }

  @Test func requestAfterShutdownFails() async throws {
    let fetcher = HTTPFetcher(environment: [:])
    await fetcher.shutdown()
    let url = try #require(URL(string: "http://127.0.0.1:1/"))
    await #expect(throws: HTTPFailure.neverRetried("filmz is shutting down")) {
      try await fetcher.get(url)
    }
  }
}
