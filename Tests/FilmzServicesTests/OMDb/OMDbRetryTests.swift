import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

@Suite(.timeLimit(.minutes(10)))
struct OMDbRetryTests {
  private static let quince = FilmID(unchecked: "tt9000026")

  /// A response that OMDb always sends, the expected waits before retries, and the expected error.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let response: LoopbackServer.Response
    let waits: [Double]
    let error: ServiceError

    init(
      _ name: String, _ response: LoopbackServer.Response, _ waits: [Double], _ error: ServiceError
    ) {
      testDescription = name
      self.response = response
      self.waits = waits
      self.error = error
    }

    static func status(
      _ status: Int, _ field: String? = nil, waits: [Double], _ error: ServiceError
    ) -> Case {
      let headers = field.map { ["Retry-After": $0] } ?? [:]
      return Case(
        "\(status), \(field ?? "nothing")", .text("no", status: status, headers: headers), waits,
        error)
    }

    static func tooMany(_ field: String?, waits: [Double], _ seconds: Double?) -> Case {
      status(429, field, waits: waits, .tooManyRequests(retryAfter: seconds))
    }
  }

  private static let backoff = [0.4, 0.8]
  private static let past = "Wed, 21 Oct 2015 07:28:00 GMT"
  private static let future = "Mon, 21 Oct 2115 07:28:00 GMT"

  @Test(
    arguments: [
      .tooMany(nil, waits: backoff, nil), .tooMany("0", waits: [0, 0], 0),
      .tooMany("3", waits: [3, 3], 3), .tooMany("10", waits: [10, 10], 10),
      .tooMany("11", waits: [], 11), .tooMany("86400", waits: [], 86_400),
      .tooMany("99999999999999999999", waits: [], 86_400),
      .tooMany(past, waits: [0, 0], 0), .tooMany(future, waits: [], 86_400),
      .tooMany("inf", waits: backoff, nil), .tooMany("nan", waits: backoff, nil),
      .tooMany("1e400", waits: backoff, nil), .tooMany("soon", waits: backoff, nil),
      .tooMany("-1", waits: backoff, nil), .tooMany("Wed, 21 Oct", waits: backoff, nil),
      .status(500, waits: backoff, .invalidResponse(detail: "HTTP status 500")),
      .status(502, waits: backoff, .invalidResponse(detail: "HTTP status 502")),
      .status(503, waits: backoff, .invalidResponse(detail: "HTTP status 503")),
      .status(503, "2", waits: [2, 2], .invalidResponse(detail: "HTTP status 503")),
      .status(503, "60", waits: [], .invalidResponse(detail: "HTTP status 503")),
      Case(
        "closed", .close, backoff, .networkError(cause: "127.0.0.1 closed the connection")),
    ] as [Case])
  func transientFailureIsRetriedTwiceAtMost(example: Case) async throws {
    try await ServiceBench.with(response: example.response) { bench in
      await #expect(throws: example.error) { try await bench.source().film(id: Self.quince) }
      #expect(bench.server.requests.count == example.waits.count + 1)
      #expect(bench.waits.seconds == example.waits)
    }
  }

  @Test(arguments: [
    Case("401, wrong key", .omdbError("Invalid API key!", status: 401), [], .invalidAPIKey),
    Case("401, limit", .limitReached, [], .dailyLimitExceeded),
    Case("200, limit", .omdbError("Request limit reached!"), [], .dailyLimitExceeded),
    Case("429, limit", .omdbError("Request limit reached!", status: 429), [], .dailyLimitExceeded),
    Case("401, no JSON", .text("no", status: 401), [], .invalidAPIKey),
    Case("HTML", .text("<html>portal</html>"), [], .invalidResponse(detail: "not JSON")),
    Case("half", .json(#"{"Title":"Dus"#), [], .invalidResponse(detail: "not JSON")),
    Case("empty", .json(""), [], .invalidResponse(detail: "empty response")),
    Case("no film", .json("{}"), [], .decodingError(cause: "the title or id is missing")),
    Case("404", .text("no", status: 404), [], .invalidResponse(detail: "HTTP status 404")),
    Case("302", .text("", status: 302), [], .invalidResponse(detail: "HTTP status 302")),
    Case(
      "403, Retry-After", .text("no", status: 403, headers: ["Retry-After": "1"]), [],
      .invalidResponse(detail: "HTTP status 403")),
    Case("endless", .endless, [], .networkError(cause: "127.0.0.1 sent more than 4 MB")),
  ])
  func permanentFailureIsNotRetried(example: Case) async throws {
    try await ServiceBench.with(response: example.response) { bench in
      await #expect(throws: example.error) { try await bench.source().film(id: Self.quince) }
      #expect(bench.server.requests.count == 1)
      #expect(bench.waits.seconds == [])
    }
  }

  @Test func refusedConnectionIsNotRetried() async throws {
    try await ServiceBench.with { bench in
      bench.server.stop()
      await #expect(throws: ServiceError.self) {
        try await bench.source().film(id: Self.quince)
      }
      #expect(bench.waits.seconds == [])
    }
  }

  @Test(
    arguments: [
      [.close], [.text("", status: 500)], [.text("", status: 503)], [.text("", status: 429)],
      [.close, .text("", status: 503)], [.text("", status: 429), .text("", status: 500)],
    ] as [[LoopbackServer.Response]])
  func requestSucceedsAfterTransientFailures(failures: [LoopbackServer.Response]) async throws {
    try await ServiceBench.with(ResponseQueue(failures).respond) { bench in
      let film = try await bench.source().film(id: Self.quince)
      #expect(film?.title == "Quince")
      #expect(bench.server.requests.count == failures.count + 1)
      #expect(Set(bench.server.requests.map(\.query)).count == 1)
      #expect(bench.waits.seconds == Array(Self.backoff.prefix(failures.count)))
    }
  }

  @Test func lastFailureIsThrown() async throws {
    let failures: [LoopbackServer.Response] = [.close, .text("", status: 503), .json("")]
    try await ServiceBench.with(ResponseQueue(failures).respond) { bench in
      await #expect(throws: ServiceError.invalidResponse(detail: "empty response")) {
        try await bench.source().film(id: Self.quince)
      }
      #expect(bench.server.requests.count == 3)
    }
  }
}
