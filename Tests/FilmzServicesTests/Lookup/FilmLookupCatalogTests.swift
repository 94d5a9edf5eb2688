import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Foundation
import Testing

/// Which details of a film are used: those of OMDb, the imported catalog, or the starter catalog.
struct FilmLookupCatalogTests {
  private static let quince = FilmID(unchecked: "tt9000026")
  private let imported = InMemoryCatalog.film("tt9000026", "Quince", 2021, votes: 77, rating: 31)

  @Test("a film in the imported catalog is found offline") func offline() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalog: InMemoryCatalog([imported]))
      let result = try await service.lookup.film(Self.quince, in: .offline)
      #expect(result.value == imported)
      #expect(result.warnings.messages == [])
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test("complete details from OMDb take precedence over the catalog") func omdbPrecedence()
    async throws
  {
    try await ServiceBench.with { bench in
      let service = bench.service(catalog: InMemoryCatalog([imported]))
      _ = try await service.lookup.film(Self.quince, in: .online)
      let later = bench.service(catalog: InMemoryCatalog([imported]), daysLater: 99)
      let result = try await later.lookup.film(Self.quince, in: .offline)
      #expect(result.value.origin == .omdb)
      #expect(result.value.plot != nil)
      #expect(await later.lookup.localFilms([Self.quince])[Self.quince]?.origin == .omdb)
    }
  }

  @Test(
    "a rating of the catalog that is newer than the fetched details is shown with them",
    arguments: [(-1, false), (0, false), (1, true)])
  func newestRating(day: Int, isNewer: Bool) async throws {
    try await ServiceBench.with { bench in
      let catalog = InMemoryCatalog([imported], ratingsDate: ServiceBench.day(day))
      let service = bench.service(catalog: catalog)
      let fetched = try await service.lookup.film(Self.quince, in: .online).value
      let shown = await service.lookup.withNewestRating(fetched)
      #expect(shown.plot == fetched.plot)
      #expect(shown.fetchedAt == fetched.fetchedAt)
      #expect((shown.imdbVotes == 77) == isNewer)
      #expect((shown.imdbRating == Rating(tenths: 31)) == isNewer)
      #expect(shown.ratingsAsOf == (isNewer ? "2026-11-20" : nil))
      let storedFilms = await bench.service(key: nil).lookup.localFilms([Self.quince])
      #expect(storedFilms[Self.quince] == fetched)
    }
  }

  @Test("details from a catalog keep their rating") func catalogRating() async throws {
    try await ServiceBench.with { bench in
      let catalog = InMemoryCatalog([imported], ratingsDate: ServiceBench.day(1))
      let service = bench.service(catalog: catalog)
      let starter = InMemoryCatalog.film("tt9000026", "Quince", rating: 99, origin: .starter)
      #expect(await service.lookup.withNewestRating(starter) == starter)
      #expect(catalog.requests == [])
    }
  }

  @Test(
    "the newest local details are used, but never the starter catalog's instead of the catalog's",
    arguments: [
      (Film.Origin.starter, Film.Origin.catalog, "new"), (.catalog, .catalog, "new"),
      (.starter, .starter, "new"), (.catalog, .starter, "old"),
    ])
  func localDetails(old: Film.Origin, new: Film.Origin, title: String) async throws {
    try await ServiceBench.with { bench in
      let storedFilm = InMemoryCatalog.film("tt9000026", "old", origin: old)
      await bench.service(key: nil).lookup.store([storedFilm])
      var catalog = InMemoryCatalog([InMemoryCatalog.film("tt9000026", "new", origin: new)])
      catalog.origin = new
      let service = bench.service(catalog: catalog, key: nil)
      let shown = try await service.lookup.film(Self.quince, in: .offline)
      #expect(shown.value.title == title)
      #expect(await service.lookup.localFilms([Self.quince])[Self.quince]?.title == title)
    }
  }

  @Test("films are looked up in one batch") func batch() async throws {
    try await ServiceBench.with { bench in
      let catalog = InMemoryCatalog([imported])
      let ids = (1...300).map { FilmID(unchecked: "tt\(9_100_000 + $0)") } + [Self.quince]
      let films = await bench.service(catalog: catalog, key: nil).lookup.localFilms(ids)
      #expect(films == [Self.quince: imported])
      #expect(catalog.requests == ["films 301"])
    }
  }

  @Test("no import is recommended if there is an imported catalog")
  func hint() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalog: InMemoryCatalog([]), key: nil)
      #expect(await service.sources.remedyForSkippedSources(in: .offline) == nil)
      #expect(
        await service.sources.remedyForSkippedSources(in: .online)
          == .addKey(.omdbAPIKey, service: "OMDb")
      )
    }
  }
}
