import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

/// Servers that send a download elsewhere.
@Suite(.timeLimit(.minutes(1)))
struct DatasetRedirectionTests {
  private static let file = PublishedFile(5000)

  private static func redirection(
    to location: String?, status: Int = 302
  ) -> LoopbackServer.Response {
    .text("moved", status: status, headers: location.map { ["Location": $0] } ?? [:])
  }

  /// A server where `/new/` has the files, and all other addresses lead to a place.
  private static func server(
    _ location: @escaping @Sendable (LoopbackServer.Request) -> String
  ) -> LoopbackServer.Handler {
    { $0.path.hasPrefix("/new/") ? file.answer($0) : redirection(to: location($0)) }
  }

  @Test(
    arguments: [
      "/new/a.gz", "new/a.gz", "./new/a.gz", "../new/a.gz", "/old/../new/a.gz", "/new/a.gz#top",
      "//127.0.0.1:PORT/new/a.gz", "http://127.0.0.1:PORT/new/a.gz?x=1",
      "HTTP://127.0.0.1:PORT/new/a.gz",
    ], [301, 302, 303, 307, 308])
  func aLocationIsFollowed(location: String, status: Int) async throws {
    let handler: LoopbackServer.Handler = { request in
      guard !request.path.hasPrefix("/new/") else { return Self.file.answer(request) }
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

  /// An address that ends the program in SwiftNIO, other schemes, and what is no address.
  @Test(arguments: [
    "http://127.0.0.1:99999/", "http://127.0.0.1:0/", "http://127.0.0.1:99999999999999999999/",
    "http://[::1]:99999/", "//127.0.0.1:99999/a.gz", "http://%31%32%37.0.0.1:99999/",
    "file:///etc/passwd", "ftp://127.0.0.1/a.gz", "http+unix://%2Frun%2Fx.sock/", "data:,x",
    "javascript:alert(1)", "http://", "http:///a.gz", "http://:80/", "http:a.gz", "http://a b/",
    "http://u:s3cret@127.0.0.1/", "//s3cret@127.0.0.1/", "mailto:s3cret@h.test",
  ])
  func aLocationThatIsNoAddressOfAWebServerIsNotFollowed(location: String) async throws {
    try await ServiceBench.with([{ _ in Self.redirection(to: location) }]) { bench in
      let error = await bench.refusal()
      #expect(
        error?.message == "title.basics.tsv.gz: 127.0.0.1 redirects to an address that cannot be"
          + " used; check the connection, and do that again")
      #expect(error?.kind == .unavailable)
      #expect(bench.server.requests.count == 1)
      let files = try bench.home.files()
      #expect(files == [])
    }
  }

  /// Without a place, and with a status that is no redirection for a download.
  @Test(
    arguments: [
      (302, nil), (301, ""), (302, " "), (300, "/new/a.gz"), (304, "/new/a.gz"), (305, "/new/a.gz"),
      (306, "/new/a.gz"), (399, "/new/a.gz"), (201, "/new/a.gz"), (401, "/new/a.gz"),
    ] as [(Int, String?)])
  func anAnswerThatDoesNotSayWhereToIsAStatus(status: Int, location: String?) async throws {
    let answer: LoopbackServer.Handler = { _ in
      let response = Self.redirection(to: location, status: status)
      return status == 304 ? .bytes(Data(), status: status, headers: response.headers) : response
    }
    try await ServiceBench.with([answer]) { bench in
      #expect(
        await bench.refusal()
          == .refused(host: "127.0.0.1", file: ServiceBench.dataset, status: status))
      #expect(bench.server.requests.count == 1)
    }
  }

  /// To the same address, between two, and ever on; five redirections are followed.
  @Test(arguments: [("same", 1), ("two", 2), ("on", 6)])
  func redirectionsWithoutAnEndAreTold(way: String, requests: Int) async throws {
    let circle: LoopbackServer.Handler = { request in
      let next =
        switch way {
        case "same": request.path
        case "two": request.path.hasPrefix("/b/") ? "/title.basics.tsv.gz" : "/b/"
        default: request.path + "/on"
        }
      return Self.redirection(to: next)
    }
    try await ServiceBench.with([circle]) { bench in
      let message = await bench.refusal()?.message
      #expect(
        message == "title.basics.tsv.gz: 127.0.0.1 redirects without an end; check the connection,"
          + " and do that again")
      #expect(bench.server.requests.count == requests)
    }
  }

  @Test func fiveRedirectionsAreFollowed() async throws {
    let handler: LoopbackServer.Handler = { request in
      request.path.hasSuffix("/5")
        ? Self.file.answer(request) : Self.redirection(to: Self.next(request))
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

  /// The server sends the body of the redirection for as long as somebody listens.
  @Test func theBodyOfARedirectionIsNotRead() async throws {
    let handler: LoopbackServer.Handler = { request in
      guard !request.path.hasPrefix("/new/") else { return Self.file.answer(request) }
      return .written(status: 302, headers: ["Location": "/new/a.gz"]) { $0.waitForEnd() }
    }
    try await ServiceBench.with([handler]) { bench in
      try await bench.fetch()
      #expect(bench.bytes() == Self.file.data)
    }
  }

  @Test func aPartIsContinuedWhereARedirectionLeads() async throws {
    let arrived = DispatchSemaphore(value: 0)
    let server = Self.server { _ in "/new/a.gz" }
    let handlers = [server, Self.file.cut(after: 3000, onceArrived: arrived), server]
    try await ServiceBench.with(handlers) { bench in
      _ = try await bench.download().fetch(ServiceBench.dataset) {
        if $0.bytes == 3000 { arrived.signal() }
      }
      #expect(bench.bytes() == Self.file.data)
      #expect(bench.field("range") == [nil, nil, "bytes=3000-", "bytes=3000-"])
      #expect(bench.field("user-agent").allSatisfy { $0 == "filmz" })
    }
  }

  /// A user's name and password are for the server that the user named, on its port.
  @Test func authorizationStaysWithItsServer() async throws {
    let away = Collected<String?>()
    let mirror: LoopbackServer.Handler = { request in
      away.add(request.headers["authorization"])
      let home = request.query["home"] ?? ""
      return request.path == "/back"
        ? Self.redirection(to: "http://127.0.0.1:\(home)/new/a.gz") : .text("", status: 404)
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
        let sent = "Basic YW5uOnMzY3JldA=="
        #expect(bench.field("authorization") == [sent, sent, nil])
        #expect(away.values == [nil])
      }
    }
  }

  /// A server that cannot be reached is the one that is named.
  @Test func theServerThatIsMissingIsNamed() async throws {
    try await ServiceBench.with([{ _ in Self.redirection(to: "http://localhost:1/a.gz") }]) {
      bench in
      #expect(
        await bench.refusal()?.message
          == "127.0.0.1: title.basics.tsv.gz: localhost could not be reached; check the connection,"
          + " and do that again")
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
  func encryptionIsNotGivenUp(from address: String, location: String, target: String?) throws {
    let head = HTTPHead(status: 302, fields: [("location", location)])
    let url = try #require(URL(string: address))
    guard let target else {
      let failure = #expect(throws: HTTPFailure.self) {
        try Redirection.target(of: head, from: url, host: "h.test")
      }
      #expect(failure?.cause == "h.test redirects to an address without encryption")
      return
    }
    #expect(try Redirection.target(of: head, from: url, host: "h.test")?.absoluteString == target)
  }
}
