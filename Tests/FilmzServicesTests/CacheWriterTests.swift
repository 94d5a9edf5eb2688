import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

struct CacheWriterTests {
  /// Films that are large are evicted before five hundred of them were stored.
  @Test func aCacheThatGrowsFastIsBroughtBelowItsCap() async throws {
    try await ScratchFolder.with { folder in
      let database = CollectionDatabase(
        paths: Paths(home: folder.path, config: nil, environment: [:]))
      let writer = CacheWriter(
        database: database, cap: .init(films: 1000, pages: 1000, bytes: 500_000),
        checkedGrowth: 100_000)
      for number in 1...40 {
        var film = Film(id: FilmID(canonical: "tt\(number)"), title: "Film", origin: .omdb)
        film.plot = String(repeating: "x", count: 50_000)
        let (large, now) = (film, Date(timeIntervalSince1970: Double(number)))
        await writer.store(1) { try await $0.store([large], at: now) }
      }
      let kept = try await database.openForReading().cache.list()
      #expect((5...14).contains(kept.count))
      #expect(kept.contains { $0.id == FilmID(canonical: "tt40") })
    }
  }
}
