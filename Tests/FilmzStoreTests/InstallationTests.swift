import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// The id under which a home changes its collection.
struct InstallationTests {
  private func add(_ number: Int, _ home: Home) async throws {
    try await CollectionDatabase(paths: home.paths).openForWriting().collection.insert(
      [.sample("tt\(number)", "Film \(number)")], at: .sample + Double(number))
  }

  private func store(_ home: Home) async throws -> CollectionStore {
    try await CollectionDatabase(paths: home.paths).openForReading().collection
  }

  private func undo(_ home: Home) async throws -> [String] {
    try await CollectionDatabase(paths: home.paths).openForWriting().collection.reverse(
      .undo, .newest(9), command: "undo", at: .sample + 99, force: false
    ).map(\.step.command)
  }

  @Test func itStaysTheSameFromOneStartToTheNext() async throws {
    try await Home.with { home in
      for number in 1...3 { try await add(number, home) }
      let store = try await store(home)
      let installations = try await store.installations()
      #expect(installations.count == 1)
      #expect(try await Set(store.journal().map(\.installation)) == Set(installations))
    }
  }

  @Test func aCopiedHomeGetsAnotherOneAndCanUndoWhatItBrought() async throws {
    try await Home.with { home in
      try await add(1, home)
      try await Home.with { other in
        for folder in ["data", "state"] {
          try FileManager.default.copyItem(
            at: home.folder.url(of: folder), to: other.folder.url(of: folder))
        }
        try await add(2, other)
        let before = try await store(home).installations()
        let after = try await store(other).installations()
        #expect(after.count == 2 && after.first == before.first)
        #expect(try await store(other).journal().last?.installation == after.last)
        #expect(try await store(other).log(limit: nil).count == 2)
        #expect(try await undo(other) == ["add", "add"])
      }
    }
  }

  @Test func aRestoredCollectionGetsAnotherOne() async throws {
    try await Home.with { home in
      try await add(1, home)
      let database = CollectionDatabase(paths: home.paths)
      let backup = try await database.backUp(at: .sample)
      try await add(2, home)
      _ = try await database.restore(backup, at: .sample + 60)
      // A program that has the collection open writes under the new id too.
      try await database.openForWriting().collection.insert(
        [.sample("tt3", "Film 3")], at: .sample + 70)
      let installations = try await store(home).installations()
      #expect(installations.count == 2)
      #expect(try await store(home).journal().last?.installation == installations.last)
      #expect(try await store(home).journal().map(\.subject) == ["tt1", "tt3"])
      #expect(try await Set(store(home).journal().map(\.installation)) == Set(installations))
    }
  }

  @Test func aFileThatAnotherOneReplacedGetsAnotherOne() async throws {
    try await Home.with { home in
      try await add(1, home)
      try home.runSQL("VACUUM INTO '\(home.folder.path(of: "copy"))'", on: Home.collection)
      for suffix in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(at: home.folder.url(of: Home.collection + suffix))
      }
      try #require(rename(home.folder.path(of: "copy"), home.folder.path(of: Home.collection)) == 0)
      try await add(2, home)
      #expect(try await store(home).installations().count == 2)
    }
  }

  @Test func withoutAStateFolderTheCollectionKeepsItsOwn() async throws {
    try await Home.with { home in
      try await add(1, home)
      try FileManager.default.removeItem(at: home.folder.url(of: "state"))
      try home.folder.write("", to: "state")
      for number in 2...3 { try await add(number, home) }
      #expect(try await store(home).installations().count == 1)
      #expect(try await store(home).counts().total == 3)
    }
  }

  @Test func readingMakesNone() async throws {
    try await Home.with { home in
      _ = try await store(home).log(limit: nil)
      #expect(!home.folder.exists("state"))
    }
  }
}
