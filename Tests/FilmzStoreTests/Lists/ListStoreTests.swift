import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Lists in the collection: their films, names, and counts, and what undo and other installations do to them.
struct ListStoreTests {
  private static let films = ["tt1", "tt2", "tt3", "tt4", "tmdb:movie:1"].map(
    FilmID.init(unchecked:))

  private func makeStore() async throws -> CollectionStore {
    let store = try await Stores.inMemory().collection
    try await store.insert(Self.films.map { .sample($0.rawValue) })
    return store
  }

  private func apply(
    _ store: CollectionStore, after seconds: Double = 1,
    _ body: @escaping @Sendable (JournalTransaction) throws -> Void
  ) async throws {
    try await store.apply("list", at: .sample + seconds, body)
  }

  private func addList(_ store: CollectionStore, _ name: String, _ films: [FilmID]) async throws {
    try await apply(store) { try $0.setFilms(films, of: $0.createList(name)) }
  }

  private func films(_ store: CollectionStore, _ name: String = "Noir") async throws -> [String] {
    try await store.list(named: name).films.map(\.rawValue)
  }

  private func undo(_ store: CollectionStore) async throws {
    try await store.reverse(.undo, .newest(1), command: "undo", at: .sample + 9, force: false)
  }

  private func expectConsistentTables(_ store: CollectionStore) async throws {
    #expect(try await store.differencesFromJournal() == [])
    #expect(try await store.damage() == nil)
  }

  @Test func listsHaveCountsAndTheTimesOfTheirChanges() async throws {
    let store = try await makeStore()
    try await addList(store, "To lend", Array(Self.films[0...2]))
    try await apply(store, after: 5) { try $0.createList("noir", description: "dark") }
    try await apply(store, after: 7) { transaction in
      try transaction.insert(Viewing.sample(film: Self.films[1]))
      try transaction.setDescription("back by May", of: transaction.list(named: "TO LEND"))
    }
    let lists = try await store.lists()
    #expect(lists.map(\.name) == ["noir", "To lend"])
    #expect(lists.map(\.filmCount) == [0, 3] && lists.map(\.seenCount) == [0, 1])
    #expect(lists.map(\.description) == ["dark", "back by May"])
    #expect(lists.map { $0.createdAt.timeIntervalSince(.sample) } == [5, 1])
    #expect(lists.map { $0.changedAt.timeIntervalSince(.sample) } == [5, 7])
    #expect(try await store.list(named: "noir").list == lists[0])
    #expect(try await store.names(ofListsWithAny: [Self.films[1]]) == ["To lend"])
  }

  @Test func namesAreUniqueIgnoringCase() async throws {
    let store = try await makeStore()
    try await addList(store, "Noir", [])
    await #expect(throws: StoreError.listExists(name: "Noir")) {
      try await apply(store) { try $0.createList("NOIR") }
    }
    try await apply(store) { try $0.rename($0.list(named: "noir"), to: "NOIR") }
    #expect(try await store.lists().map(\.name) == ["NOIR"])
    await #expect(throws: StoreError.noSuchList(name: "noirs", near: ["NOIR"])) {
      _ = try await store.list(named: "noirs")
    }
  }

  @Test func removedFilmLeavesAllListsAndUndoRestoresItsPlaces() async throws {
    let store = try await makeStore()
    try await addList(store, "Noir", Self.films)
    try await addList(store, "B", [Self.films[3], Self.films[1]])
    let start = try await store.dump()
    try await apply(store) { try $0.delete(Self.films[1]) }
    #expect(try await films(store) == ["tt1", "tt3", "tt4", "tmdb:movie:1"])
    #expect(try await films(store, "B") == ["tt4"])
    try await undo(store)
    #expect(try await store.dump() == start)
    try await expectConsistentTables(store)
  }

  @Test func removedListIsRestoredByUndoWithItsPlaces() async throws {
    let store = try await makeStore()
    try await addList(store, "Noir", Self.films)
    let start = try await store.dump()
    try await apply(store) { try $0.deleteList($0.list(named: "Noir")) }
    #expect(try await store.lists().isEmpty)
    #expect(try await store.counts().total == 5)
    try await undo(store)
    #expect(try await store.dump() == start)
    try await expectConsistentTables(store)
  }

  @Test func filmThatIsAddedAgainHasTheNewPlace() async throws {
    let store = try await makeStore()
    try await addList(store, "Noir", Array(Self.films[0...2]))
    try await apply(store) { transaction in
      try transaction.setFilms(Array(Self.films[1...2]), of: transaction.list(named: "Noir"))
    }
    try await apply(store) { transaction in
      try transaction.setFilms(
        Array(Self.films[1...2]) + [Self.films[0]], of: transaction.list(named: "Noir"))
    }
    #expect(try await films(store) == ["tt2", "tt3", "tt1"])
    try await expectConsistentTables(store)
  }

  @Test func listsOfTwoInstallationsAreUnited() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert(Self.films.map { .sample($0.rawValue) })
    try await addList(pair.first, "Noir", [Self.films[0], Self.films[1]])
    try await pair.exchange()
    // Both insert a film at the same place, and create a list of the same name.
    for (store, film) in [(pair.first, Self.films[2]), (pair.second, Self.films[3])] {
      try await apply(store, after: 3) { transaction in
        try transaction.setFilms(
          [Self.films[0], film, Self.films[1]], of: transaction.list(named: "Noir"))
      }
    }
    try await addList(pair.first, "B", [Self.films[0]])
    try await addList(pair.second, "b", [Self.films[1]])
    try await pair.exchange()
    let united = try await films(pair.first)
    #expect(united.first == "tt1" && united.last == "tt2" && Set(united).count == 4)
    let names = try await pair.first.lists().map(\.name)
    #expect(names.count == 3 && names.contains { $0.hasSuffix("(2)") })
    for store in [pair.first, pair.second] {
      try await apply(store, after: 20) { transaction in
        let films = try transaction.films(of: transaction.list(named: "Noir"))
        try transaction.setFilms(
          [Self.films[4]] + films.reversed(), of: transaction.list(named: "Noir"))
      }
    }
    try await pair.exchange()
    #expect(try await films(pair.first).count == 5)
  }

  @Test func newPlaceRestoresAFilmButNotARemovedList() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert(Self.films.map { .sample($0.rawValue) })
    try await addList(pair.first, "Noir", [Self.films[0]])
    try await addList(pair.first, "B", [Self.films[0]])
    try await pair.exchange()
    try await apply(pair.first, after: 3) { transaction in
      try transaction.delete(Self.films[1])
      try transaction.deleteList(transaction.list(named: "B"))
    }
    try await apply(pair.second, after: 4) { transaction in
      for name in ["Noir", "B"] {
        try transaction.setFilms(
          [Self.films[0], Self.films[1]], of: transaction.list(named: name))
      }
    }
    try await pair.exchange()
    #expect(try await pair.first.lists().map(\.name) == ["Noir"])
    #expect(try await films(pair.first) == ["tt1", "tt2"])
    #expect(try await pair.first.entry(Self.films[1]) != nil)
  }

  @Test func placesOfAFilmWithTwoIDsAreOnePlace() async throws {
    let store = try await makeStore()
    try await addList(store, "Noir", Self.films)
    let start = try await store.dump()
    try await apply(store) { _ = try $0.identify(Self.films[4], Self.films[0]) }
    #expect(try await films(store).count == 4)
    #expect(try await store.names(ofListsWithAny: [Self.films[0]]) == ["Noir"])
    try await expectConsistentTables(store)
    try await undo(store)
    #expect(try await store.dump() == start)
  }
}
