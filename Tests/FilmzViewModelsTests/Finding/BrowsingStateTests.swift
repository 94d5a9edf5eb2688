import Dispatch
import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

/// The search status and the result set after searches and lists.
struct BrowsingStateTests {
  /// Returns a handler whose responses are invalid while the switch is on.
  private static func handler(unless outage: Switch) -> LoopbackServer.Handler {
    { outage.isOn ? .json("{}") : FakeOMDb().respond(to: $0) }
  }

  private func find(_ text: String, _ bench: ViewModelBench) async throws {
    _ = try await bench.search.search(
      SearchQuery(text: text), from: .omdb, page: 1, pageSize: 10, in: .online)
  }

  @Test func initialStateHasNoResultsAndNoSelection() async throws {
    try await ViewModelBench.with { bench in
      #expect(await bench.browsingState.searchStatus == .initial)
      #expect(await bench.browsingState.resultSet == nil)
      #expect(await bench.browsingState.selection == nil)
    }
  }

  @Test(arguments: [("lantern", BrowsingState.SearchStatus.results, 24), ("zzyzx", .empty, 0)])
  func statusTellsWhetherSearchFoundFilms(
    text: String, status: BrowsingState.SearchStatus, total: Int
  ) async throws {
    try await ViewModelBench.with { bench in
      _ = try await bench.search.search(
        SearchQuery(text: text, isExact: true), from: .omdb, page: 1, pageSize: 10, in: .online)
      #expect(await bench.browsingState.searchStatus == status)
      #expect(await bench.browsingState.resultSet?.total == total)
    }
  }

  @Test func statusIsLoadingDuringSearch() async throws {
    let mayRespond = DispatchSemaphore(value: 0)
    let handler: LoopbackServer.Handler = {
      _ = mayRespond.wait(timeout: .now() + 30)
      return FakeOMDb().respond(to: $0)
    }
    try await ViewModelBench.with(handler) { bench in
      let task = Task { try await find("quince", bench) }
      try await bench.server.waitForRequests(1)
      #expect(await bench.browsingState.searchStatus == .loading)
      mayRespond.signal()
      try await task.value
      #expect(await bench.browsingState.searchStatus == .results)
    }
  }

  @Test func failedSearchKeepsPreviousResults() async throws {
    let outage = Switch()
    try await ViewModelBench.with(Self.handler(unless: outage)) { bench in
      let previousResults = try await bench.searchLanterns(page: 2)
      outage.turn(on: true)
      await #expect(throws: ServiceError.self) { try await find("quince", bench) }
      #expect(await bench.browsingState.searchStatus == .failed)
      #expect(await bench.browsingState.resultSet?.searchText == "lantern")
      let results = try await bench.results()
      #expect(results.ids == previousResults.ids)
      #expect(results.numbers == Array(11...20))
      #expect(await bench.browsingState.searchStatus == .results)
    }
  }

  @Test func failureOfFirstSearchIsReported() async throws {
    let outage = Switch()
    try await ViewModelBench.with(Self.handler(unless: outage)) { bench in
      outage.turn(on: true)
      await #expect(throws: ServiceError.self) { try await find("quince", bench) }
      await #expect(throws: ViewModelError.nothingToPage(hasFailed: true)) {
        try await bench.results()
      }
      outage.turn(on: false)
      try await find("quince", bench)
      #expect(await bench.browsingState.searchStatus == .results)
    }
  }

  @Test func searchWithoutTextChangesNothing() async throws {
    try await ViewModelBench.with { bench in
      await #expect(throws: ViewModelError.nothingToSearch) { try await find("*", bench) }
      #expect(await bench.browsingState.searchStatus == .initial)
    }
  }

  @Test(.timeLimit(.minutes(10))) func cancelledSearchKeepsPreviousResults()
    async throws
  {
    let handler: LoopbackServer.Handler = {
      $0.query["s"] == "lantern" ? FakeOMDb().respond(to: $0) : .stall
    }
    try await ViewModelBench.with(handler) { bench in
      let previousResults = try await bench.searchLanterns()
      let task = Task { try await find("quince", bench) }
      try await bench.server.waitForRequests(2)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(await bench.browsingState.searchStatus == .results)
      #expect(try await bench.results().ids == previousResults.ids)
    }
  }

  @Test func listIsResultSet() async throws {
    try await ViewModelBench.with { bench in
      _ = try await bench.search.list(CollectionQuery(), page: 1, pageSize: nil)
      #expect(await bench.browsingState.searchStatus == .empty)
      try await bench.add(try await bench.items("tt0068646"))
      _ = try await bench.search.list(CollectionQuery(), page: 1, pageSize: nil)
      #expect(await bench.browsingState.searchStatus == .results)
      let searchText = await bench.browsingState.resultSet?.searchText
      #expect(searchText == nil)
    }
  }
}
