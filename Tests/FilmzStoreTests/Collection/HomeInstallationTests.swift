import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// The installation id that a home records with its changes.
struct HomeInstallationTests {
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
    ).steps.map(\.step.command)
  }

  @Test func idIsUnchangedBetweenRuns() async throws {
    try await Home.with { home in
      for number in 1...3 { try await add(number, home) }
      let store = try await store(home)
      let installations = try await store.installations()
      #expect(installations.count == 1)
      #expect(try await Set(store.journal().map(\.installation)) == Set(installations))
    }
  }

  @Test func copiedHomeGetsANewIDAndCanUndoEarlierSteps() async throws {
    try await Home.with { home in
      try await add(1, home)
      try await Home.with { copiedHome in
        for folder in ["data", "state"] {
          try FileManager.default.copyItem(
            at: home.folder.url(of: folder), to: copiedHome.folder.url(of: folder))
        }
        try await add(2, copiedHome)
        let before = try await store(home).installations()
        let after = try await store(copiedHome).installations()
        #expect(after.count == 2 && after.first == before.first)
        #expect(try await store(copiedHome).journal().last?.installation == after.last)
        #expect(try await store(copiedHome).log(limit: nil).count == 2)
        #expect(try await undo(copiedHome) == ["add", "add"])
      }
    }
  }

  @Test func restoredCollectionGetsANewID() async throws {
    try await Home.with { home in
      try await add(1, home)
      let database = CollectionDatabase(paths: home.paths)
      let backup = try await database.backUp(at: .sample)
      try await add(2, home)
      _ = try await database.restore(backup, at: .sample + 60)
      // A database that is already open also uses the new id.
      try await database.openForWriting().collection.insert(
        [.sample("tt3", "Film 3")], at: .sample + 70)
      let installations = try await store(home).installations()
      #expect(installations.count == 2)
      #expect(try await store(home).journal().last?.installation == installations.last)
      #expect(try await store(home).journal().map(\.subject) == ["tt1", "tt3"])
      #expect(try await Set(store(home).journal().map(\.installation)) == Set(installations))
    }
  }

  @Test func replacedCollectionFileGetsANewID() async throws {
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

  @Test func idOfTheCollectionIsUsedIfTheStateFolderCannotBeCreated() async throws {
    try await Home.with { home in
      try await add(1, home)
      try FileManager.default.removeItem(at: home.folder.url(of: "state"))
      try home.folder.write("", to: "state")
      for number in 2...3 { try await add(number, home) }
      #expect(try await store(home).installations().count == 1)
      #expect(try await store(home).counts().total == 3)
    }
  }

  @Test func readingCreatesNoID() async throws {
    try await Home.with { home in
      _ = try await store(home).log(limit: nil)
      #expect(!home.folder.exists("state"))
    }
  }
}
