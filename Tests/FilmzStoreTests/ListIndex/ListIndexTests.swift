import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzStore

/// The list index is consistent with the collection and the film cache, even if files are replaced.
@Suite(.timeLimit(.minutes(10)))
struct ListIndexTests {
  private static let byName: CollectionQuery = {
    var query = CollectionQuery()
    query.order = FilmOrder(.name)
    return query
  }()

  private func expectCorrectLists(_ database: CollectionDatabase) async throws {
    let stores = try await database.openForReading()
    let reference = try await ReferenceList(stores)
    #expect(try await stores.collection.find(Self.byName).ids == reference.ids(Self.byName))
    var crime = Self.byName
    crime.filter.genres = [["CRIME"]]
    let crimeFilms = try await stores.collection.find(crime)
    #expect(crimeFilms.ids == reference.ids(crime))
    #expect(crimeFilms.filmsWithoutFacts == reference.countWithoutFacts(crime))
  }

  private func film(_ id: String, _ title: String, _ genres: [String] = ["Crime"]) -> Film {
    var film = Film(id: FilmID(unchecked: id), title: title, origin: .omdb)
    film.genres = genres
    return film
  }

  private func add(_ number: Int, _ database: CollectionDatabase) async throws {
    try await database.openForWriting().collection.insert(
      [.sample("tt\(number)", "Film \(number)")], at: .sample + Double(number))
  }

  private func count(_ database: CollectionDatabase) async throws -> Int {
    try await database.openForReading().collection.find(Self.byName).total
  }

  // MARK: - Replaced files

  @Test(arguments: 0...6)
  func olderCopyOfTheCollectionIsListedCorrectly(changesSince: Int) async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      for number in 1...3 { try await add(number, database) }
      let copy = home.folder.path(of: "copy")
      try home.runSQL("VACUUM INTO '\(copy)'", on: Home.collection)
      for number in 4...6 { try await add(number, database) }
      #expect(try await count(database) == 6)
      for suffix in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(at: home.folder.url(of: Home.collection + suffix))
      }
      try #require(rename(copy, home.folder.path(of: Home.collection)) == 0)
      for number in 0..<changesSince { try await add(10 + number, database) }
      #expect(try await count(database) == 3 + changesSince)
      try await expectCorrectLists(database)
      try await expectCorrectLists(CollectionDatabase(paths: home.paths))
    }
  }

  @Test(arguments: 0...4)
  func restoredBackupIsListedCorrectly(changesSince: Int) async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      let otherDatabase = CollectionDatabase(paths: home.paths)
      for number in 1...3 { try await add(number, database) }
      let backup = try await database.backUp(at: .sample)
      for number in 4...6 { try await add(number, database) }
      #expect(try await count(otherDatabase) == 6)
      _ = try await database.restore(backup, at: .sample + 60)
      for number in 0..<changesSince { try await add(10 + number, otherDatabase) }
      #expect(try await count(otherDatabase) == 3 + changesSince)
      try await expectCorrectLists(otherDatabase)
      try await expectCorrectLists(database)
    }
  }

  @Test func listsUseCaptionsUntilFactsAreStoredInANewCacheFile() async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      for number in 1...3 { try await add(number, database) }
      try await database.openCache().store([film("tt3", "A first one")], at: .sample)
      #expect(
        try await database.openForReading().collection.find(Self.byName).ids.first?.rawValue
          == "tt3")
      try FileManager.default.removeItem(at: home.folder.url(of: "cache"))
      #expect(
        try await database.openForReading().collection.find(Self.byName).ids.last?.rawValue == "tt3"
      )
      try await add(4, database)
      try await database.openCache().store([film("tt2", "A first one")], at: .sample)
      #expect(
        try await database.openForReading().collection.find(Self.byName).ids.first?.rawValue
          == "tt2")
      try await expectCorrectLists(database)
    }
  }

  @Test func modifiedIndexIsRebuilt() async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      for number in 1...3 { try await add(number, database) }
      #expect(try await count(database) == 3)
      try home.runSQL("DELETE FROM listIndex WHERE id = 'tt2'", on: Home.filmCache)
      try await expectCorrectLists(database)
      try home.runSQL("DELETE FROM listIndexState", on: Home.filmCache)
      try await expectCorrectLists(database)
      try home.runSQL("DROP TABLE listIndex", on: Home.filmCache)
      try await expectCorrectLists(CollectionDatabase(paths: home.paths))
    }
  }

  // MARK: - Locks

  @Test(arguments: ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"], [false, true])
  func listsAreCorrectWhileAnotherProgramWritesTheCache(begin: String, isListed: Bool) async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      for number in 1...3 { try await add(number, database) }
      try await database.openCache().store([film("tt2", "A first one")], at: .sample)
      if isListed { #expect(try await count(database) == 3) }
      try await add(4, database)
      try await whileLocked(home, by: begin) {
        let elapsed = try await ContinuousClock().measure { try await expectCorrectLists(database) }
        // Two waits of one second; with the connection's own limit they would be of ten.
        #expect(elapsed < .seconds(18))
        try await addBypassingTheCache(5, home)
        #expect(try await count(database) == 5)
        try await expectCorrectLists(database)
      }
      try await database.openCache().store([film("tt5", "Another")], at: .sample)
      try await add(6, database)
      #expect(try await count(database) == 6)
      try await expectCorrectLists(database)
      try await expectCorrectLists(CollectionDatabase(paths: home.paths))
    }
  }

  /// Adds a film without updating the film cache, like a program that uses another cache file.
  private func addBypassingTheCache(_ number: Int, _ home: Home) async throws {
    let path = home.folder.path(of: Home.collection)
    let queue = try DatabaseQueue(path: path)
    let store = CollectionStore(
      connection: StoreConnection(database: queue, path: path))
    try await store.insert([.sample("tt\(number)", "Film \(number)")])
    try queue.close()
  }

  private func whileLocked(_ home: Home, by begin: String, _ body: () async throws -> Void)
    async throws
  {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(
      path: home.folder.path(of: Home.filmCache), configuration: configuration)
    try await queue.writeWithoutTransaction { try $0.execute(sql: begin) }
    try await body()
    try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try queue.close()
  }

  // MARK: - Filters

  @Test(arguments: ["é", "É", "e\u{301}", "E"])
  func tagsAreFoldedForComparison(tag: String) async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample("tt1") { $0.tags = ["É"] }, .sample("tt2")])
    var query = CollectionQuery()
    query.filter.tags = [tag]
    #expect(try await store.find(query).ids.map(\.rawValue) == ["tt1"])
  }

  @Test func tagsOfAViewingAreRemovedWithIt() async throws {
    let store = try await Stores.inMemory().collection
    var query = CollectionQuery()
    query.filter.tags = ["cinema"]
    try await store.insert([.full()])
    #expect(try await store.find(query).ids == [.matrix])
    try await store.apply("unwatched", at: .sample) { try $0.deleteViewings(of: .matrix) }
    #expect(try await store.find(query).ids.isEmpty)
    try await store.reverse(.undo, .newest(1), command: "undo", at: .sample, force: false)
    #expect(try await store.find(query).ids == [.matrix])
  }

  @Test func seriesAreFilteredByTheirFirstYear() async throws {
    let stores = try await FilledCollection.make()
    for (years, expected) in [
      (2005...2005, ["tt2"]), (2006...2009, []),
      (2010...2010, ["tt4"]),
    ] {
      var query = CollectionQuery()
      query.filter.years = years
      #expect(try await stores.collection.find(query).ids.map(\.rawValue) == expected)
    }
  }

  @Test func filmsWithoutFactsAreCountedOnlyIfFactsCouldMatch() async throws {
    let store = try await FilledCollection.make().collection
    func count(_ edit: (inout FilmFilter) -> Void) async throws -> Int {
      var query = CollectionQuery()
      edit(&query.filter)
      return try await store.find(query).filmsWithoutFacts
    }
    #expect(try await count { _ in } == 0)
    #expect(try await count { $0.isWatched = false } == 0)
    #expect(try await count { $0.genres = [["Crime"]] } == 2)
    #expect(try await count { $0.years = 2010...2010 } == 1)
    #expect(try await count { $0.grep = "delta" } == 1)
    #expect(
      try await count {
        $0.genres = [["Crime"]]
        $0.isWatched = true
      } == 0)
  }
}
