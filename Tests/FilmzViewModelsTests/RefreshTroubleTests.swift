import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

/// Refreshing many films while some of them cannot be had.
struct RefreshTroubleTests {
  private static let lost = ServiceError.networkError(cause: "127.0.0.1 closed the connection")

  /// Refreshes films against a server that has `trouble` for those of some numbers.
  private func refresh(
    _ count: Int, _ trouble: LoopbackServer.Response, for numbers: Set<Int>,
    _ body: (RefreshOutcome, _ asked: Set<String>) throws -> Void
  ) async throws {
    let ids = Set(numbers.map { "tt\(9_000_000 + $0)" })
    let answer: LoopbackServer.Handler = {
      ids.contains($0.query["i"] ?? "") ? trouble : OMDbReplay().answer($0)
    }
    try await HomeBench.with(answer) { bench in
      let items = (1...count).map {
        FilmItem(id: FilmID(canonical: "tt\(9_000_000 + $0)"), film: nil, entry: nil)
      }
      let outcome = try await bench.detail.refresh(items, in: .online)
      try body(outcome, Set(bench.server.requests.compactMap { $0.query["i"] }))
    }
  }

  private func numbers(_ items: [FilmItem]) -> [Int] {
    items.compactMap { Int($0.id.rawValue.suffix(3)) }
  }

  @Test(arguments: [[2], [1], [4], [4, 5], [1, 2, 3], [1, 2, 5, 6], [2, 3, 4, 5, 6, 7]])
  func aLostConnectionHereAndThereDoesNotStopTheRest(lost: Set<Int>) async throws {
    try await refresh(9, .close, for: lost) { outcome, asked in
      #expect(numbers(outcome.items) == (1...9).filter { !lost.contains($0) })
      #expect(numbers(outcome.failures.map(\.item)) == lost.sorted())
      #expect(outcome.failures.allSatisfy { $0.failure as? ServiceError == Self.lost })
      #expect(asked.count == 9)
    }
  }

  @Test(arguments: [(1...4, 4), (5...8, 8), (1...12, 4)])
  func whereAWholeBatchIsLostTheRestIsNotAskedFor(lost: ClosedRange<Int>, asked: Int) async throws {
    try await refresh(12, .close, for: Set(lost)) { outcome, ids in
      #expect(numbers(outcome.items) == Array(1..<lost.lowerBound))
      #expect(numbers(outcome.failures.map(\.item)) == Array(lost.lowerBound...12))
      #expect(outcome.failures.allSatisfy { $0.failure as? ServiceError == Self.lost })
      #expect(ids.count == asked)
    }
  }

  @Test(arguments: [
    ("Invalid API key!", ServiceError.invalidAPIKey),
    ("Request limit reached!", .dailyLimitExceeded),
  ])
  func oneRefusalStopsAll(text: String, failure: ServiceError) async throws {
    let refusal = #"{"Response":"False","Error":"\#(text)"}"#
    try await refresh(9, .json(refusal, status: 401), for: [2]) { outcome, asked in
      #expect(!numbers(outcome.items).contains { $0 > 4 })
      #expect(numbers(outcome.failures.map(\.item)).suffix(5) == [5, 6, 7, 8, 9])
      #expect(outcome.failures.allSatisfy { $0.failure as? ServiceError == failure })
      #expect(asked.isSubset(of: (1...4).map { "tt\(9_000_000 + $0)" }))
    }
  }
}
