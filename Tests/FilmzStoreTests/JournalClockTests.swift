import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Who made a change and when, as the journal keeps it.
struct JournalClockTests {
  @Test func theClockOfTheJournalOnlyGrows() async throws {
    let store = try await Stores.inMemory().collection
    let moments: [TimeInterval] = [0, 10, 10, -3600, -3600, -1e9, 5, 11]
    for (number, seconds) in moments.enumerated() {
      try await store.insert([.sample("tt\(number + 1)")], at: .sample + seconds)
    }
    let clocks = try await store.journal().map(\.clock)
    #expect(clocks.count == moments.count)
    #expect(clocks == Set(clocks).sorted())
    #expect(clocks.last == HybridTimestamp(after: nil, now: .sample + 11).rawValue)
  }

  @Test func changesOfOneStepHaveTheirOrder() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert((1...50).map { .sample("tt\($0)") })
    let journal = try await store.journal()
    #expect(journal.map(\.subject) == (1...50).map { "tt\($0)" })
    #expect(journal.map(\.clock) == Set(journal.map(\.clock)).sorted())
    #expect(Set(journal.map(\.id)).count == 50)
  }

  @Test func everyChangeNamesTheInstallation() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.full()])
    let installation = try #require(try await store.installations().first)
    #expect(UUID(uuidString: installation) != nil)
    #expect(try await store.journal().map(\.installation) == [installation, installation])
  }

  @Test func theInstallationStaysAndIsAnotherInAnotherHome() async throws {
    try await Home.with { home in
      try await home.makeCollection(["tt1": "A"])
      try await home.makeCollection(["tt2": "B"])
      let store = try await Library(paths: home.paths).reading().collection
      let here = try await store.installations()
      #expect(here.count == 1)
      #expect(try await Set(store.journal().map(\.installation)) == Set(here))
      #expect(try await Stores.inMemory().collection.installations() != here)
    }
  }
}
