import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

struct FilmDetailTests {
  @Test func showingAFilmFetchesAndSelectsIt() async throws {
    try await HomeBench.with { bench in
      let answer = try await show("tt9000026", bench)
      #expect(answer.value.item.film?.plot == "An orchard is sold by the tree.")
      #expect(!answer.value.isStale)
      #expect(answer.warnings.texts == [])
      let selection = try #require(await bench.state.selection)
      #expect(selection.id.rawValue == "tt9000026")
      #expect(selection.name == "Quince")
    }
  }

  @Test func aFilmOfTheCollectionIsShownWithMyData() async throws {
    try await HomeBench.with { bench in
      var new = NewEntry()
      new.notes = "great fun"
      try await bench.add(try await bench.items("tt9000026"), new)
      let answer = try await show("tt9000026", bench)
      #expect(answer.value.item.entry?.notes == "great fun")
      #expect(answer.value.item.film?.title == "Quince")
    }
  }

  @Test func aBareEntryThatNobodyKnowsIsShownWithAWarning() async throws {
    try await HomeBench.with { bench in
      try await bench.add(try await bench.items("tt9999999"))
      let answer = try await show("tt9999999", bench)
      #expect(answer.value.item.film == nil)
      #expect(answer.value.item.entry != nil)
      #expect(!answer.value.isStale)
      #expect(answer.warnings.texts == ["nothing is known of tt9999999; OMDb has no such film"])
      #expect(await bench.state.selection?.name == "tt9999999")
    }
  }

  @Test func aFilmThatNobodyKnowsIsAFailureAndLeavesTheSelection() async throws {
    try await HomeBench.with { bench in
      _ = try await show("tt0068646", bench)
      await #expect(throws: UnknownFilmError.self) { try await show("tt9999999", bench) }
      #expect(await bench.state.selection?.name == "The Godfather")
    }
  }

  @Test func aSearchResultIsShownWhereItsDetailsCannotBeFetched() async throws {
    let outage = Switch()
    let answer: LoopbackServer.Handler = {
      outage.isOn ? .text("", status: 503) : OMDbReplay().answer($0)
    }
    try await HomeBench.with(answer) { bench in
      let hit = try await bench.searchLanterns().items[0]
      outage.turn(on: true)
      let shown = try await bench.detail.show(hit, refresh: false, in: .online)
      #expect(shown.value.item.title == "Lantern")
      let cause = ServiceError.invalidResponse(detail: "HTTP status 503").message
      #expect(shown.warnings.texts == [cause + "; from a search's results"])
    }
  }

  @Test(arguments: [(0, false), (29, false), (30, true), (31, true)])
  func factsOlderThanTheSettingAreStale(days: Int, isStale: Bool) async throws {
    try await HomeBench.with { bench in
      _ = try await show("tt9000026", bench)
      bench.clock.advance(days: days)
      let answer = try await show("tt9000026", offline: true, bench)
      #expect(answer.value.isStale == isStale)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func factsOfTheCatalogAreNeverStale() async throws {
    try await HomeBench.with(key: nil) { bench in
      bench.clock.advance(days: 1000)
      let answer = try await show("tt0068646", bench)
      #expect(answer.value.item.film?.origin == .starter)
      #expect(!answer.value.isStale)
      #expect(answer.warnings.texts == [])
    }
  }

  @Test func aRefreshMakesStaleFactsFresh() async throws {
    try await HomeBench.with { bench in
      _ = try await show("tt9000026", bench)
      bench.clock.advance(days: 40)
      let answer = try await bench.detail.show(
        try await bench.items("tt9000026")[0], refresh: true, in: .online)
      #expect(answer.value.item.film?.fetchedAt == bench.clock.now)
      #expect(!answer.value.isStale)
    }
  }

  private func show(
    _ id: String, offline: Bool = false, _ bench: HomeBench
  ) async throws -> SourceResult<FilmDetail> {
    try await bench.detail.show(
      try await bench.items(id)[0], refresh: false, in: .context(isOffline: offline))
  }
}
