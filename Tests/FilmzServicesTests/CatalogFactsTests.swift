import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Foundation
import Testing

/// Whose facts of a film are shown: OMDb's, the imported catalog's, the starter's.
struct CatalogFactsTests {
  private static let quince = FilmID(canonical: "tt9000026")
  private let imported = GivenCatalog.film("tt9000026", "Quince", 2021, votes: 77, rating: 31)

  @Test("with an imported catalog a film is known offline") func offline() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalog: GivenCatalog([imported]))
      let answer = try await service.lookup.film(Self.quince, in: .withoutNetwork)
      #expect(answer.value == imported)
      #expect(answer.warnings.texts == [])
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test("OMDb's complete facts go over the catalog's") func omdbGoesOver() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalog: GivenCatalog([imported]))
      _ = try await service.lookup.film(Self.quince, in: .online)
      let later = bench.service(catalog: GivenCatalog([imported]), daysLater: 99)
      let answer = try await later.lookup.film(Self.quince, in: .withoutNetwork)
      #expect(answer.value.origin == .omdb)
      #expect(answer.value.plot != nil)
      #expect(await later.lookup.localFilms([Self.quince])[Self.quince]?.origin == .omdb)
    }
  }

  @Test(
    "votes that were counted after the facts were fetched are shown with them",
    arguments: [(-1, false), (0, false), (1, true)])
  func newestRating(day: Int, isNewer: Bool) async throws {
    try await ServiceBench.with { bench in
      let catalog = GivenCatalog([imported], ratingsDate: ServiceBench.day(day))
      let service = bench.service(catalog: catalog)
      let fetched = try await service.lookup.film(Self.quince, in: .online).value
      let shown = await service.lookup.withNewestRating(fetched)
      #expect(shown.plot == fetched.plot)
      #expect(shown.fetchedAt == fetched.fetchedAt)
      #expect((shown.imdbVotes == 77) == isNewer)
      #expect((shown.imdbRating == Rating(tenths: 31)) == isNewer)
      #expect(shown.ratingsAsOf == (isNewer ? "2026-11-20" : nil))
      let kept = await bench.service(key: nil).lookup.localFilms([Self.quince])
      #expect(kept[Self.quince] == fetched)
    }
  }

  @Test("facts of a catalog are not shown with other votes") func ownRating() async throws {
    try await ServiceBench.with { bench in
      let catalog = GivenCatalog([imported], ratingsDate: ServiceBench.day(1))
      let service = bench.service(catalog: catalog)
      let starter = GivenCatalog.film("tt9000026", "Quince", rating: 99, origin: .starter)
      #expect(await service.lookup.withNewestRating(starter) == starter)
      #expect(catalog.questions == [])
    }
  }

  @Test(
    "of local facts the newest are taken, but the starter's never over the catalog's",
    arguments: [
      (Film.Origin.starter, Film.Origin.catalog, "new"), (.catalog, .catalog, "new"),
      (.starter, .starter, "new"), (.catalog, .starter, "old"),
    ])
  func localFacts(old: Film.Origin, new: Film.Origin, title: String) async throws {
    try await ServiceBench.with { bench in
      let kept = GivenCatalog.film("tt9000026", "old", origin: old)
      await bench.service(key: nil).lookup.store([kept])
      var catalog = GivenCatalog([GivenCatalog.film("tt9000026", "new", origin: new)])
      catalog.origin = new
      let service = bench.service(catalog: catalog, key: nil)
      let shown = try await service.lookup.film(Self.quince, in: .withoutNetwork)
      #expect(shown.value.title == title)
      #expect(await service.lookup.localFilms([Self.quince])[Self.quince]?.title == title)
    }
  }

  @Test("films are looked up in one go") func batch() async throws {
    try await ServiceBench.with { bench in
      let catalog = GivenCatalog([imported])
      let ids = (1...300).map { FilmID(canonical: "tt\(9_100_000 + $0)") } + [Self.quince]
      let found = await bench.service(catalog: catalog, key: nil).lookup.localFilms(ids)
      #expect(found == [Self.quince: imported])
      #expect(catalog.questions == ["films 301"])
    }
  }

  @Test("without a key and with --offline the imported catalog is not named as missing")
  func hint() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalog: GivenCatalog([]), key: nil)
      #expect(await service.sources.remedyForUnasked(in: .withoutNetwork) == nil)
      #expect(
        await service.sources.remedyForUnasked(in: .online) == .addKey(.omdbAPIKey, service: "OMDb")
      )
    }
  }
}
