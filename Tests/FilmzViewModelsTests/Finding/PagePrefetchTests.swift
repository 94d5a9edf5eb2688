import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

/// Pages that are fetched while the user reads the preceding one.
struct PagePrefetchTests {
  @Test(.timeLimit(.minutes(10))) func pageAfterTheNextOneIsPrefetched() async throws {
    try await ViewModelBench.with { bench in
      try await bench.searchLanterns()
      let second = try await bench.search.nextPage(in: .online, prefetching: true).value
      #expect(second.numbers == Array(11...20))
      try await bench.server.waitForRequests(3)
      #expect(bench.requestedPages == ["1", "2", "3"])
      // The page is stored when its last film is in the cache.
      while try await bench.cachedFilm("tt9000006") == nil {
        try Task.checkCancellation()
        await Task.yield()
      }
      let third = try await bench.nextPage()
      #expect(third.numbers == Array(21...24))
      #expect(third.ids.last == "tt9000006")
      #expect(bench.server.requests.count == 3)
    }
  }

  @Test func nothingIsPrefetchedByDefaultOrOffline() async throws {
    try await ViewModelBench.with { bench in
      try await bench.searchLanterns()
      _ = try await bench.search.nextPage(in: .online)
      _ = try await bench.search.previousPage(in: .online)
      _ = try await bench.search.nextPage(in: .offline, prefetching: true)
      // A prefetched page would have been requested before this film.
      _ = try await bench.services.lookup.film(FilmID(unchecked: "tt9000026"), in: .online)
      #expect(bench.requestedPages == ["1", "2"])
    }
  }

  @Test func nothingIsPrefetchedAfterTheLastPage() async throws {
    try await ViewModelBench.with { bench in
      try await bench.searchLanterns(page: 2)
      _ = try await bench.search.nextPage(in: .online, prefetching: true)
      _ = try await bench.search.nextPage(in: .online, prefetching: true)
      _ = try await bench.services.lookup.film(FilmID(unchecked: "tt9000026"), in: .online)
      #expect(bench.requestedPages == ["1", "2", "3"])
    }
  }

  @Test(.timeLimit(.minutes(10))) func cancellingThePageCancelsItsPrefetch() async throws {
    let mayRespond = Switch()
    let handler: LoopbackServer.Handler = {
      $0.query["page"] == "3" && !mayRespond.isOn ? .stall : FakeOMDb().respond(to: $0)
    }
    try await ViewModelBench.with(handler) { bench in
      try await bench.searchLanterns()
      _ = try await bench.search.nextPage(in: .online, prefetching: true)
      try await bench.server.waitForRequests(3)
      let task = Task { try await bench.nextPage() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      mayRespond.turn(on: true)
      let start = ContinuousClock.now
      let third = try await bench.nextPage()
      #expect(start.duration(to: .now) < .seconds(9), "the response timeout is 10 s")
      #expect(third.numbers == Array(21...24))
      #expect(bench.requestedPages == ["1", "2", "3", "3"])
    }
  }
}
