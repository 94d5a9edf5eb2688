import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

struct CacheWriterTests {
  /// Large films are evicted before the regular check after 500 films.
  @Test func fastGrowingCacheIsReducedToItsSizeLimit() async throws {
    try await ScratchFolder.with { folder in
      let database = CollectionDatabase(
        paths: Paths(home: folder.path, config: nil, environment: [:]))
      let writer = CacheWriter(
        database: database, sizeLimit: .init(films: 1000, pages: 1000, bytes: 500_000),
        growthBeforeEviction: 100_000)
      for number in 1...40 {
        var film = Film(id: FilmID(unchecked: "tt\(number)"), title: "Film", origin: .omdb)
        film.plot = String(repeating: "x", count: 50_000)
        let (large, now) = (film, Date(timeIntervalSince1970: Double(number)))
        await writer.store(1) { try await $0.store([large], at: now) }
      }
      let records = try await database.openForReading().cache.list()
      #expect((5...14).contains(records.count))
      #expect(records.contains { $0.id == FilmID(unchecked: "tt40") })
    }
  }
}
