import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzStore

/// Undo and redo where something was changed past the journal.
struct ReversalConflictTests {
  @discardableResult
  private func reverse(_ move: JournalMove, _ store: CollectionStore, force: Bool = false)
    async throws -> [ReversedStep]
  {
    try await store.reverse(move, .newest(1), command: "\(move)", at: .sample + 9, force: force)
  }

  /// Tells what was changed since, and changes nothing.
  private func expectRefusal(
    _ move: JournalMove, _ store: CollectionStore, of command: String, _ what: String,
    film: String = "The Matrix"
  ) async throws {
    let before = try await store.dumpOfEverything()
    await #expect(throws: StoreError.changedSince(command: command, what: what, film: film)) {
      try await reverse(move, store)
    }
    #expect(try await store.dumpOfEverything() == before)
  }

  /// A full entry, and a step that changes every field of it.
  private func makeStore() async throws -> CollectionStore {
    let store = try await Stores.inMemory().collection
    try await store.insert([.full()])
    try await store.apply("all", at: .sample) { draft in
      try draft.update(.matrix) { entry in
        entry.caption = Caption(title: "Matrix", year: 2000)
        entry.addedAt = .sample + 60
        entry.rating = nil
        entry.audience = .family
        entry.recommendedBy = "Bob"
        entry.notes = nil
        entry.tags = []
      }
    }
    return store
  }

  @Test(arguments: [
    ("rating = 10", "the rating", "Matrix"), ("audience = 'me'", "the audience", "Matrix"),
    ("audience = NULL", "the audience", "Matrix"),
    ("recommendedBy = 'Eve'", "the recommendation", "Matrix"),
    ("notes = 'x'", "the note", "Matrix"),
    ("tags = '[\"x\"]'", "the tags", "Matrix"),
  ])
  func aFieldThatWasChangedIsNamed(edit: String, what: String, film: String) async throws {
    let store = try await makeStore()
    try await store.runSQL("UPDATE entry SET \(edit)")
    try await expectRefusal(.undo, store, of: "all", what, film: film)
  }

  @Test(arguments: ["title", "year", "addedAt", "rating", "recommendedBy", "notes"])
  func forceOverridesItAndTheJournalSaysWhatWasFound(column: String) async throws {
    let store = try await makeStore()
    try await store.runSQL("UPDATE entry SET \(column) = 77")
    try await reverse(.undo, store, force: true)
    #expect(try await store.entry() == .full(viewingsOf: store.entry()))
    let isText = ["title", "recommendedBy", "notes"].contains(column)
    let found = try await store.journal().last?.fields[column]?.old
    #expect(found == (isText ? .text("77") : .integer(77)))
    try await reverse(.redo, store)
    #expect(try await store.entry()?.caption == Caption(title: "Matrix", year: 2000))
    try await reverse(.undo, store)
    #expect(try await store.entry() == .full(viewingsOf: store.entry()))
  }

  @Test func whatTheStepDidNotTouchMayBeOtherwise() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample()])
    try await store.apply("rate 9", at: .sample) { draft in
      try draft.update(.matrix) { $0.rating = Rating(tenths: 90) }
    }
    try await store.runSQL("UPDATE entry SET notes = 'typed elsewhere'")
    try await reverse(.undo, store)
    #expect(try await store.entry() == .sample { $0.notes = "typed elsewhere" })
  }

  // MARK: - What came or went

  private static let second = """
    INSERT INTO viewing (id, film, position, tags)
    VALUES ('22222222-2222-4222-8222-222222222222', 'tt0133093', 5, '[]')
    """

  @Test func anEntryThatIsGoneCannotBeChangedBack() async throws {
    let store = try await makeStore()
    try await store.runSQL("DELETE FROM viewing; DELETE FROM entry")
    try await expectRefusal(.undo, store, of: "all", "the entry")
    #expect(try await reverse(.undo, store, force: true).map(\.changes.count) == [0])
    #expect(try await store.log(limit: nil).map(\.isUndone) == [true, false])
    #expect(try await store.dump().isEmpty)
    #expect(try await store.damage() == nil)
  }

  @Test func anAddedFilmThatIsGoneIsNotTakenOutTwice() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample()])
    try await store.runSQL("DELETE FROM entry")
    try await expectRefusal(.undo, store, of: "add", "the entry")
    #expect(try await reverse(.undo, store, force: true).map(\.changes.count) == [0])
    // It was never taken out, but it can be added again.
    try await reverse(.redo, store)
    #expect(try await store.entry() == .sample())
  }

  @Test func aFilmThatWasSeenSinceIsNotTakenOutWithItsViewing() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample()])
    try await store.runSQL(Self.second)
    try await expectRefusal(.undo, store, of: "add", "a viewing")
    let changes = try await reverse(.undo, store, force: true).flatMap(\.changes)
    #expect(changes.map(\.kind) == [.delete, .delete])
    #expect(changes.map(\.subject.kind) == [.viewing, .film])
    #expect(changes.first?.fields["position"] == .init(old: .integer(5), new: .null))
    #expect(try await store.dump().isEmpty)
  }

  @Test func aFilmThatCameBackIsOverwrittenOnlyByForce() async throws {
    let store = try await Stores.inMemory().collection
    let full = CollectionEntry.full()
    try await store.insert([full])
    try await store.apply("rm", at: .sample) { try $0.delete(.matrix) }
    try await store.runSQL(
      "INSERT INTO entry (id, title, year, addedAt, audience, tags) "
        + "VALUES ('tt0133093', 'Other', NULL, 7, 'me', '[\"x\"]')")
    try await expectRefusal(.undo, store, of: "rm", "the entry", film: "Other")
    let changes = try await reverse(.undo, store, force: true).flatMap(\.changes)
    #expect(changes.map(\.kind) == [.update, .insert])
    #expect(changes.first?.fields["addedAt"]?.old == .integer(7))
    #expect(changes.first?.fields["audience"]?.old == .text("me"))
    #expect(try await store.entry() == full)
  }

  @Test(arguments: ["UPDATE viewing SET note = 'x'", "DELETE FROM viewing"])
  func aViewingThatIsNotAsItWasEnteredIsNotTakenAway(sql: String) async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample()])
    try await store.apply("watched", at: .sample) { try $0.insert(.sample(date: "2024")) }
    try await store.runSQL(sql)
    try await expectRefusal(.undo, store, of: "watched", "a viewing")
    try await reverse(.undo, store, force: true)
    #expect(try await store.entry() == .sample())
  }

  @Test func viewingsOfAFilmThatIsGoneDoNotComeBack() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.full()])
    try await store.apply("unwatched", at: .sample) { try $0.deleteViewings(of: .matrix) }
    try await store.runSQL("DELETE FROM entry")
    try await expectRefusal(.undo, store, of: "unwatched", "the entry", film: "tt0133093")
    try await reverse(.undo, store, force: true)
    #expect(try await store.dump().isEmpty)
    #expect(try await store.damage() == nil)
  }

  @Test func aViewingThatIsThereAgainIsOverwrittenOnlyByForce() async throws {
    let store = try await Stores.inMemory().collection
    let full = CollectionEntry.full()
    try await store.insert([full])
    try await store.apply("unwatched", at: .sample) { try $0.deleteViewings(of: .matrix) }
    let id = try #require(full.viewings.first).id.uuidString
    try await store.runSQL(
      "INSERT INTO viewing (id, film, position, note, tags) VALUES (?, 'tt0133093', 8, 'x', '[]')",
      [id])
    try await expectRefusal(.undo, store, of: "unwatched", "a viewing")
    try await reverse(.undo, store, force: true)
    #expect(try await store.entry() == full)
  }

  @Test func ofSeveralStepsNoneIsUndoneWhereOneCannotBe() async throws {
    let store = try await makeStore()
    try await store.apply("rate 5", at: .sample) { draft in
      try draft.update(.matrix) { $0.rating = Rating(tenths: 50) }
    }
    try await store.runSQL("UPDATE entry SET audience = 'me'")
    let before = try await store.dumpOfEverything()
    await #expect(
      throws: StoreError.changedSince(command: "all", what: "the audience", film: "Matrix")
    ) {
      try await store.reverse(.undo, .newest(3), command: "undo 3", at: .sample, force: false)
    }
    #expect(try await store.dumpOfEverything() == before)
  }

  // MARK: - Anything

  private static let meddling = [
    "UPDATE entry SET rating = 7 WHERE id = :film",
    "UPDATE entry SET title = NULL, year = 5 WHERE id = :film",
    "UPDATE entry SET tags = '[\"zz\"]', addedAt = addedAt + 1 WHERE id = :film",
    "DELETE FROM viewing WHERE film = :film",
    "DELETE FROM viewing WHERE film = :film; DELETE FROM entry WHERE id = :film",
    "UPDATE viewing SET note = 'zz', position = 7 WHERE film = :film",
    "INSERT OR IGNORE INTO entry (id, addedAt, tags) VALUES (:film, 5, '[]')",
    """
    INSERT OR IGNORE INTO viewing (id, film, position, tags)
    SELECT '22222222-2222-4222-8222-22222222222' || substr(id, -1), id, 9, '[]' FROM entry
    WHERE id = :film
    """,
    """
    INSERT OR IGNORE INTO viewing (id, film, position, tags)
    SELECT subject, entry.id, 1, '[]' FROM change JOIN entry ON entry.id = fields ->> '$.film.old'
    WHERE kind = 'delete' AND subjectKind = 'viewing'
    """,
  ]

  @Test(arguments: 201...240)
  func whateverWasChangedNothingBreaksAndTheJournalIsTrue(seed: UInt64) async throws {
    let store = try await Stores.inMemory().collection
    var changes = RandomChanges(seed: seed)
    for _ in 0..<15 { _ = try await changes.next(store) }
    for _ in 0..<8 {
      try await meddle(store, &changes)
      let choice = try await choice(store, &changes)
      let move: JournalMove = changes.random.isOne(of: 3) ? .redo : .undo
      let before = try await store.dumpOfEverything()
      do {
        try await reverseTruly(move, choice, store, force: false)
      } catch StoreError.nothingToReverse {
        continue
      } catch StoreError.changedSince {
        #expect(try await store.dumpOfEverything() == before)
        try await reverseTruly(move, choice, store, force: true)
      }
    }
  }

  private func meddle(_ store: CollectionStore, _ changes: inout RandomChanges) async throws {
    for _ in 0..<Int.random(in: 1...3, using: &changes.random) {
      let film = changes.random.one(of: RandomChanges.films).rawValue
      let sql = changes.random.one(of: Self.meddling)
      try await store.runSQL(sql.replacing(":film", with: "'\(film)'"))
    }
  }

  private func choice(_ store: CollectionStore, _ changes: inout RandomChanges) async throws
    -> CollectionStore.StepChoice
  {
    let steps = try await store.log(limit: nil)
    let isNewest = steps.isEmpty || changes.random.isOne(of: 2)
    return isNewest ? .newest(1) : .step(changes.random.one(of: steps).id)
  }

  /// What the journal says of the reversal leads from what was there to what is there.
  private func reverseTruly(
    _ move: JournalMove, _ choice: CollectionStore.StepChoice, _ store: CollectionStore,
    force: Bool
  ) async throws {
    var replay = try await JournalReplay(tablesOf: store)
    let known = try await store.journal().count
    try await store.reverse(move, choice, command: "", at: .sample, force: force)
    for row in try await store.journal().dropFirst(known) { replay.replay(row) }
    #expect(replay.misfits.isEmpty)
    #expect(try await replay.subjects == JournalReplay(tablesOf: store).subjects)
    #expect(try await store.damage() == nil)
  }
}

extension CollectionEntry {
  /// ``full()`` with the viewings of another, because these get new ids each time.
  fileprivate static func full(viewingsOf other: CollectionEntry?) -> CollectionEntry {
    var entry = full()
    entry.viewings = other?.viewings ?? []
    return entry
  }
}
