import Dispatch
import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

/// Where searching stands.
struct BrowsingStateTests {
  private static func answer(unless outage: Switch) -> LoopbackServer.Handler {
    { outage.isOn ? .json("{}") : OMDbReplay().answer($0) }
  }

  private func find(_ text: String, _ bench: HomeBench) async throws {
    _ = try await bench.search.search(
      SearchQuery(text: text), from: .omdb, page: 1, pageSize: 10, in: .online)
  }

  @Test func atFirstNothingWasSearchedFor() async throws {
    try await HomeBench.with { bench in
      #expect(await bench.state.phase == .initial)
      #expect(await bench.state.resultSet == nil)
      #expect(await bench.state.selection == nil)
    }
  }

  @Test(arguments: [("lantern", BrowsingState.Phase.results, 24), ("zzyzx", .empty, 0)])
  func aSearchEndsWithResultsOrWithout(
    text: String, phase: BrowsingState.Phase, total: Int
  ) async throws {
    try await HomeBench.with { bench in
      _ = try await bench.search.search(
        SearchQuery(text: text, isExact: true), from: .omdb, page: 1, pageSize: 10, in: .online)
      #expect(await bench.state.phase == phase)
      #expect(await bench.state.resultSet?.total == total)
    }
  }

  @Test func whileOMDbThinksTheSearchIsLoading() async throws {
    let thinking = DispatchSemaphore(value: 0)
    let answer: LoopbackServer.Handler = {
      _ = thinking.wait(timeout: .now() + 30)
      return OMDbReplay().answer($0)
    }
    try await HomeBench.with(answer) { bench in
      let task = Task { try await find("quince", bench) }
      try await bench.server.waitForRequests(1)
      #expect(await bench.state.phase == .loading)
      thinking.signal()
      try await task.value
      #expect(await bench.state.phase == .results)
    }
  }

  @Test func aSearchThatFailsLeavesTheResultsOfBefore() async throws {
    let outage = Switch()
    try await HomeBench.with(Self.answer(unless: outage)) { bench in
      let shown = try await bench.searchLanterns(page: 2)
      outage.turn(on: true)
      await #expect(throws: ServiceError.self) { try await find("quince", bench) }
      #expect(await bench.state.phase == .failed)
      #expect(await bench.state.resultSet?.searchText == "lantern")
      let kept = try await bench.results()
      #expect(kept.ids == shown.ids)
      #expect(kept.numbers == Array(11...20))
      #expect(await bench.state.phase == .results)
    }
  }

  @Test func whereTheFirstSearchFailedThatIsTold() async throws {
    let outage = Switch()
    try await HomeBench.with(Self.answer(unless: outage)) { bench in
      outage.turn(on: true)
      await #expect(throws: ServiceError.self) { try await find("quince", bench) }
      await #expect(throws: ViewModelError.nothingToPage(hasFailed: true)) {
        try await bench.results()
      }
      outage.turn(on: false)
      try await find("quince", bench)
      #expect(await bench.state.phase == .results)
    }
  }

  @Test func aSearchWithoutATextChangesNothing() async throws {
    try await HomeBench.with { bench in
      await #expect(throws: ViewModelError.nothingToSearch) { try await find("*", bench) }
      #expect(await bench.state.phase == .initial)
    }
  }

  @Test(.timeLimit(.minutes(1))) func aSearchThatIsCancelledLeavesTheResultsOfBefore()
    async throws
  {
    let answer: LoopbackServer.Handler = {
      $0.query["s"] == "lantern" ? OMDbReplay().answer($0) : .stall
    }
    try await HomeBench.with(answer) { bench in
      let shown = try await bench.searchLanterns()
      let task = Task { try await find("quince", bench) }
      try await bench.server.waitForRequests(2)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(await bench.state.phase == .results)
      #expect(try await bench.results().ids == shown.ids)
    }
  }

  @Test func aListIsAResultSetToo() async throws {
    try await HomeBench.with { bench in
      _ = try await bench.search.list(CollectionQuery(), page: 1, pageSize: nil)
      #expect(await bench.state.phase == .empty)
      try await bench.add(try await bench.items("tt0068646"))
      _ = try await bench.search.list(CollectionQuery(), page: 1, pageSize: nil)
      #expect(await bench.state.phase == .results)
      let searchText = await bench.state.resultSet?.searchText
      #expect(searchText == nil)
    }
  }
}
