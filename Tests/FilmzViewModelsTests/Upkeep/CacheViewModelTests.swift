import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Testing

struct CacheViewModelTests {
  /// Adds a film to the collection and fetches it, and fetches another film a day later.
  private func fill(_ bench: ViewModelBench) async throws {
    try await bench.add(try await bench.items("tt9000027"))
    try await fetch("tt9000027", bench)
    bench.clock.advance(days: 1)
    try await fetch("tt9000026", bench)
  }

  private func fetch(_ id: String, _ bench: ViewModelBench) async throws {
    _ = try await bench.services.lookup.film(FilmID(unchecked: id), in: .online)
  }

  private func ids(_ bench: ViewModelBench) async throws -> [String] {
    try await bench.cache.list().films.map(\.film.id.rawValue)
  }

  @Test func filmsAreListedByTitle() async throws {
    try await ViewModelBench.with { bench in
      #expect(try await bench.cache.list().films.isEmpty)
      try await fill(bench)
      let items = try await bench.cache.list().films
      #expect(items.map(\.film.title) == ["Quince", "The Ninth Ferryman"])
      #expect(items.map(\.film.isInCollection) == [false, true])
      #expect(items[0].film.fetchedAt == bench.clock.now)
      #expect(items.allSatisfy { $0.film.isComplete && $0.film.version == 1 })
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test(arguments: [
    (0, [false, false]), (28, [false, false]), (29, [false, true]), (30, [true, true]),
  ])
  func factsOlderThanTheSettingAreStale(days: Int, areStale: [Bool]) async throws {
    try await ViewModelBench.with { bench in
      try await fill(bench)
      bench.clock.advance(days: days)
      #expect(try await bench.cache.list().films.map(\.isStale) == areStale)
      let records = try await bench.cache.records(
        of: try await bench.items("tt9000026", "tt9000027"))
      #expect(records.map(\.isStale) == areStale)
    }
  }

  @Test func searchResultsAreNeitherListedNorStale() async throws {
    try await ViewModelBench.with { bench in
      try await bench.searchLanterns()
      bench.clock.advance(days: 400)
      #expect(try await bench.cache.list().films.isEmpty)
      let items = try await bench.cache.records(of: try await bench.items("tt9000001"))
      #expect(items.map(\.isStale) == [false] && items.map(\.film.isComplete) == [false])
    }
  }

  @Test func errorNamesFilmsThatAreNotCached() async throws {
    try await ViewModelBench.with { bench in
      try await fill(bench)
      try await bench.add(try await bench.items("tt9999999"))
      let films = try await bench.items("tt9999999", "tt9000026", "tt9000001")
      let error = ViewModelError.notCached(["tt9999999", "tt9000001"])
      await #expect(throws: error) { try await bench.cache.records(of: films) }
      await #expect(throws: error) { try await bench.cache.remove(films) }
      #expect(try await ids(bench) == ["tt9000026", "tt9000027"])
    }
  }

  @Test func removedFilmIsFetchedAgain() async throws {
    try await ViewModelBench.with { bench in
      try await fill(bench)
      let removed = try await bench.cache.remove(try await bench.items("tt9000026"))
      #expect(removed.map(\.film.title) == ["Quince"])
      #expect(try await ids(bench) == ["tt9000027"])
      try await fetch("tt9000027", bench)
      #expect(bench.server.requests.count == 2)
      try await fetch("tt9000026", bench)
      #expect(bench.server.requests.count == 3)
      #expect(try await bench.cache.list().films.map(\.film.version) == [1, 1])
    }
  }

  @Test(arguments: [(0, 1), (30, 1), (31, 0)])
  func pruningRemovesOlderFilmsOutsideTheCollection(days: Int, removedCount: Int) async throws {
    try await ViewModelBench.with { bench in
      try await fill(bench)
      bench.clock.advance(days: 31)
      let removal = try await bench.cache.prune(days: days)
      #expect(removal == (films: removedCount, pages: 0))
      let remainingIDs = try await ids(bench)
      #expect(remainingIDs == (removedCount == 1 ? ["tt9000027"] : ["tt9000026", "tt9000027"]))
    }
  }

  @Test func prunedPageIsRequestedAgain() async throws {
    try await ViewModelBench.with { bench in
      try await bench.searchLanterns()
      try await bench.searchLanterns()
      #expect(bench.server.requests.count == 1)
      bench.clock.advance(days: 2)
      #expect(try await bench.cache.prune(days: 1) == (films: 10, pages: 1))
      try await bench.searchLanterns()
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test func clearingEmptiesTheCacheButNotTheCollection() async throws {
    try await ViewModelBench.with { bench in
      try await fill(bench)
      try await bench.searchLanterns()
      #expect(try await bench.cache.clear() == (films: 12, pages: 1))
      #expect(try await bench.cache.list().films.isEmpty)
      #expect(try await bench.entry("tt9000027") != nil)
      let requestCount = bench.server.requests.count
      try await fetch("tt9000026", bench)
      try await bench.searchLanterns()
      #expect(bench.server.requests.count == requestCount + 2)
    }
  }
}
