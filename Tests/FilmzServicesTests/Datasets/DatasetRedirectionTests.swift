import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

/// Downloads from servers that redirect.
@Suite(.timeLimit(.minutes(10)))
struct DatasetRedirectionTests {
  private static let file = PublishedFile(5000)

  private static func redirection(
    to location: String?, status: Int = 302
  ) -> LoopbackServer.Response {
    .text("moved", status: status, headers: location.map { ["Location": $0] } ?? [:])
  }

  /// Returns a handler that sends the file for paths below `/new/`, and redirects all other requests.
  private static func server(
    _ location: @escaping @Sendable (LoopbackServer.Request) -> String
  ) -> LoopbackServer.Handler {
    { $0.path.hasPrefix("/new/") ? file.respond(to: $0) : redirection(to: location($0)) }
  }

  @Test(
    arguments: [
      "/new/a.gz", "new/a.gz", "./new/a.gz", "../new/a.gz", "/old/../new/a.gz", "/new/a.gz#top",
      "//127.0.0.1:PORT/new/a.gz", "http://127.0.0.1:PORT/new/a.gz?x=1",
      "HTTP://127.0.0.1:PORT/new/a.gz",
    ], [301, 302, 303, 307, 308])
  func redirectionIsFollowed(location: String, status: Int) async throws {
    let handler: LoopbackServer.Handler = { request in
      guard !request.path.hasPrefix("/new/") else { return Self.file.respond(to: request) }
      let port = request.headers["host"]?.split(separator: ":").last ?? ""
      return Self.redirection(to: location.replacing("PORT", with: port), status: status)
    }
    try await ServiceBench.with([handler]) { bench in
      try await bench.fetch()
      #expect(bench.bytes() == Self.file.data)
      #expect(bench.server.requests.map(\.path).last == "/new/a.gz")
      #expect(bench.server.requests.count == 2)
    }
  }

  /// Locations with invalid ports, with other schemes or a user name, and invalid ones.
  @Test(arguments: [
    "http://127.0.0.1:99999/", "http://127.0.0.1:0/", "http://127.0.0.1:99999999999999999999/",
    "http://[::1]:99999/", "//127.0.0.1:99999/a.gz", "http://%31%32%37.0.0.1:99999/",
    "file:///etc/passwd", "ftp://127.0.0.1/a.gz", "http+unix://%2Frun%2Fx.sock/", "data:,x",
    "javascript:alert(1)", "http://", "http:///a.gz", "http://:80/", "http:a.gz", "http://a b/",
    "http://u:s3cret@127.0.0.1/", "//s3cret@127.0.0.1/", "mailto:s3cret@h.test",
  ])
  func invalidLocationIsNotFollowed(location: String) async throws {
    try await ServiceBench.with([{ _ in Self.redirection(to: location) }]) { bench in
      let error = await bench.fetchError()
      #expect(
        error?.message == "title.basics.tsv.gz: 127.0.0.1 redirects to an address that cannot be"
          + " used; check the connection and try again")
      #expect(error?.exitCategory == .unavailable)
      #expect(bench.server.requests.count == 1)
      let files = try bench.home.files()
      #expect(files == [])
    }
  }

  /// Responses without a location, and status codes that are not redirections of a download.
  @Test(
    arguments: [
      (302, nil), (301, ""), (302, " "), (300, "/new/a.gz"), (304, "/new/a.gz"), (305, "/new/a.gz"),
      (306, "/new/a.gz"), (399, "/new/a.gz"), (201, "/new/a.gz"), (401, "/new/a.gz"),
    ] as [(Int, String?)])
  func otherResponsesWithALocationAreRefused(status: Int, location: String?) async throws {
    let handler: LoopbackServer.Handler = { _ in
      let response = Self.redirection(to: location, status: status)
      return status == 304 ? .bytes(Data(), status: status, headers: response.headers) : response
    }
    try await ServiceBench.with([handler]) { bench in
      #expect(
        await bench.fetchError()
          == .refused(host: "127.0.0.1", file: ServiceBench.dataset, status: status))
      #expect(bench.server.requests.count == 1)
    }
  }

  /// Redirections to the same address, between two addresses, and to a new address each time.
  ///
  /// At most five redirections are followed.
  @Test(arguments: [("same", 1), ("two", 2), ("on", 6)])
  func endlessRedirectionsAreAnError(kind: String, requests: Int) async throws {
    let handler: LoopbackServer.Handler = { request in
      let next =
        switch kind {
        case "same": request.path
        case "two": request.path.hasPrefix("/b/") ? "/title.basics.tsv.gz" : "/b/"
        default: request.path + "/on"
        }
      return Self.redirection(to: next)
    }
    try await ServiceBench.with([handler]) { bench in
      let message = await bench.fetchError()?.message
      #expect(
        message == "title.basics.tsv.gz: 127.0.0.1 redirects too many times; check the"
          + " connection and try again")
      #expect(bench.server.requests.count == requests)
    }
  }

  @Test func fiveRedirectionsAreFollowed() async throws {
    let handler: LoopbackServer.Handler = { request in
      request.path.hasSuffix("/5")
        ? Self.file.respond(to: request) : Self.redirection(to: Self.next(request))
    }
    try await ServiceBench.with([handler]) { bench in
      try await bench.fetch()
      #expect(bench.bytes() == Self.file.data)
      #expect(bench.server.requests.map(\.path).dropFirst() == ["/1", "/2", "/3", "/4", "/5"])
    }
  }

  private static func next(_ request: LoopbackServer.Request) -> String {
    "/\((Int(request.path.dropFirst()) ?? 0) + 1)"
  }

  /// The server keeps the body of the redirection open until the client disconnects.
  @Test func bodyOfARedirectionIsNotRead() async throws {
    let handler: LoopbackServer.Handler = { request in
      guard !request.path.hasPrefix("/new/") else { return Self.file.respond(to: request) }
      return .streamed(status: 302, headers: ["Location": "/new/a.gz"]) { $0.waitForDisconnect() }
    }
    try await ServiceBench.with([handler]) { bench in
      try await bench.fetch()
      #expect(bench.bytes() == Self.file.data)
    }
  }

  @Test func partIsContinuedAfterARedirection() async throws {
    let arrived = DispatchSemaphore(value: 0)
    let server = Self.server { _ in "/new/a.gz" }
    let handlers = [server, Self.file.cut(after: 3000, onceArrived: arrived), server]
    try await ServiceBench.with(handlers) { bench in
      _ = try await bench.downloader().download(ServiceBench.dataset) {
        if $0.bytes == 3000 { arrived.signal() }
      }
      #expect(bench.bytes() == Self.file.data)
      #expect(bench.field("range") == [nil, nil, "bytes=3000-", "bytes=3000-"])
      #expect(bench.field("user-agent").allSatisfy { $0 == "filmz" })
    }
  }

  /// The user name and password are sent only to the host and port of the configured address.
  @Test func authorizationIsNotSentToOtherServers() async throws {
    let otherAuthorizations = ValueRecorder<String?>()
    let mirror: LoopbackServer.Handler = { request in
      otherAuthorizations.add(request.headers["authorization"])
      let homePort = request.query["home"] ?? ""
      return request.path == "/back"
        ? Self.redirection(to: "http://127.0.0.1:\(homePort)/new/a.gz") : .text("", status: 404)
    }
    try await LoopbackServer.with(mirror) { other in
      let handler = Self.server { request in
        let port = request.headers["host"]?.split(separator: ":").last ?? ""
        return request.path == "/here" ? "\(other.baseURL)back?home=\(port)" : "/here"
      }
      try await ServiceBench.with([handler]) { bench in
        let origin = bench.server.baseURL.replacing("http://", with: "http://ann:s3cret@")
        try await bench.fetch(from: origin)
        #expect(bench.bytes() == Self.file.data)
        let authorization = "Basic YW5uOnMzY3JldA=="
        #expect(bench.field("authorization") == [authorization, authorization, nil])
        #expect(otherAuthorizations.values == [nil])
      }
    }
  }

  /// The message names the server that cannot be reached.
  @Test func unreachableTargetIsNamed() async throws {
    try await ServiceBench.with([{ _ in Self.redirection(to: "http://localhost:1/a.gz") }]) {
      bench in
      #expect(
        await bench.fetchError()?.message
          == "127.0.0.1: title.basics.tsv.gz: localhost could not be reached; check the connection"
          + " and try again")
    }
  }

  @Test(
    arguments: [
      ("https://h.test/a", "https://g.test/b", "https://g.test/b"),
      ("http://h.test/a", "https://h.test/a", "https://h.test/a"),
      ("https://h.test/a", "//g.test/b", "https://g.test/b"),
      ("https://h.test/a?k=1", "/b", "https://h.test/b"),
      ("https://h.test/a", "http://h.test/a", nil), ("HTTPS://h.test/a", "HTTP://h.test/b", nil),
      ("https://h.test/a", "http://127.0.0.1/", nil),
    ] as [(String, String, String?)])
  func redirectionToAnUnencryptedAddressIsRefused(
    from address: String, location: String, target: String?
  ) throws {
    let head = HTTPHead(status: 302, fields: [("location", location)])
    let url = try #require(URL(string: address))
    guard let target else {
      let failure = #expect(throws: HTTPFailure.self) {
        try head.redirectionTarget(from: url, host: "h.test")
      }
      #expect(failure?.cause == "h.test redirects to an unencrypted address")
      return
    }
    #expect(try head.redirectionTarget(from: url, host: "h.test")?.absoluteString == target)
  }
}
