package import FilmzDomain
package import Foundation
import GRDB

/// A step of changes in the making, inside the transaction that will commit it.
///
/// Reads what is there, and turns each change of it into a ``Change`` that is performed and
/// journaled at once, with the values that it found. The step comes into the journal with its first
/// change. For example:
///
/// ```swift
/// try await store.apply("rate 1 9", at: now) { draft in
///   try draft.update(id) { $0.rating = Rating(tenths: 90) }
/// }
/// ```
package final class CollectionDraft {
  /// When the step is made.
  package let now: Date
  let db: Database
  private let command: String
  private let step: UUID
  /// The step that this one takes back or repeats.
  private let reversed: String?
  private var isJournaled: Bool
  private var number: Int64?
  /// Entries as they are in this transaction, once they were looked at.
  private var known: [FilmID: CollectionEntry?] = [:]

  /// A new step, or the continuation of one that is in the journal already.
  init(
    _ db: Database, command: String, now: Date, continuing step: UUID? = nil,
    reversing reversed: String? = nil
  ) {
    self.db = db
    self.command = command
    self.now = now
    self.step = step ?? .timeOrdered(at: now)
    self.reversed = reversed
    isJournaled = step != nil
  }

  /// The step's id, once there was a change.
  package var stepID: UUID? { isJournaled ? step : nil }

  /// The film's entry as it is in this transaction.
  package func entry(_ id: FilmID) throws -> CollectionEntry? {
    if let entry = known[id] { return entry }
    let entry = try CollectionStore.fetchEntry(id, db)
    known[id] = .some(entry)
    return entry
  }

  /// Takes a film into the collection, with its viewings.
  ///
  /// - Throws: ``StoreError/alreadyInCollection(title:)``.
  package func insert(_ entry: CollectionEntry) throws {
    if let present = try self.entry(entry.id) {
      let caption = entry.caption ?? present.caption
      throw StoreError.alreadyInCollection(title: caption?.title ?? entry.id.rawValue)
    }
    try record(.insert, .init(.film, entry.id.rawValue), from: [:], to: entry.fields)
    for viewing in entry.viewings { try insert(viewing) }
    known[entry.id] = .some(entry)
  }

  /// Takes a film and its viewings out of the collection.
  ///
  /// - Throws: ``StoreError/notInCollection(title:)``.
  package func delete(_ id: FilmID) throws {
    let entry = try present(id)
    for viewing in entry.viewings { try delete(viewing) }
    try record(.delete, .init(.film, id.rawValue), from: entry.fields, to: [:])
    known[id] = .some(nil)
  }

  /// Changes what is mine of a film but its viewings; fields that stay the same are not journaled.
  ///
  /// - Throws: ``StoreError/notInCollection(title:)``, or what `edit` throws.
  package func update(_ id: FilmID, _ edit: (inout CollectionEntry) throws -> Void) throws {
    let old = try present(id)
    var new = old
    try edit(&new)
    try record(.update, .init(.film, id.rawValue), from: old.fields, to: new.fields)
    known[id] = .some(new)
  }

  /// Adds a viewing behind the film's others.
  package func insert(_ viewing: Viewing) throws {
    let last = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(position) FROM viewing WHERE film = ?"),
      arguments: [viewing.film.rawValue])
    var fields = viewing.fields
    fields["position"] = .integer(min(last ?? 0, .max - 1) + 1)
    try record(.insert, .init(.viewing, viewing.id.uuidString), from: [:], to: fields)
    known[viewing.film] = nil
  }

  /// Takes one viewing away.
  package func delete(viewing: Viewing) throws {
    try delete(viewing)
  }

  /// Takes all viewings of a film away.
  ///
  /// - Throws: ``StoreError/notInCollection(title:)``.
  package func deleteViewings(of id: FilmID) throws {
    for viewing in try present(id).viewings { try delete(viewing) }
  }

  /// Whether it was this step that brought the film in as it is there now, and the step stands.
  package func isThere(_ id: FilmID, by step: UUID) throws -> Bool {
    guard let entry = try entry(id) else { return false }
    let sql = """
      SELECT fields ->> '$.addedAt.new' FROM change JOIN step ON step.id = change.step
      WHERE change.step = ? AND subject = ? AND subjectKind = 'film' AND kind = 'insert'
        AND state = 0
      """
    let addedAt = try Int64.fetchOne(
      db.cachedStatement(sql: sql), arguments: [step.uuidString, id.rawValue])
    return addedAt == entry.addedAt.microseconds
  }

  /// Does something with one film, and takes back what it did where it is refused.
  ///
  /// A film that is the only one of its step needs no savepoint: where something was changed before it
  /// was refused, the whole step is.
  ///
  /// - Returns: The refusal; other errors end the whole step.
  package func attempt(alone: Bool = false, _ body: () throws -> Void) throws -> StoreError? {
    guard !alone else {
      do {
        try body()
        return nil
      } catch let refusal as StoreError where refusal.kind == .failed && !isJournaled {
        return refusal
      }
    }
    let wasJournaled = isJournaled
    let wasKnown = known
    do {
      try db.inSavepoint {
        try body()
        return .commit
      }
      return nil
    } catch let refusal as StoreError where refusal.kind == .failed {
      isJournaled = wasJournaled
      known = wasKnown
      return refusal
    }
  }

  private func present(_ id: FilmID) throws -> CollectionEntry {
    guard let entry = try entry(id) else { throw StoreError.notInCollection(title: id.rawValue) }
    return entry
  }

  private func delete(_ viewing: Viewing) throws {
    let id = viewing.id.uuidString
    var fields = viewing.fields
    fields["position"] = try Int64.fetchOne(
      db, sql: "SELECT position FROM viewing WHERE id = ?", arguments: [id]
    ).map(FieldValue.integer)
    try record(.delete, .init(.viewing, id), from: fields, to: [:])
    known[viewing.film] = nil
  }

  // MARK: - Journal

  /// Performs and journals a change, unless nothing is different after it.
  ///
  /// - Returns: The change as it was made.
  @discardableResult
  func record(
    _ kind: Change.Kind, _ subject: Change.Subject, from old: [String: FieldValue],
    to new: [String: FieldValue]
  ) throws -> Change? {
    var fields: [String: Change.FieldChange] = [:]
    for name in Set(old.keys).union(new.keys) {
      let before = old[name] ?? .null
      let after = new[name] ?? .null
      if before != after { fields[name] = Change.FieldChange(old: before, new: after) }
    }
    guard !fields.isEmpty else { return nil }
    let change = Change(
      id: .timeOrdered(at: now), kind: kind, subject: subject, fields: fields)
    try CollectionStore.perform(change, db)
    try journal(change)
    return change
  }

  /// Forgets entries that were changed past the draft's own methods.
  func forgetEntries() { known = [:] }

  private func journal(_ change: Change) throws {
    try begin()
    try db.cachedStatement(
      sql: """
        INSERT INTO change (id, step, installation, clock, kind, subjectKind, subject, fields)
        SELECT ?, ?, id, max(?, coalesce((SELECT max(clock) FROM change), -1) + 1), ?, ?, ?, ?
        FROM installation
        """
    ).execute(
      arguments: [
        change.id.uuidString, step.uuidString, HybridTimestamp(after: nil, now: now).rawValue,
        change.kind.rawValue,
        change.subject.kind.rawValue, change.subject.id,
        try Self.text(of: change.fields),
      ])
  }

  private static let encoder = JSONEncoder()

  /// The fields as JSON; numbers alone, as a rating has them, need no encoder.
  private static func text(of fields: [String: Change.FieldChange]) throws -> String {
    let plain = fields.map { name, field in
      field.old.plainText.flatMap { old in
        field.new.plainText.map { "\"\(name)\":{\"old\":\(old),\"new\":\($0)}" }
      }
    }
    guard plain.contains(nil) else {
      return "{" + plain.compactMap(\.self).joined(separator: ",") + "}"
    }
    return String(decoding: try encoder.encode(fields), as: UTF8.self)
  }

  /// Puts the step into the journal, where it is not there yet.
  ///
  /// - Returns: Its number.
  @discardableResult
  func begin() throws -> Int64? {
    guard !isJournaled else { return number }
    try db.cachedStatement(
      sql: "INSERT INTO step (id, madeAt, command, reverses) VALUES (?, ?, ?, ?)"
    ).execute(
      arguments: [
        step.uuidString, now.microseconds, command.withoutNull, reversed,
      ])
    number = db.lastInsertedRowID
    isJournaled = true
    // What was undone before a new change cannot be redone any more.
    if reversed == nil {
      try db.cachedStatement(sql: "UPDATE step SET state = 2 WHERE state = 1").execute()
    }
    return number
  }
}

extension FieldValue {
  /// The value as JSON where that is no text.
  fileprivate var plainText: String? {
    switch self {
    case .null: "null"
    case .integer(let value): String(value)
    case .text, .list: nil
    }
  }
}
