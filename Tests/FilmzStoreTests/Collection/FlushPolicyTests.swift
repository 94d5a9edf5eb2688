import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzStore

/// When changes are flushed to the disk.
struct FlushPolicyTests {
  /// Returns the number of films in the collection file, without those in its WAL.
  private func filmCountInFile(of home: Home) throws -> Int {
    let copy = home.folder.path(of: "copy-\(UUID().uuidString)")
    try FileManager.default.copyItem(atPath: home.folder.path(of: Home.collection), toPath: copy)
    return try DatabaseQueue(path: copy).read { db in
      try db.tableExists("entry") ? Int.fetchOne(db, sql: "SELECT count(*) FROM entry") ?? 0 : 0
    }
  }

  @Test(arguments: [(FlushPolicy.everyChange, 2), (.onClose, 1)])
  func everyChangeIsFlushedUnlessDeferred(flushPolicy: FlushPolicy, level: Int) async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths, flushPolicy: flushPolicy)
      let synchronousLevel = try await database.openForWriting().collection.connection.database.read { db in
        try Int.fetchOne(db, sql: "PRAGMA main.synchronous")
      }
      #expect(synchronousLevel == level)
    }
  }

  @Test func flushingDeferredChangesDoesNotCheckpointTheWAL() async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths, flushPolicy: .onClose)
      try await database.flushToDisk()
      try await database.openForWriting().collection.insert([.full(), .sample("tt1", "Alpha")])
      try await database.flushToDisk()
      try await database.flushToDisk()
      #expect(try filmCountInFile(of: home) == 0)
      #expect(try await database.openForReading().collection.counts().total == 2)
    }
  }

  @Test func changesFlushedIndividuallyStayInTheWAL() async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      try await database.openForWriting().collection.insert([.full()])
      try await database.flushToDisk()
      #expect(try filmCountInFile(of: home) == 0)
      #expect(
        try await CollectionDatabase(paths: home.paths).openForReading().collection.counts().total
          == 1)
    }
  }

  @Test(arguments: [false, true])
  func flushingWithoutACollectionCreatesNoFiles(isOpen: Bool) async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths, flushPolicy: .onClose)
      if isOpen { _ = try await database.openForReading() }
      try await database.flushToDisk()
      #expect(try home.folder.files().isEmpty)
    }
  }
}
