import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

/// Refreshing many films, some of which fail.
struct RefreshFailureTests {
  private static let lostConnection = ServiceError.networkError(
    cause: "127.0.0.1 closed the connection")

  /// Refreshes films with a server that returns `failureResponse` for the films with these numbers.
  private func refresh(
    _ count: Int, _ failureResponse: LoopbackServer.Response, for numbers: Set<Int>,
    _ body: (RefreshOutcome, _ requestedIDs: Set<String>) throws -> Void
  ) async throws {
    let failingIDs = Set(numbers.map { "tt\(9_000_000 + $0)" })
    let handler: LoopbackServer.Handler = {
      failingIDs.contains($0.query["i"] ?? "") ? failureResponse : FakeOMDb().respond(to: $0)
    }
    try await ViewModelBench.with(handler) { bench in
      let items = (1...count).map {
        FilmItem(id: FilmID(unchecked: "tt\(9_000_000 + $0)"), film: nil, entry: nil)
      }
      let outcome = try await bench.filmDetail.refresh(items, in: .online)
      try body(outcome, Set(bench.server.requests.compactMap { $0.query["i"] }))
    }
  }

  private func numbers(_ items: [FilmItem]) -> [Int] {
    items.compactMap { Int($0.id.rawValue.suffix(3)) }
  }

  @Test(arguments: [[2], [1], [4], [4, 5], [1, 2, 3], [1, 2, 5, 6], [2, 3, 4, 5, 6, 7]])
  func lostConnectionsDoNotStopOtherRequests(failingNumbers: Set<Int>) async throws {
    try await refresh(9, .close, for: failingNumbers) { outcome, requestedIDs in
      #expect(numbers(outcome.items) == (1...9).filter { !failingNumbers.contains($0) })
      #expect(numbers(outcome.failures.map(\.item)) == failingNumbers.sorted())
      #expect(outcome.failures.allSatisfy { $0.failure as? ServiceError == Self.lostConnection })
      #expect(requestedIDs.count == 9)
    }
  }

  @Test(arguments: [(1...4, 4), (5...8, 8), (1...12, 4)])
  func batchOfLostConnectionsStopsRequests(failingNumbers: ClosedRange<Int>, requestCount: Int)
    async throws
  {
    try await refresh(12, .close, for: Set(failingNumbers)) { outcome, requestedIDs in
      #expect(numbers(outcome.items) == Array(1..<failingNumbers.lowerBound))
      #expect(numbers(outcome.failures.map(\.item)) == Array(failingNumbers.lowerBound...12))
      #expect(outcome.failures.allSatisfy { $0.failure as? ServiceError == Self.lostConnection })
      #expect(requestedIDs.count == requestCount)
    }
  }

  @Test(arguments: [
    ("Invalid API key!", ServiceError.invalidAPIKey),
    ("Request limit reached!", .dailyLimitExceeded),
  ])
  func errorThatConcernsAllFilmsStopsRequests(text: String, failure: ServiceError) async throws {
    let errorResponse = #"{"Response":"False","Error":"\#(text)"}"#
    try await refresh(9, .json(errorResponse, status: 401), for: [2]) { outcome, requestedIDs in
      #expect(!numbers(outcome.items).contains { $0 > 4 })
      #expect(numbers(outcome.failures.map(\.item)).suffix(5) == [5, 6, 7, 8, 9])
      #expect(outcome.failures.allSatisfy { $0.failure as? ServiceError == failure })
      #expect(requestedIDs.isSubset(of: (1...4).map { "tt\(9_000_000 + $0)" }))
    }
  }
}
