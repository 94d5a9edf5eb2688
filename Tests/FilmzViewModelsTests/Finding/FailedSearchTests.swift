import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

/// Failed and cancelled searches, and the result set after them.
@Suite(.timeLimit(.minutes(10)))
struct FailedSearchTests {
  private static let failure = ServiceError.invalidResponse(detail: "not JSON")

  /// Runs `body` with a bench whose server fails while the switch is on.
  private func withOutage(_ body: (ViewModelBench, Switch) async throws -> Void) async throws {
    let outage = Switch()
    let handler: LoopbackServer.Handler = {
      outage.isOn ? .text("no JSON") : FakeOMDb().respond(to: $0)
    }
    try await ViewModelBench.with(handler) { try await body($0, outage) }
  }

  private func search(_ text: String, _ bench: ViewModelBench) async throws {
    _ = try await bench.search.search(
      SearchQuery(text: text, isExact: true), from: .omdb, page: 1, pageSize: 10, in: .online)
  }

  @Test func previousResultsAreShownWithAWarning() async throws {
    try await withOutage { bench, outage in
      let previousResults = try await bench.searchLanterns(page: 2)
      outage.turn(on: true)
      await #expect(throws: Self.failure) { try await search("quince", bench) }
      #expect(await bench.browsingState.searchStatus == .failed)
      let result = try await bench.search.results(in: .online)
      #expect(result.value.ids == previousResults.ids)
      #expect(
        result.warnings.messages == [
          "the last search failed; these are the results of the search before it"
        ])
      #expect(try await bench.search.results(in: .online).warnings.messages == [])
    }
  }

  @Test(arguments: [true, false])
  func nothingToPageWithoutPreviousResults(hasEmptyResultSet: Bool) async throws {
    try await withOutage { bench, outage in
      if hasEmptyResultSet { try await search("zzyzx", bench) }
      #expect(await bench.browsingState.searchStatus == (hasEmptyResultSet ? .empty : .initial))
      outage.turn(on: true)
      await #expect(throws: Self.failure) { try await search("quince", bench) }
      let error = ViewModelError.nothingToPage(hasFailed: true)
      await #expect(throws: error) { try await bench.results() }
      await #expect(throws: error) { try await bench.nextPage() }
      await #expect(throws: error) { try await bench.previousPage() }
      await #expect(throws: error) { try await bench.page(1) }
    }
  }

  @Test(arguments: [BrowsingState.SearchStatus.initial, .results, .empty, .failed])
  func cancelledSearchRestoresThePreviousStatus(status: BrowsingState.SearchStatus) async throws {
    let handler: LoopbackServer.Handler = {
      $0.query["s"] == "quince"
        ? .stall : $0.query["s"] == "io9" ? .text("no JSON") : FakeOMDb().respond(to: $0)
    }
    try await ViewModelBench.with(handler) { bench in
      switch status {
      case .results: try await search("lantern", bench)
      case .empty: try await search("zzyzx", bench)
      case .failed: try? await search("io9", bench)
      default: break
      }
      #expect(await bench.browsingState.searchStatus == status)
      let requestCount = bench.server.requests.count
      let task = Task { try await search("quince", bench) }
      try await bench.server.waitForRequests(requestCount + 1)
      #expect(await bench.browsingState.searchStatus == .loading)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(await bench.browsingState.searchStatus == status)
    }
  }

  @Test func missingPageInTheMiddleEndsTheResults() async throws {
    let handler: LoopbackServer.Handler = {
      $0.query["page"] == "2"
        ? .json(#"{"Response":"False","Error":"Movie not found!"}"#) : FakeOMDb().respond(to: $0)
    }
    try await ViewModelBench.with(handler) { bench in
      #expect(try await bench.searchLanterns(page: 3).page == 3)
      let outOfRangePage = try await bench.previousPage()
      #expect(outOfRangePage.outOfRange != .none)
      #expect((outOfRangePage.total, outOfRangePage.page, outOfRangePage.pageCount) == (10, 1, 1))
      let results = try await bench.results()
      #expect(results.numbers == Array(1...10))
      #expect((results.page, results.pageCount) == (1, 1))
      #expect(try await bench.previousPage().outOfRange == .beforeStart)
      #expect(try await bench.nextPage().outOfRange == .pastEnd)
    }
  }
}
