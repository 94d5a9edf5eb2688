import Dispatch
import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Testing

struct FactFetcherTests {
  @Test func addedFilmsGetCaptionsAndCachedDetails() async throws {
    try await ViewModelBench.with { bench in
      let outcome = try await add(try await bench.items("tt9000026", "tt9000027"), bench)
      #expect(outcome.items.map(\.caption) == ["tt9000026", "tt9000027"])
      await bench.collection.finishFetchingFacts(within: .seconds(300))
      let quince = try #require(try await bench.entry("tt9000026"))
      let ferryman = try #require(try await bench.entry("tt9000027"))
      #expect(quince.caption == Caption(title: "Quince", year: 2021))
      #expect(ferryman.caption == Caption(title: "The Ninth Ferryman", year: 1931))
      #expect(try await bench.cachedFilm("tt9000026")?.isComplete == true)
      #expect(try await bench.cachedFilm("tt9000026")?.fetchedAt == bench.clock.now)
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test func addedSearchResultGetsDetails() async throws {
    try await ViewModelBench.with { bench in
      try await bench.searchLanterns()
      let items = try await bench.targetResolver.resolve(
        [.numbers(1...1)], scope: .local, in: .online)
      _ = try await add(items, bench)
      let id = items[0].id.rawValue
      #expect(try await bench.entry(id)?.caption?.title == "Lantern")
      await bench.collection.finishFetchingFacts(within: .seconds(300))
      #expect(try await bench.cachedFilm(id)?.plot != nil)
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test func laterChangeSetsTheMissingCaption() async throws {
    try await ViewModelBench.with { bench in
      try await bench.add(try await bench.items("tt9000026"))
      let film = try await bench.services.lookup.film(FilmID(unchecked: "tt9000026"), in: .online)
        .value
      let item = FilmItem(id: film.id, film: film, entry: nil)
      _ = try await bench.collection.rate(
        [item], Rating(tenths: 80), in: bench.context("rate"))
      #expect(try await bench.entry("tt9000026")?.caption?.title == "Quince")
    }
  }

  @Test func existingCaptionIsNotChanged() async throws {
    try await ViewModelBench.with { bench in
      let id = FilmID(unchecked: "tt9000026")
      let film = Film(id: id, title: "Coing", year: 2021, origin: .catalog)
      _ = try await add([FilmItem(id: id, film: film, entry: nil)], bench)
      await bench.collection.finishFetchingFacts(within: .seconds(300))
      #expect(try await bench.entry("tt9000026")?.caption?.title == "Coing")
      #expect(try await bench.cachedFilm("tt9000026")?.title == "Quince")
    }
  }

  @Test func onlyAddedFilmsAreFetched() async throws {
    try await ViewModelBench.with { bench in
      try await bench.add(try await bench.items("tt9000026"))
      _ = try await bench.collection.rate(
        try await bench.items("tt9000026", "tt9000027"), Rating(tenths: 80),
        in: bench.context("rate", offline: false))
      await bench.collection.finishFetchingFacts(within: .seconds(300))
      #expect(bench.server.requests.map { $0.query["i"] } == ["tt9000027"])
    }
  }

  @Test func failedFetchSetsNoCaption() async throws {
    try await ViewModelBench.with(response: .text("", status: 500)) { bench in
      _ = try await add(try await bench.items("tt9000026"), bench)
      await bench.collection.finishFetchingFacts(within: .seconds(300))
      #expect(bench.server.requests.count == 3)
      let entry = try #require(try await bench.entry("tt9000026"))
      #expect(entry.caption == nil)
    }
  }

  @Test func filmRemovedDuringFetchIsNotAddedAgain() async throws {
    let filmIsRemoved = DispatchSemaphore(value: 0)
    let handler: LoopbackServer.Handler = {
      _ = filmIsRemoved.wait(timeout: .now() + 30)
      return FakeOMDb().respond(to: $0)
    }
    try await ViewModelBench.with(handler) { bench in
      let items = try await bench.items("tt9000026")
      _ = try await add(items, bench)
      try await bench.server.waitForRequests(1)
      _ = try await bench.collection.remove(items, in: bench.context("rm"))
      filmIsRemoved.signal()
      await bench.collection.finishFetchingFacts(within: .seconds(300))
      let entry = try await bench.entry("tt9000026")
      #expect(entry == nil)
      #expect(try await bench.cachedFilm("tt9000026")?.title == "Quince")
    }
  }

  @Test(.timeLimit(.minutes(10))) func stalledFetchIsCancelledAtTheTimeLimit() async throws {
    try await ViewModelBench.with(response: .stall) { bench in
      _ = try await add(try await bench.items("tt9000026"), bench)
      try await bench.server.waitForRequests(1)
      let elapsed = await ContinuousClock().measure {
        await bench.collection.finishFetchingFacts(within: .milliseconds(100))
      }
      #expect(elapsed < .seconds(9), "the response timeout is 10 s")
      let entry = try #require(try await bench.entry("tt9000026"))
      #expect(entry.caption == nil)
    }
  }

  private func add(_ items: [FilmItem], _ bench: ViewModelBench) async throws -> ChangeOutcome {
    try await bench.collection.add(items, as: NewEntry(), in: bench.context("add", offline: false))
  }
}
