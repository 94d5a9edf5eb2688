package import FilmzDomain
package import Foundation
import GRDB

/// A step of changes in the making, inside the transaction that will commit it.
///
/// Reads what is there, and turns each change of it into a ``Change`` that is performed and
/// journaled at once. The step comes into the journal with its first change.
package final class CollectionDraft {
  /// When the step is made.
  package let now: Date
  private let db: Database
  private let command: String
  private let step: UUID
  private var isJournaled: Bool

  /// A new step, or the continuation of one that is in the journal already.
  init(_ db: Database, command: String, now: Date, continuing step: UUID? = nil) {
    self.db = db
    self.command = command
    self.now = now
    self.step = step ?? UUID()
    isJournaled = step != nil
  }

  /// The step's id, once there was a change.
  package var stepID: UUID? { isJournaled ? step : nil }

  /// The film's entry as it is in this transaction.
  package func entry(_ id: FilmID) throws -> CollectionEntry? {
    try CollectionStore.fetchEntries([id], db).first
  }

  /// Takes a film into the collection, with its viewings.
  ///
  /// - Throws: ``StoreError/alreadyInCollection(title:)``.
  package func insert(_ entry: CollectionEntry) throws {
    guard try self.entry(entry.id) == nil else {
      throw StoreError.alreadyInCollection(title: entry.caption?.title ?? entry.id.rawValue)
    }
    try record(.insert, .init(.film, entry.id.rawValue), from: [:], to: entry.fields)
    for viewing in entry.viewings { try insert(viewing) }
  }

  /// Takes a film and its viewings out of the collection.
  package func delete(_ entry: CollectionEntry) throws {
    for viewing in entry.viewings { try delete(viewing) }
    try record(.delete, .init(.film, entry.id.rawValue), from: entry.fields, to: [:])
  }

  /// Changes what is mine of a film; fields that stay the same are not journaled.
  package func update(_ old: CollectionEntry, _ edit: (inout CollectionEntry) throws -> Void) throws
  {
    var new = old
    try edit(&new)
    try record(.update, .init(.film, old.id.rawValue), from: old.fields, to: new.fields)
  }

  /// Adds a viewing.
  package func insert(_ viewing: Viewing) throws {
    var fields = viewing.fields
    fields["enteredAt"] = .integer(now.microseconds)
    try record(.insert, .init(.viewing, viewing.id.uuidString), from: [:], to: fields)
  }

  /// Takes a viewing away.
  package func delete(_ viewing: Viewing) throws {
    var fields = viewing.fields
    let enteredAt = try Int64.fetchOne(
      db, sql: "SELECT enteredAt FROM viewing WHERE id = ?", arguments: [viewing.id.uuidString])
    fields["enteredAt"] = enteredAt.map(FieldValue.integer)
    try record(.delete, .init(.viewing, viewing.id.uuidString), from: fields, to: [:])
  }

  private func record(
    _ kind: Change.Kind, _ subject: Change.Subject, from old: [String: FieldValue],
    to new: [String: FieldValue]
  ) throws {
    var fields: [String: Change.FieldChange] = [:]
    for name in Set(old.keys).union(new.keys) {
      let before = old[name] ?? .null
      let after = new[name] ?? .null
      if before != after { fields[name] = Change.FieldChange(old: before, new: after) }
    }
    guard !fields.isEmpty else { return }
    let change = Change(kind: kind, subject: subject, fields: fields)
    try CollectionStore.perform(change, db)
    try journal(change)
  }

  private func journal(_ change: Change) throws {
    if !isJournaled {
      try db.execute(
        sql: "INSERT INTO step (id, madeAt, command) VALUES (?, ?, ?)",
        arguments: [step.uuidString, now.microseconds, command])
      isJournaled = true
    }
    let last = try Int64.fetchOne(db, sql: "SELECT max(clock) FROM change")
    let clock = HybridTimestamp(after: last.map(HybridTimestamp.init(rawValue:)), now: now)
    try db.execute(
      sql: """
        INSERT INTO change (id, step, installation, clock, kind, subjectKind, subject, fields)
        SELECT ?, ?, id, ?, ?, ?, ?, ? FROM installation
        """,
      arguments: [
        change.id.uuidString, step.uuidString, clock.rawValue, change.kind.rawValue,
        change.subject.kind.rawValue, change.subject.id,
        String(decoding: try JSONEncoder().encode(change.fields), as: UTF8.self),
      ])
  }
}
