import FilmzDomain
import Foundation
import GRDB
import GRDBSQLite
import Testing

@testable import FilmzStore

/// What a list reads does not grow with the film cache.
struct ListPageReadsTests {
  @Test func aPageOfAListReadsAsMuchOfASmallCollectionAsOfALargeOne() async throws {
    let small = try await pages(films: 300)
    let large = try await pages(films: 3000)
    #expect(large < small * 3 / 2, "\(small) and \(large) pages")
    #expect(large < 800, "\(large) pages")
  }

  /// Pages that a list of 20 films reads, with the question whether a catalog knows more.
  private func pages(films count: Int) async throws -> Int {
    let stores = try await Stores.inMemory()
    let store = stores.collection
    let ids = (0..<count).map { FilmID(canonical: "tt\(1_000_000 + $0)") }
    try await store.insert(
      ids.enumerated().map { .sample($1.rawValue, "Film \($0)", addedAt: .sample + Double($0)) })
    try await stores.cache.store(ids.map(Self.film), at: .sample)
    try await list(store)
    #expect(try await store.idsToLookUp(in: "catalog")?.isEmpty == true)
    try await store.markLookedUp(in: "catalog")
    let before = try await accesses(store)
    try await list(store)
    return try await accesses(store) - before
  }

  private func list(_ store: CollectionStore) async throws {
    _ = try await store.idsToLookUp(in: "catalog")
    let found = try await store.find(CollectionQuery(), page: 0..<20)
    #expect(try await store.listed(found.ids).compactMap(\.film).count == 20)
  }

  private static func film(_ id: FilmID) -> Film {
    var film = Film(
      id: id, title: "Film of \(id)", year: 1999, origin: .omdb, fetchedAt: .sample,
      isComplete: true)
    film.plot = String(repeating: "plot ", count: 300)
    return film
  }

  /// How often a page was looked up by the connection.
  private func accesses(_ store: CollectionStore) async throws -> Int {
    try await store.connection.database.read { db in
      [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].reduce(0) { sum, status in
        var current: CInt = 0
        var highest: CInt = 0
        sqlite3_db_status(db.sqliteConnection, status, &current, &highest, 0)
        return sum + Int(current)
      }
    }
  }
}
