import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

/// Error messages in responses from OMDb, or from another server at its address.
struct OMDbErrorResponseTests {
  private static let quince = FilmID(unchecked: "tt9000026")
  private static let slowDown = "Rate limit exceeded, slow down"

  @Test(arguments: [
    (slowDown, 429, 3, ServiceError.unknownError(slowDown)),
    (slowDown, 401, 1, .unknownError(slowDown)),
    ("Route not found", 404, 1, .unknownError("Route not found")),
    ("Movie not found!", 404, 1, .unknownError("Movie not found!")),
    ("Request limit reached!", 503, 1, .dailyLimitExceeded),
  ])
  func errorDependsOnTheMessageAndStatus(
    text: String, status: Int, requests: Int, error: ServiceError
  ) async throws {
    try await ServiceBench.with(response: .omdbError(text, status: status)) { bench in
      await #expect(throws: error) { try await bench.source().film(id: Self.quince) }
      #expect(bench.server.requests.count == requests)
      #expect(bench.waits.seconds.count == requests - 1)
      let usage = try #require(await bench.service().usage())
      #expect(usage.isLimitReached == (error == .dailyLimitExceeded))
    }
  }

  @Test(arguments: ["Route not found", "Movie not found!"])
  func searchWithStatus404Fails(text: String) async throws {
    try await ServiceBench.with(response: .omdbError(text, status: 404)) { bench in
      let query = SearchQuery(text: "lantern")
      await #expect(throws: ServiceError.unknownError(text)) {
        try await bench.source().search(query, page: 1)
      }
      await #expect(throws: ServiceError.unknownError(text)) {
        try await bench.service().search.search(query, from: .omdb, in: .online)
      }
    }
  }

  @Test func longMessageBecomesOneShortLine() async throws {
    let text = String(repeating: #"line\r\n\tafter  line\n"#, count: 300)
    try await ServiceBench.with(response: .omdbError(text)) { bench in
      let error = await #expect(throws: ServiceError.self) {
        try await bench.source().film(id: Self.quince)
      }
      let message = try #require(error).message
      #expect(message.hasPrefix("OMDb: line after line line after line"))
      #expect(message.count < 250)
      #expect(!message.contains { $0.isNewline || $0 == "\t" })
    }
  }
}
