import FilmzDomain
import FilmzTestSupport
import Foundation
import Synchronization
import Testing

@testable import FilmzServices

@Suite(.timeLimit(.minutes(10)))
struct TMDBFailureTests {
  /// A response that TMDB always sends, and the expected error and waits of a request.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let response: LoopbackServer.Response
    let cause: ServiceError.Cause
    var waits: [Double] = []

    init(
      _ name: String, _ response: LoopbackServer.Response, _ cause: ServiceError.Cause,
      waits: [Double] = []
    ) {
      testDescription = name
      self.response = response
      self.cause = cause
      self.waits = waits
    }

    static func pause(_ field: String?, waits: [Double], _ seconds: Double?) -> Case {
      Case(
        "429, \(field ?? "none")",
        FakeTMDB.error(
          25, "Too many", status: 429, headers: field.map { ["Retry-After": $0] } ?? [:]),
        .pauseRequested(retryAfter: seconds), waits: waits)
    }

    static func status(_ status: Int, waits: [Double] = []) -> Case {
      Case(
        "\(status)", .text("<html>", status: status),
        .invalidResponse(detail: "HTTP status \(status)"), waits: waits)
    }
  }

  private static let backoff = [0.4, 0.8]

  /// T78 of FlickSwiper: one retry, after the time that TMDB asks for, 2 s by default, at most 10 s.
  @Test(
    arguments: [
      .pause("1", waits: [1], 1), .pause(nil, waits: [2], nil), .pause("60", waits: [10], 60),
      .pause("10", waits: [10], 10), .pause("0", waits: [0], 0), .pause("soon", waits: [2], nil),
      .pause("Wed, 21 Oct 2015 07:28:00 GMT", waits: [0], 0),
      .pause("Mon, 21 Oct 2115 07:28:00 GMT", waits: [10], 86_400),
      .status(500, waits: backoff), .status(502, waits: backoff), .status(503, waits: backoff),
      .status(504, waits: backoff),
      Case("closed", .close, .networkError("127.0.0.1 closed the connection"), waits: backoff),
      .status(400), .status(403), .status(422), .status(302),
      Case("401", FakeTMDB.error(7, "Invalid API key", status: 401), .invalidKey),
      Case("HTML", .text("<html>portal</html>"), .invalidResponse(detail: "not JSON")),
      Case("half", .json(#"{"results":[{"id":1,"#), .invalidResponse(detail: "not JSON")),
      Case("garbage", .bytes(Data([0xff, 0, 0xfe])), .invalidResponse(detail: "not JSON")),
      Case("empty", .json(""), .invalidResponse(detail: "empty response")),
      Case("array", .json("[1]"), .decodingError("it is not an object")),
      Case("number", .json("42"), .decodingError("it is not an object")),
      Case("null", .json("null"), .decodingError("it is not an object")),
      Case("endless", .endless, .networkError("127.0.0.1 sent more than 4 MB")),
    ] as [Case])
  func failureIsReportedAfterTheRetriesOfItsKind(example: Case) async throws {
    try await ServiceBench.withTMDB(response: example.response) { bench in
      let calls: [@Sendable () async throws -> Void] = [
        { _ = try await bench.tmdb().search(SearchQuery(text: "beacon"), page: 1) },
        { _ = try await bench.tmdb().film(id: FilmID(tmdb: .movie, 101)) },
        { _ = try await bench.tmdb().film(id: FilmID(unchecked: "tt9200101")) },
        { _ = try await bench.tmdb().films(titled: "Beacon", year: nil) },
        { try await bench.tmdb().checkConnection() },
      ]
      for call in calls {
        let requests = bench.server.requests.count
        let waits = bench.waits.seconds.count
        let error = try await #require(throws: ServiceError.self) { try await call() }
        #expect(error == .tmdb(example.cause))
        #expect(!error.message.contains(ServiceBench.token))
        #expect(Array(bench.waits.seconds.dropFirst(waits)) == example.waits)
        #expect(bench.server.requests.count == requests + example.waits.count + 1)
      }
    }
  }

  @Test(arguments: [
    #"{"success":false,"status_code":34}"#, #"{"hello":"world"}"#, #"{"results":{"0":{"id":1}}}"#,
    #"{"results":"x","page":1}"#,
  ])
  func responseWithoutAListIsMalformed(body: String) async throws {
    try await ServiceBench.withTMDB(response: .json(body)) { bench in
      await #expect(throws: ServiceError.tmdb(.decodingError("the list of films is missing"))) {
        try await bench.tmdb().search(SearchQuery(text: "beacon"), page: 1)
      }
      await #expect(throws: ServiceError.tmdb(.decodingError("the list of films is missing"))) {
        try await bench.tmdb().film(id: FilmID(unchecked: "tt9200101"))
      }
      await #expect(throws: ServiceError.tmdb(.decodingError("the title or id is missing"))) {
        try await bench.tmdb().film(id: FilmID(tmdb: .movie, 101))
      }
    }
  }

  @Test(arguments: [
    #"{"id":"1","title":7,"media_type":["movie"]}"#, "null", "7", #"{"id":1,"media_type":"movie"}"#,
  ])
  func listWithoutAUsableElementIsMalformed(item: String) async throws {
    let response = LoopbackServer.Response.json(#"{"results":[\#(item)],"total_pages":1}"#)
    try await ServiceBench.withTMDB(response: response) { bench in
      let cause = ServiceError.Cause.decodingError("none of the list's elements is a film")
      await #expect(throws: ServiceError.tmdb(cause)) {
        try await bench.tmdb().search(SearchQuery(text: "beacon"), page: 1)
      }
    }
  }

  @Test func listThatIsNotFoundIsAnInvalidResponse() async throws {
    try await ServiceBench.withTMDB(response: FakeTMDB.notFound) { bench in
      let error = ServiceError.tmdb(.invalidResponse(detail: "HTTP status 404"))
      await #expect(throws: error) {
        try await bench.tmdb().search(SearchQuery(text: "beacon"), page: 1)
      }
      let probeError = try await #require(throws: ServiceError.self) {
        try await bench.tmdb().checkConnection()
      }
      #expect(probeError == error)
      let film = try await bench.tmdb().film(id: FilmID(tmdb: .movie, 101))
      #expect(film == nil)
    }
  }

  @Test(arguments: [
    ("tmdb:movie:1", #"{"id":2,"title":"A"}"#),
    ("tt9200101", #"{"id":1,"title":"A","imdb_id":"tt0000007","movie_results":[{"id":1}]}"#),
  ])
  func detailsOfAnotherFilmAreMalformed(id: String, body: String) async throws {
    try await ServiceBench.withTMDB(response: .json(body)) { bench in
      await #expect(throws: ServiceError.tmdb(.decodingError("it describes a different film"))) {
        try await bench.tmdb().film(id: FilmID(unchecked: id))
      }
    }
  }

  /// The one retry after status 429 does not depend on other failures.
  @Test(
    arguments: [
      ([503, 429], [0.4, 2], nil), ([503, 503, 429], [0.4, 0.8, 2], nil),
      ([429, 503, 503], [2, 0.4, 0.8], nil), ([503, 429, 503], [0.4, 2, 0.8], nil),
      ([429, 429], [2], .pauseRequested(retryAfter: nil)),
      ([503, 429, 429], [0.4, 2], .pauseRequested(retryAfter: nil)),
      ([429, 503, 429], [2, 0.4], .pauseRequested(retryAfter: nil)),
      ([429, 503, 503, 503], [2, 0.4, 0.8], .invalidResponse(detail: "HTTP status 503")),
    ] as [([Int], [Double], ServiceError.Cause?)])
  func refusalsAndOtherFailuresAreCountedApart(
    statuses: [Int], waits: [Double], cause: ServiceError.Cause?
  ) async throws {
    let fake = FakeTMDB(token: ServiceBench.token)
    let failures = statuses.map { status -> LoopbackServer.Handler in
      { _ in .text("", status: status) }
    }
    let sequence = HandlerSequence(failures + [{ fake.respond(to: $0) }])
    try await ServiceBench.with(sequence.respond) { bench in
      var error: ServiceError?
      do {
        _ = try await bench.tmdb().film(id: FilmID(tmdb: .movie, 101))
      } catch let failure as ServiceError {
        error = failure
      }
      #expect(error?.cause == cause)
      #expect(bench.waits.seconds == waits)
    }
  }

  @Test func requestSucceedsAfterAPause() async throws {
    let fake = FakeTMDB(token: ServiceBench.token)
    let hasRefused = Atomic(false)
    let handler: LoopbackServer.Handler = { request in
      hasRefused.exchange(true, ordering: .relaxed)
        ? fake.respond(to: request) : FakeTMDB.error(25, "Too many", status: 429)
    }
    try await ServiceBench.with(handler) { bench in
      let film = try await bench.tmdb().film(id: FilmID(tmdb: .movie, 101))
      #expect(film?.title == "The Glass Harbor")
      #expect(bench.waits.seconds == [2])
    }
  }

  @Test func messagesNameTheToken() {
    #expect(ServiceError.tmdb(.invalidKey).message == "Invalid TMDB token")
    #expect(ServiceError.tmdb(.invalidKey).remedy == .setKey(.tmdbToken))
    #expect(ServiceError.tmdb(.noKey).message == "TMDB needs a token")
    let pause = ServiceError.tmdb(.pauseRequested(retryAfter: 59.5))
    #expect(pause.message == "TMDB asks for a pause; try again in 60 s")
    #expect(pause.exitCategory == .unavailable && pause.concernsAllFilms)
  }
}
