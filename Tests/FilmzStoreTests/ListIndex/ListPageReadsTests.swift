import FilmzDomain
import Foundation
import Testing

@testable import FilmzStore

/// The number of database pages that listing films reads.
///
/// A page of a list appears without delay in a collection of any size: its films are looked up by the index, and no table
/// is scanned.
struct ListPageReadsTests {
  @Test func pageReadsDoNotDependOnTheSizeOfTheCollection() async throws {
    let small = try await pageReads(filmCount: 300)
    let large = try await pageReads(filmCount: 3000)
    // With ten times as many films, the trees of the tables have one more level.
    #expect(large < small * 3, "\(small) and \(large) pages")
    #expect(large < 300, "\(large) pages")
  }

  /// Returns the number of pages that listing 20 films reads, including the check for ids that have
  /// to be looked up in a catalog.
  private func pageReads(filmCount count: Int) async throws -> Int {
    let stores = try await Stores.inMemory()
    let store = stores.collection
    let ids = (0..<count).map { FilmID(unchecked: "tt\(1_000_000 + $0)") }
    try await store.insert(
      ids.enumerated().map { .sample($1.rawValue, "Film \($0)", addedAt: .sample + Double($0)) })
    try await stores.cache.store(ids.map(Self.film), at: .sample)
    try await list(store)
    #expect(try await store.idsToLookUp(in: "catalog")?.isEmpty == true)
    try await store.markLookedUp(in: "catalog")
    let before = try await store.pageLookups()
    try await list(store)
    return try await store.pageLookups() - before
  }

  private func list(_ store: CollectionStore) async throws {
    _ = try await store.idsToLookUp(in: "catalog")
    let result = try await store.find(CollectionQuery(), page: 0..<20)
    #expect(try await store.listedFilms(result.ids).compactMap(\.film).count == 20)
  }

  private static func film(_ id: FilmID) -> Film {
    var film = Film(
      id: id, title: "Film of \(id)", year: 1999, origin: .omdb, fetchedAt: .sample,
      isComplete: true)
    film.plot = String(repeating: "plot ", count: 300)
    return film
  }
}
