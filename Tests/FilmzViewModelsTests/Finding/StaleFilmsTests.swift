import FilmzDomain
import FilmzTestSupport
import FilmzViewModels
import Testing

/// Films of the collection whose facts are not fresh.
struct StaleFilmsTests {
  private func fetch(_ ids: String..., on bench: ViewModelBench) async throws {
    let outcome = try await bench.filmDetail.refresh(
      try await bench.targetResolver.resolve(
        ids.map { .id(FilmID(unchecked: $0)) }, scope: .local, in: .offline), in: .online)
    try #require(outcome.failures.isEmpty)
  }

  private func staleIDs(_ bench: ViewModelBench) async throws -> [String] {
    try await bench.filmDetail.staleFilms().map(\.id.rawValue)
  }

  @Test func filmsNeverFetchedComeFirstThenTheOldest() async throws {
    try await ViewModelBench.with { bench in
      try await bench.add(
        try await bench.items("tt9000001", "tt9000002", "tt9000003", "tt9000026", "tt9000027"))
      try await fetch("tt9000003", on: bench)
      bench.clock.advance(days: 5)
      try await fetch("tt9000001", on: bench)
      bench.clock.advance(days: 25)
      try await fetch("tt9000027", on: bench)
      #expect(try await staleIDs(bench) == ["tt9000002", "tt9000026", "tt9000003"])
      bench.clock.advance(days: 4)
      #expect(try await staleIDs(bench) == ["tt9000002", "tt9000026", "tt9000003"])
      bench.clock.advance(days: 1)
      #expect(
        try await staleIDs(bench) == ["tt9000002", "tt9000026", "tt9000003", "tt9000001"])
    }
  }

  @Test func filmsWithFactsOfSearchOrCatalogAreStale() async throws {
    try await ViewModelBench.with { bench in
      let searchResult = try await bench.searchLanterns().items[0]
      try await bench.add([searchResult] + bench.items("tt0068646"))
      #expect(try await Set(staleIDs(bench)) == [searchResult.id.rawValue, "tt0068646"])
      try await fetch(searchResult.id.rawValue, on: bench)
      #expect(try await staleIDs(bench) == ["tt0068646"])
    }
  }

  @Test func unsupportedIDsAndFilmsOutsideTheCollectionAreLeftOut() async throws {
    try await ViewModelBench.with { bench in
      try await bench.add(try await bench.items("tmdb:movie:603", "tt9000026"))
      try await fetch("tt9000001", on: bench)
      bench.clock.advance(days: 400)
      #expect(try await staleIDs(bench) == ["tt9000026"])
    }
  }

  @Test func staleFilmsHaveFactsAndEntries() async throws {
    try await ViewModelBench.with { bench in
      var new = NewEntry()
      new.rating = Rating(tenths: 80)
      try await bench.add(try await bench.items("tt9000026"), new)
      try await fetch("tt9000026", on: bench)
      bench.clock.advance(days: 31)
      let film = try #require(try await bench.filmDetail.staleFilms().first)
      #expect(film.caption == "Quince (2021)")
      #expect(film.entry?.rating == new.rating)
    }
  }
}
