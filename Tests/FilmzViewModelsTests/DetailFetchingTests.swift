import Dispatch
import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Testing

struct DetailFetchingTests {
  @Test func detailsFetchedBehindAnAddCompleteCaptionAndCache() async throws {
    try await HomeBench.with { bench in
      let outcome = try await add(try await bench.items("tt9000026", "tt9000027"), bench)
      #expect(outcome.items.map(\.caption) == ["tt9000026", "tt9000027"])
      await bench.collection.details.finish(within: .seconds(30))
      let quince = try #require(try await bench.entry("tt9000026"))
      let ferryman = try #require(try await bench.entry("tt9000027"))
      #expect(quince.caption == Caption(title: "Quince", year: 2021))
      #expect(ferryman.caption == Caption(title: "The Ninth Ferryman", year: 1931))
      #expect(try await bench.cached("tt9000026")?.isComplete == true)
      #expect(try await bench.cached("tt9000026")?.fetchedAt == bench.clock.now)
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test func aSearchResultThatIsAddedGetsItsDetails() async throws {
    try await HomeBench.with { bench in
      try await bench.searchLanterns()
      let items = try await bench.resolver.resolve([.numbers(1...1)], scope: .local, in: .online)
      _ = try await add(items, bench)
      let id = items[0].id.rawValue
      #expect(try await bench.entry(id)?.caption?.title == "Lantern")
      await bench.collection.details.finish(within: .seconds(30))
      #expect(try await bench.cached(id)?.plot != nil)
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test func theNextChangeThatKnowsTheTitleCompletesTheCaption() async throws {
    try await HomeBench.with { bench in
      try await bench.add(try await bench.items("tt9000026"))
      let film = try await bench.service.lookup.film(FilmID(canonical: "tt9000026"), in: .online)
        .value
      let item = FilmItem(id: film.id, film: film, entry: nil)
      _ = try await bench.collection.rate(
        [item], Rating(tenths: 80), in: bench.context("rate"))
      #expect(try await bench.entry("tt9000026")?.caption?.title == "Quince")
    }
  }

  @Test func aCaptionThatIsThereIsNotChanged() async throws {
    try await HomeBench.with { bench in
      let id = FilmID(canonical: "tt9000026")
      let film = Film(id: id, title: "Coing", year: 2021, origin: .catalog)
      _ = try await add([FilmItem(id: id, film: film, entry: nil)], bench)
      await bench.collection.details.finish(within: .seconds(30))
      #expect(try await bench.entry("tt9000026")?.caption?.title == "Coing")
      #expect(try await bench.cached("tt9000026")?.title == "Quince")
    }
  }

  @Test func onlyFilmsThatCameInAreFetched() async throws {
    try await HomeBench.with { bench in
      try await bench.add(try await bench.items("tt9000026"))
      _ = try await bench.collection.rate(
        try await bench.items("tt9000026", "tt9000027"), Rating(tenths: 80),
        in: bench.context("rate", offline: false))
      await bench.collection.details.finish(within: .seconds(30))
      #expect(bench.server.requests.map { $0.query["i"] } == ["tt9000027"])
    }
  }

  @Test func aFetchThatFailsLeavesABareID() async throws {
    try await HomeBench.with(answer: .text("", status: 500)) { bench in
      _ = try await add(try await bench.items("tt9000026"), bench)
      await bench.collection.details.finish(within: .seconds(30))
      #expect(bench.server.requests.count == 3)
      let entry = try #require(try await bench.entry("tt9000026"))
      #expect(entry.caption == nil)
    }
  }

  @Test func aFilmThatWasRemovedMeanwhileDoesNotComeBack() async throws {
    let removed = DispatchSemaphore(value: 0)
    let answer: LoopbackServer.Handler = {
      _ = removed.wait(timeout: .now() + 30)
      return OMDbReplay().answer($0)
    }
    try await HomeBench.with(answer) { bench in
      let items = try await bench.items("tt9000026")
      _ = try await add(items, bench)
      try await bench.server.waitForRequests(1)
      _ = try await bench.collection.remove(items, in: bench.context("rm"))
      removed.signal()
      await bench.collection.details.finish(within: .seconds(30))
      let entry = try await bench.entry("tt9000026")
      #expect(entry == nil)
      #expect(try await bench.cached("tt9000026")?.title == "Quince")
    }
  }

  @Test(.timeLimit(.minutes(1))) func aFetchThatStallsIsGivenUpInTime() async throws {
    try await HomeBench.with(answer: .stall) { bench in
      _ = try await add(try await bench.items("tt9000026"), bench)
      try await bench.server.waitForRequests(1)
      let elapsed = await ContinuousClock().measure {
        await bench.collection.details.finish(within: .milliseconds(100))
      }
      #expect(elapsed < .seconds(5))
      let entry = try #require(try await bench.entry("tt9000026"))
      #expect(entry.caption == nil)
    }
  }

  private func add(_ items: [FilmItem], _ bench: HomeBench) async throws -> ChangeOutcome {
    try await bench.collection.add(items, as: NewEntry(), in: bench.context("add", offline: false))
  }
}
