import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// What is asked of the collection as a whole: whose facts are old, and whether the file is sound.
struct CollectionUpkeepTests {
  private static func day(_ number: Int) -> Date {
    Date.sample.addingTimeInterval(Double(number) * 86_400)
  }

  /// A collection of five films, of which two were fetched, one is only found and two are bare.
  private func stores() async throws -> Stores {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert((1...5).map { .sample("tt\($0)", "Film \($0)") })
    let fetched = [("tt2", 20), ("tt4", 10), ("tt9", 0)].map { id, day in
      Film(
        id: FilmID(canonical: id), title: id, origin: .omdb, fetchedAt: Self.day(day),
        isComplete: true)
    }
    let found = Film(id: FilmID(canonical: "tt3"), title: "Found", origin: .omdb)
    try await stores.cache.store(fetched + [found], at: Self.day(0))
    return stores
  }

  @Test(arguments: [
    (-1, ["tt1", "tt3", "tt5"]), (9, ["tt1", "tt3", "tt5"]), (10, ["tt1", "tt3", "tt5", "tt4"]),
    (19, ["tt1", "tt3", "tt5", "tt4"]), (20, ["tt1", "tt3", "tt5", "tt4", "tt2"]),
    (99, ["tt1", "tt3", "tt5", "tt4", "tt2"]),
  ])
  func filmsThatWereNeverFetchedComeFirstAndThenTheOldest(day: Int, ids: [String]) async throws {
    let store = try await stores().collection
    #expect(
      try await store.idsWithFacts(outside: Self.day(day)...Date.distantFuture).map(\.rawValue)
        == ids)
  }

  @Test func anEmptyCollectionHasNoOldFactsAndNoDamage() async throws {
    let store = try await Stores.inMemory().collection
    #expect(try await store.idsWithFacts(outside: Date.distantPast...Date.distantPast).isEmpty)
    let damage = try await store.damage()
    #expect(damage == nil)
  }

  @Test func aSoundFileHasNoDamage() async throws {
    try await withBigCollection { home, _ in
      let damage = try await CollectionDatabase(paths: home.paths).openForReading().collection
        .damage()
      #expect(damage == nil)
    }
  }

  @Test func aViewingOfNoFilmIsDamage() async throws {
    try await withBigCollection { home, _ in
      let sql = "INSERT INTO viewing VALUES ('v', 'tt404', 1, NULL, NULL, NULL, '[]')"
      try home.runSQL("PRAGMA foreign_keys = OFF; " + sql, on: Home.collection)
      let damage = try await CollectionDatabase(paths: home.paths).openForReading().collection
        .damage()
      #expect(damage == "1 reference to what is not there")
    }
  }

  /// Overwrites every page of the file in its turn but the first, which has the schema.
  @Test func aPageThatWasOverwrittenIsReportedAndTheFileLeftAsItIs() async throws {
    try await withBigCollection { home, whole in
      let pages = whole.count / Self.pageSize
      try #require(pages > 12)
      for page in 1..<pages {
        var damaged = whole
        let start = page * Self.pageSize
        damaged.replaceSubrange(
          start..<(start + Self.pageSize), with: Data(repeating: 0xA5, count: Self.pageSize))
        try home.folder.write(damaged, to: Home.collection)
        #expect(await isReported(home), "page \(page + 1) of \(pages)")
        #expect(try home.bytes(of: Home.collection) == damaged)
      }
    }
  }

  private static let pageSize = 4096

  /// Whether damage is told, be it as a verdict or as a refusal.
  private func isReported(_ home: Home) async -> Bool {
    do {
      return try await CollectionDatabase(paths: home.paths).openForReading().collection.damage()
        != nil
    } catch {
      let path = home.folder.path(of: Home.collection)
      return error as? StoreError == .damagedCollection(path: path, newest: nil)
    }
  }

  /// Runs `body` with a home whose collection fills many pages, all of them in the one file.
  private func withBigCollection(_ body: (Home, Data) async throws -> Void) async throws {
    try await Home.with { home in
      let notes = String(repeating: "note ", count: 20)
      try await CollectionDatabase(paths: home.paths).openForWriting().collection.insert(
        (1...60).map { .sample("tt\($0)", "Film \($0)") { $0.notes = notes } })
      try home.runSQL("PRAGMA wal_checkpoint(TRUNCATE)", on: Home.collection)
      try await body(home, try home.bytes(of: Home.collection))
    }
  }
}
