import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

/// Pages that are fetched while the user reads the one before.
struct PagePrefetchTests {
  @Test(.timeLimit(.minutes(1))) func thePageBehindTheNextOneIsFetchedInAdvance() async throws {
    try await HomeBench.with { bench in
      try await bench.searchLanterns()
      let second = try await bench.search.nextPage(offline: false, prefetching: true).value
      #expect(second.numbers == Array(11...20))
      try await bench.server.waitForRequests(3)
      #expect(bench.askedPages == ["1", "2", "3"])
      // The page is kept once its last film is in the cache.
      while try await bench.cached("tt9000006") == nil { await Task.yield() }
      let third = try await bench.nextPage()
      #expect(third.numbers == Array(21...24))
      #expect(third.ids.last == "tt9000006")
      #expect(bench.server.requests.count == 3)
    }
  }

  @Test func nothingIsFetchedInAdvanceUnlessAskedFor() async throws {
    try await HomeBench.with { bench in
      try await bench.searchLanterns()
      _ = try await bench.search.nextPage(in: .online)
      _ = try await bench.search.previousPage(in: .online)
      _ = try await bench.search.nextPage(offline: true, prefetching: true)
      // What was fetched in advance would have been asked for before this.
      _ = try await bench.service.lookup.film(FilmID(canonical: "tt9000026"), in: .online)
      #expect(bench.askedPages == ["1", "2"])
    }
  }

  @Test func behindTheLastPageNothingIsFetchedInAdvance() async throws {
    try await HomeBench.with { bench in
      try await bench.searchLanterns(page: 2)
      _ = try await bench.search.nextPage(offline: false, prefetching: true)
      _ = try await bench.search.nextPage(offline: false, prefetching: true)
      _ = try await bench.service.lookup.film(FilmID(canonical: "tt9000026"), in: .online)
      #expect(bench.askedPages == ["1", "2", "3"])
    }
  }

  @Test(.timeLimit(.minutes(1))) func whoGivesUpWaitingForAPageEndsItsFetchInAdvance() async throws
  {
    let answered = Switch()
    let answer: LoopbackServer.Handler = {
      $0.query["page"] == "3" && !answered.isOn ? .stall : OMDbReplay().answer($0)
    }
    try await HomeBench.with(answer) { bench in
      try await bench.searchLanterns()
      _ = try await bench.search.nextPage(offline: false, prefetching: true)
      try await bench.server.waitForRequests(3)
      let waiting = Task { try await bench.nextPage() }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      answered.turn(on: true)
      let start = ContinuousClock.now
      let third = try await bench.nextPage()
      #expect(start.duration(to: .now) < .seconds(5))
      #expect(third.numbers == Array(21...24))
      #expect(bench.askedPages == ["1", "2", "3", "3"])
    }
  }
}
