import FilmzDomain
import Foundation
import Testing

@testable import FilmzStore

/// The changes that the journal records.
struct ChangeJournalTests {
  /// Applies a step and returns the rows that it appends to the journal.
  private func recordedRows(
    _ store: CollectionStore, of command: String,
    _ body: @escaping @Sendable (JournalTransaction) throws -> Void
  ) async throws -> [JournalRow] {
    let previousCount = try await store.journal().count
    try await store.apply(command, at: .sample, body)
    return try await Array(store.journal().dropFirst(previousCount))
  }

  @Test func insertionsRecordNullAsOldValues() async throws {
    let store = try await Stores.inMemory().collection
    let rows = try await recordedRows(store, of: "add") { transaction in
      try transaction.insert(
        .sample(year: 1999) {
          $0.rating = Rating(tenths: 85)
          $0.tags = ["x"]
        })
    }
    let row = try #require(rows.first)
    #expect(rows.count == 1)
    #expect(row.kind == "insert" && row.subjectKind == "entry" && row.subject == "tt0133093")
    #expect(
      row.fields == [
        "title": .init(old: .null, new: .text("The Matrix")),
        "year": .init(old: .null, new: .integer(1999)),
        "addedAt": .init(old: .null, new: .integer(1_700_000_000_000_000)),
        "rating": .init(old: .null, new: .integer(85)),
        "tags": .init(old: .null, new: .list(["x"])),
      ])
  }

  @Test func updatesRecordOldAndNewValuesOfChangedFieldsOnly() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.full()])
    let rows = try await recordedRows(store, of: "rate") { transaction in
      try transaction.update(.matrix) { entry in
        entry.rating = Rating(tenths: 90)
        entry.notes = nil
        entry.audience = .partner
      }
    }
    #expect(rows.map(\.kind) == ["update"])
    #expect(
      rows.first?.fields == [
        "rating": .init(old: .integer(85), new: .integer(90)),
        "notes": .init(old: .text("Great “fun”\nfor two"), new: .null),
      ])
  }

  @Test func deletionsRecordAllFieldsWithNullAsNewValues() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.full()])
    let inserted = try await store.journal()
    let rows = try await recordedRows(store, of: "rm") { transaction in
      try transaction.delete(.matrix)
    }
    #expect(rows.map(\.kind) == ["delete", "delete"])
    #expect(rows.map(\.subjectKind) == ["viewing", "entry"])
    for row in rows {
      let before = try #require(inserted.first { $0.subject == row.subject }).fields
      #expect(row.fields == before.mapValues { .init(old: $0.new, new: .null) })
    }
  }

  @Test func viewingsAreSeparateSubjects() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample()])
    let viewing = Viewing.sample(date: "2024-05") { $0.rating = Rating(tenths: 70) }
    let rows = try await recordedRows(store, of: "watched") { try $0.insert(viewing) }
    let row = try #require(rows.first)
    #expect(row.subjectKind == "viewing" && row.subject == viewing.id.uuidString)
    #expect(row.fields["film"]?.new == .text("tt0133093"))
    #expect(row.fields["date"]?.new == .text("2024-05"))
    #expect(row.fields["rating"]?.new == .integer(70))
    #expect(row.fields["position"]?.new == .integer(1))
    #expect(row.fields["note"] == nil)
  }

  @Test func oneCommandIsOneStep() async throws {
    let store = try await Stores.inMemory().collection
    try await store.apply("add 1-2 --watched", at: .sample) { transaction in
      try transaction.insert(.full())
      try transaction.insert(.sample("tt0113277", "Heat"))
    }
    let steps = try await store.steps()
    let step = try #require(steps.first)
    #expect(steps.count == 1)
    #expect(step.command == "add 1-2 --watched")
    #expect(step.madeAt == 1_700_000_000_000_000)
    #expect(try await store.journal().map(\.step) == [step.id, step.id, step.id])
  }

  @Test func noStepIsRecordedIfNothingChanges() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.full()])
    let stepID = try await store.apply("rate 8.5", at: .sample) { transaction in
      try transaction.update(.matrix) { $0.rating = Rating(tenths: 85) }
      return transaction.stepID
    }
    #expect(stepID == nil)
    try await store.apply("nothing", at: .sample) { _ in }
    #expect(try await store.steps().map(\.command) == ["add"])
  }

  @Test func stepsCanBeContinuedLater() async throws {
    let store = try await Stores.inMemory().collection
    let step = try await store.apply("add", at: .sample) { transaction in
      try transaction.insert(.sample("tt0133093", nil))
      return transaction.stepID
    }
    let id: UUID = try #require(step)
    try await store.apply("facts", at: .sample, continuing: id) { transaction in
      try transaction.update(.matrix) {
        $0.caption = Caption(title: "The Matrix", year: 1999)
      }
    }
    #expect(try await store.steps().map(\.command) == ["add"])
    #expect(try await store.journal().map(\.step) == [id.uuidString, id.uuidString])
  }
}
