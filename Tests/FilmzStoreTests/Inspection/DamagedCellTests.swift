import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Values of wrong types in each column of the collection and the film cache: each operation
/// succeeds or throws an error about the right file.
///
/// Each column gets some of the values, or all of them with `FILMZ_TESTS_SEEDS`.
struct DamagedCellTests {
  @Test(arguments: zip(CellCorruptor.wrongValues.indices, CellCorruptor.wrongValues))
  func damagedCellsOfTheCollectionAreReadOrReported(number: Int, value: String) async throws {
    try await Self.forEachColumn(of: Home.collection, number) { home, column in
      try CellCorruptor(path: home.folder.path(of: Home.collection)).write(value, to: column)
      let database = CollectionDatabase(paths: home.paths)
      for (name, operation) in Self.operations {
        do { try await operation(database) } catch {
          #expect(Self.isExpected(error, in: name), "\(column) = \(value): \(name): \(error)")
        }
      }
      #expect(database.warnings.takeAll().messages.isEmpty, "\(column) = \(value)")
    }
  }

  @Test(arguments: zip(CellCorruptor.wrongValues.indices, CellCorruptor.wrongValues))
  func damagedCellsOfTheFilmCacheCauseNoErrors(number: Int, value: String) async throws {
    try await Self.forEachColumn(of: Home.filmCache, number) { home, column in
      try CellCorruptor(path: home.folder.path(of: Home.filmCache)).write(value, to: column)
      let database = CollectionDatabase(paths: home.paths)
      for (name, operation) in Self.operations {
        do { try await operation(database) } catch {
          Issue.record("\(column) = \(value): \(name): \(error)")
        }
      }
      #expect(try await database.openForReading().collection.damage() == nil)
      let warnings = database.warnings.takeAll().messages
      #expect(warnings.allSatisfy { $0.contains("films.sqlite was damaged") }, "\(warnings)")
    }
  }

  /// Returns whether an operation may throw an error: any may report damage, and those that write
  /// may also reject the change.
  private static func isExpected(_ error: any Error, in operation: String) -> Bool {
    switch error {
    case StoreError.damagedCollection, StoreError.unreadableRow, StoreError.notACollection,
      StoreError.olderCollection,
      StoreError.newerCollection:
      true
    case StoreError.unknownStep, StoreError.nothingToReverse, StoreError.changedSince,
      StoreError.saveFailed, StoreError.notInCollection:
      ["change", "undo", "redo"].contains(operation)
    default: false
    }
  }

  /// Runs a closure for the columns of a file that get a value, each time with a new copy of a filled home.
  private static func forEachColumn(
    of file: String, _ valueNumber: Int,
    _ body: (Home, CellCorruptor.Column) async throws -> Void
  ) async throws {
    try await Home.with { original in
      try await fill(original)
      let columns = try CellCorruptor(path: original.folder.path(of: file)).columns()
      #expect(columns.count > 30)
      for column in Seeds.cases(of: columns, from: valueNumber) {
        try await Home.with { home in
          for folder in ["data", "cache", "state"] {
            try FileManager.default.copyItem(
              at: original.folder.url(of: folder), to: home.folder.url(of: folder))
          }
          try await body(home, column)
        }
      }
    }
  }

  private static func fill(_ home: Home) async throws {
    let database = CollectionDatabase(paths: home.paths)
    let sample = try await FilledCollection.make()
    let entries = try await sample.collection.entries(try await sample.collection.allIDs())
    let store = try await database.openForWriting().collection
    try await store.insert(entries.values.sorted { $0.id < $1.id })
    _ = try await store.apply("skip", at: .sample) { transaction in
      try transaction.identify(FilmID(unchecked: "tmdb:movie:3"), FilmID(unchecked: "tt3"))
    }
    let cache = try await database.openCache()
    try await cache.store(
      Array(try await sample.cache.films((1...9).map { FilmID(unchecked: "tt\($0)") }).values),
      at: .sample)
    try await cache.store(
      CachedPage(page: SearchPage(films: [], total: 1), fetchedAt: .sample), key: "a")
    _ = try await store.ids(matching: CollectionQuery())
    // Moves the content of the WALs into the database files.
    try home.runSQL("PRAGMA wal_checkpoint(TRUNCATE)", on: Home.collection)
    try home.runSQL("PRAGMA wal_checkpoint(TRUNCATE)", on: Home.filmCache)
  }

  private typealias Operation = @Sendable (CollectionDatabase) async throws -> Void

  /// The operations that commands perform on the files.
  private static let operations: [(String, Operation)] = [
    ("ids", { _ = try await $0.openForReading().collection.ids(matching: CollectionQuery()) }),
    (
      "listed",
      {
        let store = try await $0.openForReading().collection
        _ = try await store.listedFilms(films)
      }
    ),
    (
      "single entries",
      { database in
        for film in films { _ = try await database.openForReading().collection.entries([film]) }
      }
    ),
    ("counts", { _ = try await $0.openForReading().collection.counts() }),
    ("statistics", { _ = try await $0.openForReading().collection.statistics() }),
    ("genres", { _ = try await $0.openForReading().collection.genres() }),
    ("skips", { _ = try await $0.openForReading().collection.ratingSkips() }),
    ("log", { _ = try await $0.openForReading().collection.log(limit: nil) }),
    ("journal", { _ = try await $0.openForReading().collection.recordedJournal() }),
    ("differences", { _ = try await $0.openForReading().collection.differencesFromJournal() }),
    ("tags", { _ = try await $0.openForReading().collection.tags() }),
    ("recommenders", { _ = try await $0.openForReading().collection.recommenders() }),
    (
      "people",
      { _ = try await $0.openForReading().collection.people(beginningWith: "j", limit: 9) }
    ),
    ("similar people", { _ = try await $0.openForReading().collection.people(near: "jane do") }),
    ("cached genres", { _ = try await $0.openForReading().collection.cachedGenres() }),
    (
      "titles",
      { _ = try await $0.openForReading().collection.films(beginningWith: ["a", "b"], limit: 9) }
    ),
    (
      "captions",
      { _ = try await $0.openForReading().collection.captions(titleKey: "beta", isPrefix: false) }
    ),
    (
      "old facts",
      {
        _ = try await $0.openForReading().collection.ids(
          notFetchedWithin: .sample ... .sample)
      }
    ),
    ("aliases", { _ = try await $0.openForReading().collection.aliases(of: films[2]) }),
    ("facts", { _ = try await $0.openForReading().cache.films(films) }),
    ("cached films", { _ = try await $0.openCacheForMaintenance().list() }),
    ("records", { _ = try await $0.openCacheForMaintenance().records(films) }),
    ("page", { _ = try await $0.openForReading().cache.page("a") }),
    ("evict", { try await $0.openCacheForMaintenance().evict(beyond: .init(films: 1, pages: 0)) }),
    (
      "change",
      { database in
        let store = try await database.openForWriting(at: .sample + 1).collection
        try await store.apply("rate", at: .sample + 1) { transaction in
          for film in films where try transaction.entry(film) != nil {
            try transaction.update(film) { $0.rating = Rating(tenths: 10) }
          }
        }
      }
    ),
    (
      "undo",
      { database in
        let store = try await database.openForWriting(at: .sample + 2).collection
        try await store.reverse(
          .undo, .newest(2), command: "undo", at: .sample + 2, force: true)
      }
    ),
    (
      "redo",
      { database in
        let store = try await database.openForWriting(at: .sample + 3).collection
        try await store.reverse(.redo, .newest(1), command: "redo", at: .sample + 3, force: true)
      }
    ),
  ]

  private static let films = (1...5).map { FilmID(unchecked: "tt\($0)") }
}
