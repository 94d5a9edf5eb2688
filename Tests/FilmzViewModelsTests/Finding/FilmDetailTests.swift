import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

struct FilmDetailTests {
  @Test func showingAFilmFetchesAndSelectsIt() async throws {
    try await ViewModelBench.with { bench in
      let result = try await show("tt9000026", bench)
      #expect(result.value.item.film?.plot == "An orchard is sold by the tree.")
      #expect(!result.value.isStale)
      #expect(result.warnings.messages == [])
      let selection = try #require(await bench.browsingState.selection)
      #expect(selection.id.rawValue == "tt9000026")
      #expect(selection.name == "Quince")
    }
  }

  @Test func filmOfTheCollectionIsShownWithItsEntry() async throws {
    try await ViewModelBench.with { bench in
      var new = NewEntry()
      new.notes = "great fun"
      try await bench.add(try await bench.items("tt9000026"), new)
      let result = try await show("tt9000026", bench)
      #expect(result.value.item.entry?.notes == "great fun")
      #expect(result.value.item.film?.title == "Quince")
    }
  }

  @Test func entryWithoutFactsIsShownWithAWarning() async throws {
    try await ViewModelBench.with { bench in
      try await bench.add(try await bench.items("tt9999999"))
      let result = try await show("tt9999999", bench)
      #expect(result.value.item.film == nil)
      #expect(result.value.item.entry != nil)
      #expect(!result.value.isStale)
      #expect(
        result.warnings.messages
          == ["Movie not found: there are no details of tt9999999; OMDb has no such film"])
      #expect(await bench.browsingState.selection?.name == "tt9999999")
    }
  }

  @Test func unknownFilmIsAnErrorAndKeepsTheSelection() async throws {
    try await ViewModelBench.with { bench in
      _ = try await show("tt0068646", bench)
      await #expect(throws: UnknownFilmError.self) { try await show("tt9999999", bench) }
      #expect(await bench.browsingState.selection?.name == "The Godfather")
    }
  }

  @Test func searchResultIsShownIfItsDetailsCannotBeFetched() async throws {
    let outage = Switch()
    let handler: LoopbackServer.Handler = {
      outage.isOn ? .text("", status: 503) : FakeOMDb().respond(to: $0)
    }
    try await ViewModelBench.with(handler) { bench in
      let searchResult = try await bench.searchLanterns().items[0]
      outage.turn(on: true)
      let shown = try await bench.filmDetail.show(searchResult, refresh: false, in: .online)
      #expect(shown.value.item.title == "Lantern")
      let message = ServiceError.invalidResponse(detail: "HTTP status 503").message
      #expect(shown.warnings.messages == [message + "; the details are from search results"])
    }
  }

  @Test(arguments: [(0, false), (29, false), (30, true), (31, true)])
  func factsOlderThanTheSettingAreStale(days: Int, isStale: Bool) async throws {
    try await ViewModelBench.with { bench in
      _ = try await show("tt9000026", bench)
      bench.clock.advance(days: days)
      let result = try await show("tt9000026", offline: true, bench)
      #expect(result.value.isStale == isStale)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func catalogFactsAreNeverStale() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      bench.clock.advance(days: 1000)
      let result = try await show("tt0068646", bench)
      #expect(result.value.item.film?.origin == .starter)
      #expect(!result.value.isStale)
      #expect(result.warnings.messages == [])
    }
  }

  @Test func refreshReplacesStaleFacts() async throws {
    try await ViewModelBench.with { bench in
      _ = try await show("tt9000026", bench)
      bench.clock.advance(days: 40)
      let result = try await bench.filmDetail.show(
        try await bench.items("tt9000026")[0], refresh: true, in: .online)
      #expect(result.value.item.film?.fetchedAt == bench.clock.now)
      #expect(!result.value.isStale)
    }
  }

  private func show(
    _ id: String, offline: Bool = false, _ bench: ViewModelBench
  ) async throws -> SourceResult<FilmDetail> {
    try await bench.filmDetail.show(
      try await bench.items(id)[0], refresh: false, in: .context(isOffline: offline))
  }
}
