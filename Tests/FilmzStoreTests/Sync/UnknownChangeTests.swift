import FilmzDomain
import Foundation
import GRDB
import Testing

@testable import FilmzStore

/// Journals with changes of a newer version.
struct UnknownChangeTests {
  private static let step = "99999999-9999-4999-8999-999999999999"

  /// Changes that a newer version may write: kind, kind of the subject, subject, and fields.
  private static let unknownChanges = [
    ["identify", "entry", "tt0133093", #"{"rating":{"old":null,"new":85}}"#],
    ["", "entry", "tt0133093", "{}"],
    ["update", "list", "favourites", #"{"title":{"old":null,"new":"x"}}"#],
    ["update", "entry", "tt0133093", #"{"mood":{"old":null,"new":"x"}}"#],
    ["update", "entry", "tt0133093", #"{"id":{"old":"tt1","new":"tt0133093"}}"#],
    ["update", "entry", "tt0133093", #"{"rating = 0; DROP TABLE viewing; --":{"old":1,"new":2}}"#],
    ["update", "entry", "tt0133093", #"{"rating":{"old":8.25,"new":85}}"#],
    ["update", "entry", "tt0133093", #"{"rating":{"old":{"is":1},"new":85}}"#],
    ["update", "entry", "tt0133093", #"{"tags":{"old":[1,2],"new":[]}}"#],
    ["update", "entry", "tt0133093", #"{"rating":5}"#], ["update", "entry", "tt0133093", "[]"],
    ["update", "viewing", "x", "null"],
  ]

  /// Returns a store whose second step consists of a change of a newer version.
  private func makeStore(_ change: [String]) async throws -> CollectionStore {
    let store = try await Stores.inMemory().collection
    try await store.insert([.full()])
    try await store.runSQL(
      """
      INSERT INTO step (id, installation, madeAt, command, isOwn)
      SELECT ?, id, 1700000001000000, 'mood . x', 1 FROM installation
      """, [Self.step])
    try await store.runSQL(
      """
      INSERT INTO change (id, step, installation, clock, kind, subjectKind, subject, fields)
      SELECT 'c', ?, id, 111411200000099999, ?, ?, ?, ? FROM installation
      """, [Self.step] + StatementArguments(change))
    return store
  }

  private func undo(_ count: Int, _ store: CollectionStore, force: Bool = false) async throws {
    try await store.reverse(.undo, .newest(count), command: "undo", at: .sample + 9, force: force)
  }

  @Test(arguments: unknownChanges)
  func unknownChangesAreLoggedAndCannotBeUndoneEvenWithForce(change: [String]) async throws {
    let store = try await makeStore(change)
    #expect(try await store.log(limit: nil).map(\.command) == ["mood . x", "add"])
    let before = try await store.dumpOfEverything()
    for force in [false, true] {
      await #expect(throws: StoreError.unknownStep(.undo, command: "mood . x")) {
        try await undo(1, store, force: force)
      }
    }
    #expect(try await store.dumpOfEverything() == before)
  }

  @Test(arguments: unknownChanges)
  func laterAndOlderStepsCanBeUndone(change: [String]) async throws {
    for force in [false, true] {
      let store = try await makeStore(change)
      let start = try await store.dump()
      try await store.apply("rate 5", at: .sample + 2) { transaction in
        try transaction.update(.matrix) { $0.rating = Rating(tenths: 50) }
      }
      try await undo(2, store, force: force)
      #expect(try await store.dump() == start)
      #expect(try await store.log(limit: nil).map(\.isUndone) == [true, false, false])
      let (steps, refusals) = try await store.reverse(
        .undo, .newest(2), command: "undo", at: .sample + 9, force: force)
      #expect(steps.map(\.step.command) == ["add"])
      #expect(refusals == [.unknownStep(.undo, command: "mood . x")])
      #expect(try await store.dump().isEmpty)
      #expect(try await store.log(limit: nil).map(\.isUndone) == [true, false, true])
    }
  }

  @Test(arguments: unknownChanges)
  func listsAndNewChangesStillWork(change: [String]) async throws {
    let store = try await makeStore(change)
    #expect(try await store.find(CollectionQuery()).ids == [.matrix])
    try await store.insert([.sample("tt1", "Alpha", addedAt: .sample + 60)])
    #expect(try await store.find(CollectionQuery()).ids.map(\.rawValue) == ["tt1", "tt0133093"])
  }

  @Test func stepWithOneUnknownChangeIsNotUndonePartially() async throws {
    let store = try await makeStore(["identify", "entry", "tt0133093", "{}"])
    try await store.runSQL(
      """
      INSERT INTO change (id, step, installation, clock, kind, subjectKind, subject, fields)
      SELECT 'd', ?, id, 111411200000199999, 'update', 'film', 'tt0133093',
        '{"rating":{"old":10,"new":85}}' FROM installation
      """, [Self.step])
    let before = try await store.dumpOfEverything()
    await #expect(throws: StoreError.unknownStep(.undo, command: "mood . x")) { try await undo(1, store) }
    #expect(try await store.dumpOfEverything() == before)
  }

  @Test(arguments: [
    #"{"rating":{"old":500,"new":85}}"#, #"{"rating":{"old":"abc","new":85}}"#,
    #"{"audience":{"old":"neighbours","new":"partner"}}"#,
    #"{"addedAt":{"old":null,"new":1700000000000000}}"#,
  ])
  func invalidOldValuesAreNotWritten(fields: String) async throws {
    let store = try await makeStore(["update", "entry", "tt0133093", fields])
    let before = try await store.dump()
    try await undo(1, store)
    #expect(try await store.dump() == before)
    #expect(try await store.differencesFromJournal().isEmpty)
  }

  @Test(arguments: ["x'; DROP TABLE entry; --", "id", "rating = 1, notes", "Rating", ""])
  func onlyColumnNamesAreUsedInSQL(name: String) async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.full()])
    let before = try await store.dumpOfEverything()
    for kind in [Change.Kind.insert, .update, .delete] {
      let change = Change(
        kind: kind, subject: .init(.entry, "tt0133093"),
        fields: [name: .init(old: .null, new: .integer(1))])
      await #expect(throws: StoreError.unknownChange) {
        try await store.write { try JournalSubject.entry.perform(change, $0) }
      }
    }
    #expect(try await store.dumpOfEverything() == before)
  }

  @Test(arguments: SubjectRegistry.standard.all.map(\.kind.rawValue))
  func fieldsOfASubjectAreTheColumnsOfItsTable(kind: String) async throws {
    let store = try await Stores.inMemory().collection
    let subject = try #require(SubjectRegistry.standard[.init(rawValue: kind)])
    let columns = try await store.connection.database.read {
      // Generated columns are hidden.
      try String.fetchAll(
        $0, sql: "SELECT name FROM pragma_table_info(?)", arguments: [subject.table])
    }
    #expect(Set(columns) == Set(subject.fields.map(\.name) + ["id"]))
  }
}
