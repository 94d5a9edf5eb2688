import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzStore

/// What is on the disk when.
struct DurabilityTests {
  /// The films that the file itself has, without the log beside it.
  private func filmsInFile(of home: Home) throws -> Int {
    let copy = home.folder.path(of: "copy-\(UUID().uuidString)")
    try FileManager.default.copyItem(atPath: home.folder.path(of: Home.collection), toPath: copy)
    return try DatabaseQueue(path: copy).read { db in
      try db.tableExists("entry") ? Int.fetchOne(db, sql: "SELECT count(*) FROM entry") ?? 0 : 0
    }
  }

  @Test(arguments: [(Durability.everyChange, 2), (.atEnd, 1)])
  func everyChangeIsSyncedUnlessThatIsPutOff(durability: Durability, level: Int) async throws {
    try await Home.with { home in
      let library = Library(paths: home.paths, durability: durability)
      let found = try await library.writing().collection.connection.database.read { db in
        try Int.fetchOne(db, sql: "PRAGMA main.synchronous")
      }
      #expect(found == level)
    }
  }

  @Test func whatWasPutOffIsSettledWithoutTouchingTheFile() async throws {
    try await Home.with { home in
      let library = Library(paths: home.paths, durability: .atEnd)
      try await library.settle()
      try await library.writing().collection.insert([.full(), .sample("tt1", "Alpha")])
      try await library.settle()
      try await library.settle()
      #expect(try filmsInFile(of: home) == 0)
      #expect(try await library.reading().collection.counts().total == 2)
    }
  }

  @Test func whatIsSyncedWithEveryChangeStaysInTheLog() async throws {
    try await Home.with { home in
      let library = Library(paths: home.paths)
      try await library.writing().collection.insert([.full()])
      try await library.settle()
      #expect(try filmsInFile(of: home) == 0)
      #expect(try await Library(paths: home.paths).reading().collection.counts().total == 1)
    }
  }

  @Test(arguments: [false, true])
  func whereThereIsNoCollectionNothingIsMade(isOpen: Bool) async throws {
    try await Home.with { home in
      let library = Library(paths: home.paths, durability: .atEnd)
      if isOpen { _ = try await library.reading() }
      try await library.settle()
      #expect(try home.folder.files().isEmpty)
    }
  }
}
