import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Foundation
import Testing

struct OMDbFailureTests {
  /// A response and the expected error.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let response: LoopbackServer.Response
    let error: ServiceError

    init(_ name: String, _ response: LoopbackServer.Response, _ error: ServiceError) {
      testDescription = name
      self.response = response
      self.error = error
    }
  }

  @Test(arguments: [
    Case("401, wrong key", error("Invalid API key!", 401), .invalidAPIKey),
    Case("401, no key", error("No API key provided.", 401), .invalidAPIKey),
    Case("401, limit", error("Request limit reached!", 401), .dailyLimitExceeded),
    Case("200, limit", error("Request limit reached!", 200), .dailyLimitExceeded),
    Case("401, no JSON", .text("Unauthorized", status: 401), .invalidAPIKey),
    Case("500", .text("oops", status: 500), .invalidResponse(detail: "HTTP status 500")),
    Case("503", .json("{}", status: 503), .invalidResponse(detail: "HTTP status 503")),
    Case("404", .text("no", status: 404), .invalidResponse(detail: "HTTP status 404")),
    Case(
      "redirection", .text("", status: 302, headers: ["Location": "http://127.0.0.1:9/"]),
      .invalidResponse(detail: "HTTP status 302")),
    Case("HTML", .text("<html>portal</html>"), .invalidResponse(detail: "not JSON")),
    Case("garbage", .bytes(Data([0xff, 0x00, 0xfe])), .invalidResponse(detail: "not JSON")),
    Case("half", .json(#"{"Title":"Dus"#), .invalidResponse(detail: "not JSON")),
    Case("empty", .json(""), .invalidResponse(detail: "empty response")),
    Case("another error", error("Something else.", 200), .unknownError("Something else.")),
    Case(
      "closed", .close, .networkError(cause: "127.0.0.1 closed the connection")),
    Case("endless", .endless, .networkError(cause: "127.0.0.1 sent more than 4 MB")),
  ])
  func failedResponseIsReportedWithoutTheKey(example: Case) async throws {
    try await ServiceBench.with(response: example.response) { bench in
      let calls: [@Sendable () async throws -> Void] = [
        { _ = try await bench.source().search(SearchQuery(text: "lantern"), page: 1) },
        { _ = try await bench.source().film(id: Self.lantern) },
        { _ = try await bench.source().films(titled: "Lantern", year: nil) },
      ]
      for call in calls {
        let error = try await #require(throws: ServiceError.self) { try await call() }
        #expect(error == example.error)
        #expect(!error.message.contains(ServiceBench.key))
      }
    }
  }

  @Test func keyInAMessageOfTheServerIsMasked() async throws {
    let response = Self.error("Key \(ServiceBench.key) is on holiday.", 200)
    try await ServiceBench.with(response: response) { bench in
      await #expect(throws: ServiceError.unknownError("Key ******** is on holiday.")) {
        try await bench.source().film(id: Self.lantern)
      }
    }
  }

  @Test func truncatedResponseIsANetworkError() async throws {
    let response = LoopbackServer.Response.truncated(#"{"Title":"Dusk","imdbID":"tt9200002"}"#)
    try await ServiceBench.with(response: response) { bench in
      let error = await failure { try await bench.source().film(id: Self.lantern) }
      #expect(error?.isNetworkError == true)
      #expect(error == .networkError(cause: "127.0.0.1 closed the connection"))
    }
  }

  @Test(arguments: ["localhost", "127.0.0.1"])
  func refusedConnectionErrorNamesTheHost(host: String) async throws {
    try await ServiceBench.with { bench in
      bench.server.stop()
      let baseURL = bench.server.baseURL.replacing("127.0.0.1", with: host)
      let error = await failure { try await bench.source(baseURL: baseURL).film(id: Self.lantern) }
      #expect(error == .networkError(cause: "\(host) could not be reached"))
    }
  }

  @Test(arguments: [
    "nonsense", "http://", "https:///path", "http://127.0.0.1:99999/", "http://[::1]:0/",
  ])
  func invalidAddressIsReportedWithoutTheKey(baseURL: String) async throws {
    try await ServiceBench.with { bench in
      await #expect(throws: ServiceError(.omdb, .invalidAddress(.omdbBaseURL, variable: nil))) {
        try await bench.source(baseURL: baseURL).film(id: Self.lantern)
      }
    }
  }

  @Test(.timeLimit(.minutes(10))) func stalledResponseTimesOutAfterTenSeconds() async throws {
    try await ServiceBench.with(response: .stall) { bench in
      let start = ContinuousClock.now
      await #expect(
        throws: ServiceError(
          .omdb, .timedOut("127.0.0.1 did not respond within 10 s", secondsLeft: 60))
      ) { try await bench.source().film(id: Self.lantern) }
      let elapsed = ContinuousClock.now - start
      #expect(elapsed > .seconds(9))
      #expect(elapsed < .seconds(60))
    }
  }

  @Test func cancelledRequestEndsImmediately() async throws {
    try await ServiceBench.with(response: .stall) { bench in
      let task = Task { try await bench.source().film(id: Self.lantern) }
      try await bench.server.waitForRequests(1)
      let start = ContinuousClock.now
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(ContinuousClock.now - start < .seconds(9), "the response timeout is 10 s")
    }
  }

  @Test func requestAfterShutdownFails() async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.source().film(id: FilmID(unchecked: "tt9000026"))
      await bench.fetcher.shutdown()
      let failure = await failure { try await bench.source().film(id: Self.lantern) }
      #expect(failure == .networkError(cause: "filmz is shutting down"))
      #expect(bench.server.requests.count == 1)
    }
  }

  private static let lantern = FilmID(unchecked: "tt9000001")

  private func failure(_ body: () async throws -> Film?) async -> ServiceError? {
    await #expect(throws: ServiceError.self) { _ = try await body() }
  }

  private static func error(_ text: String, _ status: Int) -> LoopbackServer.Response {
    .json(#"{"Response":"False","Error":"\#(text)"}"#, status: status)
  }
}

extension ServiceError {
  fileprivate var isNetworkError: Bool {
    if case .networkError = cause { true } else { false }
  }
}
