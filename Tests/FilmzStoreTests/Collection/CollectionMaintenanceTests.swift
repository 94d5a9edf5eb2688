import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Finding films with missing or old facts, and damage of the file.
struct CollectionMaintenanceTests {
  private static func day(_ number: Int) -> Date {
    Date.sample.addingTimeInterval(Double(number) * 86_400)
  }

  /// Returns a collection of five films: two with fetched facts, one with facts of a search, and
  /// two without facts.
  private func makeStores() async throws -> Stores {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert((1...5).map { .sample("tt\($0)", "Film \($0)") })
    let fetched = [("tt2", 20), ("tt4", 10), ("tt9", 0)].map { id, day in
      Film(
        id: FilmID(unchecked: id), title: id, origin: .omdb, fetchedAt: Self.day(day),
        isComplete: true)
    }
    let searchResult = Film(id: FilmID(unchecked: "tt3"), title: "Found", origin: .omdb)
    try await stores.cache.store(fetched + [searchResult], at: Self.day(0))
    return stores
  }

  @Test(arguments: [
    (-1, ["tt1", "tt3", "tt5"]), (9, ["tt1", "tt3", "tt5"]), (10, ["tt1", "tt3", "tt5", "tt4"]),
    (19, ["tt1", "tt3", "tt5", "tt4"]), (20, ["tt1", "tt3", "tt5", "tt4", "tt2"]),
    (99, ["tt1", "tt3", "tt5", "tt4", "tt2"]),
  ])
  func filmsNeverFetchedAreFirstAndThenThoseFetchedLongestAgo(day: Int, ids: [String]) async throws {
    let store = try await makeStores().collection
    #expect(
      try await store.ids(notFetchedWithin: Self.day(day)...Date.distantFuture).map(
        \.rawValue)
        == ids)
  }

  @Test func emptyCollectionHasNoOldFactsAndNoDamage() async throws {
    let store = try await Stores.inMemory().collection
    #expect(
      try await store.ids(notFetchedWithin: Date.distantPast...Date.distantPast).isEmpty)
    let damage = try await store.damage()
    #expect(damage == nil)
  }

  @Test func undamagedFileHasNoDamage() async throws {
    try await withLargeCollection { home, _ in
      let damage = try await CollectionDatabase(paths: home.paths).openForReading().collection
        .damage()
      #expect(damage == nil)
    }
  }

  @Test func viewingWithoutFilmIsABrokenReferenceAndNoDamage() async throws {
    try await withLargeCollection { home, _ in
      let sql = "INSERT INTO viewing VALUES ('v', 'tt404', 1, NULL, NULL, NULL, '[]', '[]')"
      try home.runSQL("PRAGMA foreign_keys = OFF; " + sql, on: Home.collection)
      let store = try await CollectionDatabase(paths: home.paths).openForReading().collection
      #expect(try await store.damage() == nil)
      #expect(try await store.brokenReferences() == 1)
    }
  }

  /// Overwrites each page of the file in turn, except for the first one, which has the schema.
  @Test func overwrittenPagesAreReportedAndTheFileIsLeftUnchanged() async throws {
    try await withLargeCollection { home, content in
      let pages = content.count / Self.pageSize
      try #require(pages > 12)
      for page in 1..<pages {
        var damaged = content
        let start = page * Self.pageSize
        damaged.replaceSubrange(
          start..<(start + Self.pageSize), with: Data(repeating: 0xA5, count: Self.pageSize))
        try home.folder.write(damaged, to: Home.collection)
        #expect(await isDamageReported(home), "page \(page + 1) of \(pages)")
        #expect(try home.bytes(of: Home.collection) == damaged)
      }
    }
  }

  private static let pageSize = 4096

  /// Returns whether damage is reported, either by the check or by an error.
  private func isDamageReported(_ home: Home) async -> Bool {
    do {
      return try await CollectionDatabase(paths: home.paths).openForReading().collection.damage()
        != nil
    } catch {
      let path = home.folder.path(of: Home.collection)
      return error as? StoreError == .damagedCollection(path: path, newest: nil)
    }
  }

  /// Runs a closure with a home whose collection has many pages and no WAL.
  private func withLargeCollection(_ body: (Home, Data) async throws -> Void) async throws {
    try await Home.with { home in
      let notes = String(repeating: "note ", count: 20)
      try await CollectionDatabase(paths: home.paths).openForWriting().collection.insert(
        (1...60).map { .sample("tt\($0)", "Film \($0)") { $0.notes = notes } })
      try home.runSQL("PRAGMA wal_checkpoint(TRUNCATE)", on: Home.collection)
      try await body(home, try home.bytes(of: Home.collection))
    }
  }
}
