import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzStore

/// The listing follows the collection and the film cache, whatever happens to their files.
@Suite(.timeLimit(.minutes(1)))
struct ListIndexTests {
  private static let byName: CollectionQuery = {
    var query = CollectionQuery()
    query.order = FilmOrder(.name)
    return query
  }()

  private func expectTrueList(_ library: Library) async throws {
    let stores = try await library.reading()
    let reference = try await ListingReference(stores)
    #expect(try await stores.collection.find(Self.byName).ids == reference.ids(Self.byName))
    var crime = Self.byName
    crime.filter.genres = [["CRIME"]]
    let found = try await stores.collection.find(crime)
    #expect(found.ids == reference.ids(crime))
    #expect(found.withoutFacts == reference.countWithoutFacts(crime))
  }

  private func film(_ id: String, _ title: String, _ genres: [String] = ["Crime"]) -> Film {
    var film = Film(id: FilmID(canonical: id), title: title, origin: .omdb)
    film.genres = genres
    return film
  }

  private func add(_ number: Int, _ library: Library) async throws {
    try await library.writing().collection.insert(
      [.sample("tt\(number)", "Film \(number)")], at: .sample + Double(number))
  }

  private func count(_ library: Library) async throws -> Int {
    try await library.reading().collection.find(Self.byName).total
  }

  // MARK: - Other files

  @Test(arguments: 0...6)
  func anOlderCopyOfTheCollectionIsListedAsItIs(changesSince: Int) async throws {
    try await Home.with { home in
      let library = Library(paths: home.paths)
      for number in 1...3 { try await add(number, library) }
      let copy = home.folder.path(of: "copy")
      try home.runSQL("VACUUM INTO '\(copy)'", on: Home.collection)
      for number in 4...6 { try await add(number, library) }
      #expect(try await count(library) == 6)
      for suffix in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(at: home.folder.url(of: Home.collection + suffix))
      }
      try #require(rename(copy, home.folder.path(of: Home.collection)) == 0)
      for number in 0..<changesSince { try await add(10 + number, library) }
      #expect(try await count(library) == 3 + changesSince)
      try await expectTrueList(library)
      try await expectTrueList(Library(paths: home.paths))
    }
  }

  @Test(arguments: 0...4)
  func aRestoredBackupIsListedAsItIs(changesSince: Int) async throws {
    try await Home.with { home in
      let library = Library(paths: home.paths)
      let other = Library(paths: home.paths)
      for number in 1...3 { try await add(number, library) }
      let backup = try await library.backUp(at: .sample)
      for number in 4...6 { try await add(number, library) }
      #expect(try await count(other) == 6)
      _ = try await library.restore(backup, at: .sample + 60)
      for number in 0..<changesSince { try await add(10 + number, other) }
      #expect(try await count(other) == 3 + changesSince)
      try await expectTrueList(other)
      try await expectTrueList(library)
    }
  }

  @Test func withoutItsCacheFileAListHasTheCaptionsAndFactsComeBackWithTheFile() async throws {
    try await Home.with { home in
      let library = Library(paths: home.paths)
      for number in 1...3 { try await add(number, library) }
      try await library.caching().store([film("tt3", "A first one")], at: .sample)
      #expect(try await library.reading().collection.find(Self.byName).ids.first?.rawValue == "tt3")
      try FileManager.default.removeItem(at: home.folder.url(of: "cache"))
      #expect(try await library.reading().collection.find(Self.byName).ids.last?.rawValue == "tt3")
      try await add(4, library)
      try await library.caching().store([film("tt2", "A first one")], at: .sample)
      #expect(try await library.reading().collection.find(Self.byName).ids.first?.rawValue == "tt2")
      try await expectTrueList(library)
    }
  }

  @Test func aListingThatWasTamperedWithIsMadeAnew() async throws {
    try await Home.with { home in
      let library = Library(paths: home.paths)
      for number in 1...3 { try await add(number, library) }
      #expect(try await count(library) == 3)
      try home.runSQL("DELETE FROM listing WHERE id = 'tt2'", on: Home.filmCache)
      try await expectTrueList(library)
      try home.runSQL("DELETE FROM listingState", on: Home.filmCache)
      try await expectTrueList(library)
      try home.runSQL("DROP TABLE listing", on: Home.filmCache)
      try await expectTrueList(Library(paths: home.paths))
    }
  }

  // MARK: - Locks

  @Test(arguments: ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"], [false, true])
  func whileAnotherProgramWritesTheCacheListsAreRight(begin: String, isListed: Bool) async throws {
    try await Home.with { home in
      let library = Library(paths: home.paths)
      for number in 1...3 { try await add(number, library) }
      try await library.caching().store([film("tt2", "A first one")], at: .sample)
      if isListed { #expect(try await count(library) == 3) }
      try await add(4, library)
      try await whileLocked(home, by: begin) {
        let elapsed = try await ContinuousClock().measure { try await expectTrueList(library) }
        #expect(elapsed < .seconds(5))
        try await addPastTheCache(5, home)
        #expect(try await count(library) == 5)
        try await expectTrueList(library)
      }
      try await library.caching().store([film("tt5", "Another")], at: .sample)
      try await add(6, library)
      #expect(try await count(library) == 6)
      try await expectTrueList(library)
      try await expectTrueList(Library(paths: home.paths))
    }
  }

  /// Adds a film as a program does that has another film cache.
  private func addPastTheCache(_ number: Int, _ home: Home) async throws {
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
  func tagsAreFolded(tag: String) async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample("tt1") { $0.tags = ["É"] }, .sample("tt2")])
    var query = CollectionQuery()
    query.filter.tags = [tag]
    #expect(try await store.find(query).ids.map(\.rawValue) == ["tt1"])
  }

  @Test func aTagOfAViewingGoesWithTheViewing() async throws {
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

  @Test func aSeriesIsOfTheYearInWhichItBegan() async throws {
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

  @Test func filmsWithoutFactsAreCountedOnlyWhereFactsWouldTell() async throws {
    let store = try await FilledCollection.make().collection
    func count(_ edit: (inout FilmFilter) -> Void) async throws -> Int {
      var query = CollectionQuery()
      edit(&query.filter)
      return try await store.find(query).withoutFacts
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
