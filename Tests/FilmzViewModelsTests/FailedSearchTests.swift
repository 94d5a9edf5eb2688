import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

/// Searches that come to nothing, and where one is afterwards.
@Suite(.timeLimit(.minutes(1)))
struct FailedSearchTests {
  private static let failure = ServiceError.invalidResponse(detail: "not JSON")

  /// Runs `body` with a home whose server fails while a switch is on.
  private func withOutage(_ body: (HomeBench, Switch) async throws -> Void) async throws {
    let outage = Switch()
    let answer: LoopbackServer.Handler = {
      outage.isOn ? .text("no JSON") : OMDbReplay().answer($0)
    }
    try await HomeBench.with(answer) { try await body($0, outage) }
  }

  private func search(_ text: String, _ bench: HomeBench) async throws {
    _ = try await bench.search.search(
      SearchQuery(text: text, isExact: true), from: .omdb, page: 1, pageSize: 10, in: .online)
  }

  @Test func theResultsOfBeforeAreShownWithAWarning() async throws {
    try await withOutage { bench, outage in
      let old = try await bench.searchLanterns(page: 2)
      outage.turn(on: true)
      await #expect(throws: Self.failure) { try await search("quince", bench) }
      #expect(await bench.state.phase == .failed)
      let answer = try await bench.search.results(in: .online)
      #expect(answer.value.ids == old.ids)
      #expect(
        answer.warnings.texts == [
          "the last search failed, `retry` runs it again; these are the results of before"
        ])
      #expect(try await bench.search.results(in: .online).warnings.texts == [])
    }
  }

  @Test(arguments: [true, false])
  func withoutResultsOfBeforeThereIsNothingToPage(isEmptySet: Bool) async throws {
    try await withOutage { bench, outage in
      if isEmptySet { try await search("zzyzx", bench) }
      #expect(await bench.state.phase == (isEmptySet ? .empty : .initial))
      outage.turn(on: true)
      await #expect(throws: Self.failure) { try await search("quince", bench) }
      let error = ViewModelError.nothingToPage(hasFailed: true)
      await #expect(throws: error) { try await bench.results() }
      await #expect(throws: error) { try await bench.nextPage() }
      await #expect(throws: error) { try await bench.previousPage() }
      await #expect(throws: error) { try await bench.page(1) }
    }
  }

  @Test(arguments: [BrowsingState.Phase.initial, .results, .empty, .failed])
  func aSearchThatIsCancelledLeavesThePhaseOfBefore(phase: BrowsingState.Phase) async throws {
    let answer: LoopbackServer.Handler = {
      $0.query["s"] == "quince"
        ? .stall : $0.query["s"] == "io9" ? .text("no JSON") : OMDbReplay().answer($0)
    }
    try await HomeBench.with(answer) { bench in
      switch phase {
      case .results: try await search("lantern", bench)
      case .empty: try await search("zzyzx", bench)
      case .failed: try? await search("io9", bench)
      default: break
      }
      #expect(await bench.state.phase == phase)
      let asked = bench.server.requests.count
      let task = Task { try await search("quince", bench) }
      try await bench.server.waitForRequests(asked + 1)
      #expect(await bench.state.phase == .loading)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(await bench.state.phase == phase)
    }
  }

  @Test func whereAPageInTheMiddleIsMissingMovingGoesOnBeforeIt() async throws {
    let answer: LoopbackServer.Handler = {
      $0.query["page"] == "2"
        ? .json(#"{"Response":"False","Error":"Movie not found!"}"#) : OMDbReplay().answer($0)
    }
    try await HomeBench.with(answer) { bench in
      #expect(try await bench.searchLanterns(page: 3).page == 3)
      let edge = try await bench.previousPage()
      #expect(edge.edge != .none)
      #expect((edge.total, edge.page, edge.pageCount) == (10, 1, 1))
      let results = try await bench.results()
      #expect(results.numbers == Array(1...10))
      #expect((results.page, results.pageCount) == (1, 1))
      #expect(try await bench.previousPage().edge == .beforeStart)
      #expect(try await bench.nextPage().edge == .pastEnd)
    }
  }
}
