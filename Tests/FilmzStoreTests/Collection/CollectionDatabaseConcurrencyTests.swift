import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Several programs that change one home at the same time.
struct CollectionDatabaseConcurrencyTests {
  private static let programCount = 8
  private static let filmsPerProgram = 6

  @Test func concurrentChangesOfANewHomeAreAllRecorded() async throws {
    try await Home.with { home in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for program in 1...Self.programCount {
          group.addTask { try await addFilms(CollectionDatabase(paths: home.paths), program) }
        }
        try await group.waitForAll()
      }
      let stores = try await CollectionDatabase(paths: home.paths).openForReading()
      let total = Self.programCount * Self.filmsPerProgram
      let ids = try await stores.collection.ids(matching: CollectionQuery())
      #expect(ids.count == total)
      #expect(try await stores.cache.films(ids).count == total)
      let journal = try await stores.collection.journal()
      #expect(Set(journal.map(\.subject)) == Set(ids.map(\.rawValue)))
      #expect(journal.map(\.clock) == Set(journal.map(\.clock)).sorted())
      #expect(try await stores.collection.steps().count == total)
      #expect(try await stores.collection.installations().count == 1)
    }
  }

  private func addFilms(_ database: CollectionDatabase, _ program: Int) async throws {
    for number in 1...Self.filmsPerProgram {
      let id = FilmID(unchecked: "tt\(1_000_000 + program * 100 + number)")
      let stores = try await database.openForWriting()
      try await stores.cache.store(
        [Film(id: id, title: "Film \(number)", origin: .omdb)], at: Date())
      try await stores.collection.apply("add", at: .sample) { transaction in
        try transaction.insert(.sample(id.rawValue, "Film \(number)"))
      }
    }
  }

  @Test func onlyOneOfSeveralProgramsCanAddTheSameFilm() async throws {
    try await Home.with { home in
      let results = await withTaskGroup(of: StoreError?.self) { group in
        for _ in 1...Self.programCount {
          group.addTask {
            let database = CollectionDatabase(paths: home.paths)
            do {
              try await database.openForWriting().collection.insert([.sample()])
              return nil
            } catch {
              return error as? StoreError
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(results.count { $0 == nil } == 1)
      let errors = results.compactMap(\.self)
      #expect(errors.allSatisfy { $0 == .alreadyInCollection(title: "The Matrix") })
      let store = try await CollectionDatabase(paths: home.paths).openForReading().collection
      #expect(try await store.counts().total == 1)
      #expect(try await store.journal().count == 1)
    }
  }
}
