import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

@Suite(.timeLimit(.minutes(1)))
struct RetryTests {
  private static let quince = FilmID(canonical: "tt9000026")

  /// A trouble that lasts, how often OMDb is asked then, what is waited, and what is told.
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

  private static let backOff = [0.4, 0.8]
  private static let past = "Wed, 21 Oct 2015 07:28:00 GMT"
  private static let future = "Mon, 21 Oct 2115 07:28:00 GMT"

  @Test(
    arguments: [
      .tooMany(nil, waits: backOff, nil), .tooMany("0", waits: [0, 0], 0),
      .tooMany("3", waits: [3, 3], 3), .tooMany("10", waits: [10, 10], 10),
      .tooMany("11", waits: [], 11), .tooMany("86400", waits: [], 86_400),
      .tooMany("99999999999999999999", waits: [], 86_400),
      .tooMany(past, waits: [0, 0], 0), .tooMany(future, waits: [], 86_400),
      .tooMany("inf", waits: backOff, nil), .tooMany("nan", waits: backOff, nil),
      .tooMany("1e400", waits: backOff, nil), .tooMany("soon", waits: backOff, nil),
      .tooMany("-1", waits: backOff, nil), .tooMany("Wed, 21 Oct", waits: backOff, nil),
      .status(500, waits: backOff, .invalidResponse(detail: "HTTP status 500")),
      .status(502, waits: backOff, .invalidResponse(detail: "HTTP status 502")),
      .status(503, waits: backOff, .invalidResponse(detail: "HTTP status 503")),
      .status(503, "2", waits: [2, 2], .invalidResponse(detail: "HTTP status 503")),
      .status(503, "60", waits: [], .invalidResponse(detail: "HTTP status 503")),
      Case(
        "closed", .close, backOff, .networkError(cause: "127.0.0.1 closed the connection")),
    ] as [Case])
  func aTroubleThatCanPassIsTriedTwiceMoreAtMost(example: Case) async throws {
    try await ServiceBench.with(answer: example.response) { bench in
      await #expect(throws: example.error) { try await bench.source().film(id: Self.quince) }
      #expect(bench.server.requests.count == example.waits.count + 1)
      #expect(bench.waits.seconds == example.waits)
    }
  }

  @Test(arguments: [
    Case("401, wrong key", .refusal("Invalid API key!", status: 401), [], .invalidAPIKey),
    Case("401, limit", .limitReached, [], .dailyLimitExceeded),
    Case("200, limit", .refusal("Request limit reached!"), [], .dailyLimitExceeded),
    Case("429, limit", .refusal("Request limit reached!", status: 429), [], .dailyLimitExceeded),
    Case("401, no JSON", .text("no", status: 401), [], .invalidAPIKey),
    Case("HTML", .text("<html>portal</html>"), [], .invalidResponse(detail: "not JSON")),
    Case("half", .json(#"{"Title":"Dus"#), [], .invalidResponse(detail: "not JSON")),
    Case("empty", .json(""), [], .invalidResponse(detail: "an empty answer")),
    Case("no film", .json("{}"), [], .decodingError(cause: "title or id are missing")),
    Case("404", .text("no", status: 404), [], .invalidResponse(detail: "HTTP status 404")),
    Case("302", .text("", status: 302), [], .invalidResponse(detail: "HTTP status 302")),
    Case(
      "403, Retry-After", .text("no", status: 403, headers: ["Retry-After": "1"]), [],
      .invalidResponse(detail: "HTTP status 403")),
    Case("endless", .endless, [], .networkError(cause: "127.0.0.1 sent more than 4 MB")),
  ])
  func aTroubleThatStaysIsNotTriedAgain(example: Case) async throws {
    try await ServiceBench.with(answer: example.response) { bench in
      await #expect(throws: example.error) { try await bench.source().film(id: Self.quince) }
      #expect(bench.server.requests.count == 1)
      #expect(bench.waits.seconds == [])
    }
  }

  @Test func aRefusedConnectionIsNotTriedAgain() async throws {
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
  func whatPassesIsNotNoticed(troubles: [LoopbackServer.Response]) async throws {
    try await ServiceBench.with(AnswerList(troubles).answer) { bench in
      let film = try await bench.source().film(id: Self.quince)
      #expect(film?.title == "Quince")
      #expect(bench.server.requests.count == troubles.count + 1)
      #expect(Set(bench.server.requests.map(\.query)).count == 1)
      #expect(bench.waits.seconds == Array(Self.backOff.prefix(troubles.count)))
    }
  }

  @Test func troubleAfterTroubleEndsInTheLastOne() async throws {
    let troubles: [LoopbackServer.Response] = [.close, .text("", status: 503), .json("")]
    try await ServiceBench.with(AnswerList(troubles).answer) { bench in
      await #expect(throws: ServiceError.invalidResponse(detail: "an empty answer")) {
        try await bench.source().film(id: Self.quince)
      }
      #expect(bench.server.requests.count == 3)
    }
  }
}
