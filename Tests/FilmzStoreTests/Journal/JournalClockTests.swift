import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// The clocks and installation ids that the journal records.
struct JournalClockTests {
  @Test func clockOfTheJournalOnlyIncreases() async throws {
    let store = try await Stores.inMemory().collection
    let offsets: [TimeInterval] = [0, 10, 10, -3600, -3600, -1e9, 5, 11]
    for (number, seconds) in offsets.enumerated() {
      try await store.insert([.sample("tt\(number + 1)")], at: .sample + seconds)
    }
    let clocks = try await store.journal().map(\.clock)
    #expect(clocks.count == offsets.count)
    #expect(clocks == Set(clocks).sorted())
    #expect(clocks.last == HybridTimestamp(after: nil, now: .sample + 11).rawValue)
  }

  /// 48 bits of milliseconds overflow in the year 10889, as a signed number in 6429.
  @Test(arguments: [13e10, 14.1e10, 25e10, 28.2e10, 1e15])
  func clocksFarInTheFutureDoNotPreventLaterChanges(seconds: TimeInterval) async throws {
    let store = try await Stores.inMemory().collection
    let future = Date(timeIntervalSince1970: seconds)
    try await store.insert([.sample("tt1")], at: future)
    try await store.insert([.sample("tt2")], at: future + 1)
    try await store.reverse(.undo, .newest(1), command: "undo", at: future + 2, force: false)
    #expect(try await store.allIDs() == ["tt1"].map(FilmID.init(unchecked:)))
    try await store.insert([.sample("tt3")], at: .sample)
    try await store.reverse(.undo, .newest(2), command: "undo", at: .sample, force: false)
    #expect(try await store.allIDs() == [])
    let clocks = try await store.journal().map(\.clock)
    #expect(clocks == Set(clocks).sorted())
    #expect(try await store.log(limit: nil).count == 3)
  }

  @Test func changesOfAStepAreOrdered() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert((1...50).map { .sample("tt\($0)") })
    let journal = try await store.journal()
    #expect(journal.map(\.subject) == (1...50).map { "tt\($0)" })
    #expect(journal.map(\.clock) == Set(journal.map(\.clock)).sorted())
    #expect(Set(journal.map(\.id)).count == 50)
  }

  @Test func everyChangeRecordsTheInstallation() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.full()])
    let installation = try #require(try await store.installations().first)
    #expect(UUID(uuidString: installation) != nil)
    #expect(try await store.journal().map(\.installation) == [installation, installation])
  }

  @Test func eachHomeHasItsOwnInstallation() async throws {
    try await Home.with { home in
      try await home.addFilms(["tt1": "A"])
      try await home.addFilms(["tt2": "B"])
      let store = try await CollectionDatabase(paths: home.paths).openForReading().collection
      let installations = try await store.installations()
      #expect(installations.count == 1)
      #expect(try await Set(store.journal().map(\.installation)) == Set(installations))
      #expect(try await Stores.inMemory().collection.installations() != installations)
    }
  }
}
