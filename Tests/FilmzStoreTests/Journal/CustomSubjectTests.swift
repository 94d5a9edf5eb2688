import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzStore

/// Journal subjects that only these tests declare: shelves of films, and their ordered items.
struct CustomSubjectTests {
  private static let shelf = JournalSubject(
    .init(rawValue: "shelf"), table: "shelf", identity: .ownID,
    fields: [.init("name", .text, isRequired: true, label: "name")],
    noun: "shelf", nameField: "name")

  private static let shelfItem = JournalSubject(
    .init(rawValue: "shelfItem"), table: "shelfItem", identity: .parents,
    fields: [
      .init("shelf", .text, isRequired: true), .init("film", .text, isRequired: true),
      .init("position", .text, isRequired: true, label: "position"),
    ],
    parents: [
      (field: "shelf", kind: shelf.kind, restoresParent: true),
      (field: "film", kind: .entry, restoresParent: true),
    ],
    noun: "place")

  private static let tables = """
    CREATE TABLE shelf (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT;
    CREATE TABLE shelfItem (
      id TEXT PRIMARY KEY NOT NULL, shelf TEXT NOT NULL, film TEXT NOT NULL, position TEXT NOT NULL
    ) STRICT;
    """

  private static let films = ["tt1", "tt2", "tmdb:movie:1"].map(FilmID.init(unchecked:))

  /// Returns a store with the tables of shelves, and their subjects in the journal.
  private func makeStore() async throws -> CollectionStore {
    let memory = try await Stores.inMemory().collection
    try await memory.runSQL(Self.tables)
    return CollectionStore(
      connection: memory.connection,
      subjects: SubjectRegistry(SubjectRegistry.standard.all + [Self.shelf, Self.shelfItem]))
  }

  private func shelfSubject(_ id: String) -> Change.Subject { .init(Self.shelf.kind, id) }

  private func addItem(
    _ store: CollectionStore, _ film: FilmID, in shelf: String, at position: String,
    after seconds: Double
  ) async throws {
    try await store.apply("shelf add", at: .sample + seconds) { transaction in
      try transaction.upsert(
        .init(Self.shelfItem.kind, "\(shelf) \(film)"),
        ["shelf": .text(shelf), "film": .text(film.rawValue), "position": .text(position)])
    }
  }

  private func create(_ store: CollectionStore, _ shelf: String, at seconds: Double) async throws {
    let subject = shelfSubject(shelf)
    try await store.apply("shelf create", at: .sample + seconds) { transaction in
      try transaction.upsert(subject, ["name": .text("Noir \(shelf)")])
    }
  }

  private func delete(_ store: CollectionStore, _ subject: Change.Subject, at seconds: Double)
    async throws
  {
    try await store.apply("delete", at: .sample + seconds) { try $0.delete(subject) }
  }

  private func undo(_ store: CollectionStore) async throws -> [ReversedStep] {
    try await store.reverse(.undo, .newest(1), command: "undo", at: .sample + 900, force: false).steps
  }

  /// Returns the shelf, film, and position of each item.
  private func items(_ store: CollectionStore) async throws -> [String] {
    try await store.connection.database.read { db in
      try String.fetchAll(
        db,
        sql:
          "SELECT shelf || ' ' || film || ' ' || position FROM shelfItem ORDER BY shelf, position")
    }
  }

  private func expectConsistentTables(_ store: CollectionStore) async throws {
    let differences = try await store.differencesFromJournal()
    try #require(differences.isEmpty, "\(differences)")
  }

  /// Returns a store with three films and the shelf `n`, which contains the first two.
  private func makeShelf() async throws -> CollectionStore {
    let store = try await makeStore()
    try await store.insert(Self.films.map { .sample($0.rawValue) })
    try await create(store, "n", at: 1)
    for (number, film) in Self.films.prefix(2).enumerated() {
      try await addItem(store, film, in: "n", at: "0.\(number + 1)", after: Double(2 + number))
    }
    return store
  }

  @Test func deletingAShelfDeletesItsItemsAndUndoRestoresThem() async throws {
    let store = try await makeShelf()
    let before = try await items(store)
    try await delete(store, shelfSubject("n"), at: 10)
    #expect(try await items(store).isEmpty)
    try await expectConsistentTables(store)
    let undone = try await undo(store)
    #expect(try await items(store) == before)
    #expect(
      undone.first?.changes.map(\.change.subject.kind.rawValue) == [
        "shelf", "shelfItem", "shelfItem",
      ])
    #expect(undone.first?.changes.map { $0.film?.rawValue } == [nil, "tt1", "tt2"])
    try await expectConsistentTables(store)
  }

  @Test func removingAFilmDeletesItsShelfItemsAndUndoRestoresThem() async throws {
    let store = try await makeShelf()
    let before = try await items(store)
    try await store.apply("rm", at: .sample + 10) { try $0.delete(FilmID(unchecked: "tt1")) }
    #expect(try await items(store) == ["n tt2 0.2"])
    _ = try await undo(store)
    #expect(try await items(store) == before)
    try await expectConsistentTables(store)
  }

  @Test func itemsOfAFilmWithTwoIDsAreMerged() async throws {
    let store = try await makeShelf()
    try await addItem(store, Self.films[2], in: "n", at: "0.9", after: 5)
    try await store.apply("identify", at: .sample + 10) { transaction in
      _ = try transaction.identify(Self.films[2], Self.films[0])
    }
    #expect(try await items(store) == ["n tt2 0.2", "n tt1 0.9"])
    try await expectConsistentTables(store)
    _ = try await undo(store)
    #expect(try await items(store) == ["n tt1 0.1", "n tt2 0.2", "n tmdb:movie:1 0.9"])
    try await expectConsistentTables(store)
  }

  @Test func itemIsDeletedUnderAllIDsOfItsFilm() async throws {
    let store = try await makeShelf()
    try await addItem(store, Self.films[2], in: "n", at: "0.9", after: 5)
    try await store.apply("identify", at: .sample + 10) { transaction in
      _ = try transaction.identify(Self.films[2], Self.films[0])
    }
    try await delete(store, .init(Self.shelfItem.kind, "n tt1"), at: 11)
    #expect(try await items(store) == ["n tt2 0.2"])
    try await expectConsistentTables(store)
  }

  @Test func logHasTheFilmsOfItemsButNoneForShelves() async throws {
    let store = try await makeShelf()
    #expect(
      try await store.log(limit: 3).map { $0.films.map(\.rawValue) } == [["tt2"], ["tt1"], []])
  }

  @Test(arguments: Seeds.of(601...616))
  func shelvesOfTwoInstallationsConverge(seed: UInt64) async throws {
    var random = SplitMix(seed)
    let stores = [try await makeStore(), try await makeStore()]
    for round in 0..<50 {
      let index = random.chance(oneIn: 2) ? 0 : 1
      try await performRandomAction(on: stores[index], at: Double(round), &random)
      if random.chance(oneIn: 4) {
        try await stores[1 - index].sendSome(to: stores[index], &random)
      }
      try await expectConsistentTables(stores[index])
    }
    for _ in 0..<2 {
      try await stores[0].send(to: stores[1])
      try await stores[1].send(to: stores[0])
    }
    for store in stores { try await expectConsistentTables(store) }
    #expect(try await items(stores[0]) == items(stores[1]))
    #expect(try await stores[0].dump() == stores[1].dump())
  }

  private func performRandomAction(
    on store: CollectionStore, at seconds: Double, _ random: inout SplitMix
  ) async throws {
    let film = random.element(of: Self.films)
    let shelf = random.element(of: ["a", "b"])
    let canonical = try await store.canonicalIDs(of: [film])[film] ?? film
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      _ = try? await store.reverse(
        random.chance(oneIn: 3) ? .redo : .undo, .newest(2), command: "undo", at: .sample + seconds,
        force: random.chance(oneIn: 2))
    case 1: try await delete(store, shelfSubject(shelf), at: seconds)
    case 2: try await delete(store, .init(.entry, canonical.rawValue), at: seconds)
    case 3:
      try await delete(store, .init(Self.shelfItem.kind, "\(shelf) \(canonical)"), at: seconds)
    case 4:
      try await store.apply("identify", at: .sample + seconds) { transaction in
        _ = try transaction.identify(Self.films[0], Self.films[2])
      }
    case 5: try await create(store, shelf, at: seconds)
    default:
      try await create(store, shelf, at: seconds)
      try? await store.insert([.sample(canonical.rawValue)], at: .sample + seconds)
      let position = "0.\(random.next() % 9)"
      let subject = Change.Subject(Self.shelfItem.kind, "\(shelf) \(canonical)")
      try await store.apply("shelf move", at: .sample + seconds) { transaction in
        guard try transaction.fields(of: subject) == nil else {
          return try transaction.upsert(subject, ["position": .text(position)])
        }
        try transaction.upsert(
          subject,
          [
            "shelf": .text(shelf), "film": .text(canonical.rawValue), "position": .text(position),
          ])
      }
    }
  }
}
