package import FilmzDomain
package import Foundation
import GRDB

/// A step of changes in the making, inside the database transaction that will commit it.
///
/// Reads what is there, and turns each change of it into a ``Change`` that is journaled and performed at
/// once, with the values that it found. The step comes into the journal with its first change. For
/// example:
///
/// ```swift
/// try await store.apply("rate 1 9", at: now) { transaction in
///   try transaction.update(id) { $0.rating = Rating(tenths: 90) }
/// }
/// ```
package final class JournalTransaction {
  /// When the step is made.
  package let now: Date
  let db: Database
  let subjects: SubjectRegistry
  var writer: JournalWriter
  /// Entries as they are in this transaction, once they were looked at.
  private var known: [FilmID: CollectionEntry?] = [:]
  /// Whether any film has several ids, once it was looked at.
  private var hasAnyAliases: Bool?

  /// A new step, or the continuation of one that is in the journal already.
  ///
  /// A step without a command is not listed by `log`.
  init(
    _ db: Database, _ subjects: SubjectRegistry, command: String?, now: Date,
    continuing step: UUID? = nil
  ) {
    self.db = db
    self.subjects = subjects
    self.now = now
    writer = JournalWriter(db, command: command, now: now, continuing: step)
  }

  /// The step's id, once there was a change.
  package var stepID: UUID? { writer.stepID }

  // MARK: - Films

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
    try record(.insert, .init(.entry, entry.id.rawValue), from: [:], to: entry.fields)
    for viewing in entry.viewings { try insert(viewing) }
    known[entry.id] = nil
  }

  /// Takes a film out of the collection, with all that belongs to it.
  ///
  /// - Throws: ``StoreError/notInCollection(title:)``.
  package func delete(_ id: FilmID) throws {
    let entry = try present(id)
    try delete(Change.Subject(.entry, id.rawValue), fields: entry.fields)
    known[id] = .some(nil)
  }

  /// Changes what is the user's of a film but its viewings; fields that stay the same are not
  /// journaled.
  ///
  /// - Throws: ``StoreError/notInCollection(title:)``, or what `edit` throws.
  package func update(_ id: FilmID, _ edit: (inout CollectionEntry) throws -> Void) throws {
    let old = try present(id)
    var new = old
    try edit(&new)
    let change = try record(
      .update, .init(.entry, id.rawValue), from: old.fields, to: new.fields)
    // Tags have an order of their own.
    known[id] = change?.fields["tags"] == nil ? .some(new) : nil
  }

  // MARK: - Viewings

  /// The id of a further viewing of a film on a date: the lowest free number of that film and date
  /// (contract, "What is synced").
  package func newViewingID(_ film: FilmID, _ date: PartialDate?) throws -> UUID {
    let sql = "SELECT EXISTS (SELECT 1 FROM viewing WHERE id = ?)"
    var number = 1
    while true {
      let id = Viewing.id(film: film, date: date, number: number)
      let isTaken = try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [id.uuidString])
      if isTaken != true { return id }
      number += 1
    }
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
    let subject = Change.Subject(.viewing, viewing.id.uuidString)
    try delete(subject, fields: try fields(of: subject) ?? viewing.fields)
    known[viewing.film] = nil
  }

  /// Takes all viewings of a film away.
  ///
  /// - Throws: ``StoreError/notInCollection(title:)``.
  package func deleteViewings(of id: FilmID) throws {
    for viewing in try present(id).viewings { try delete(viewing: viewing) }
  }

  // MARK: - Rating sessions

  /// Notes that a film was passed over in a rating session, later than all others, with the rating that
  /// it has; nothing happens if the film is not in the collection.
  package func skipRating(_ film: FilmID) throws {
    guard let entry = try entry(film) else { return }
    let newest = try Int64.fetchOne(db, sql: "SELECT max(skippedAt) FROM ratingSkip") ?? 0
    try put(
      .init(.ratingSkip, film.rawValue),
      [
        "rating": entry.rating.map { .integer(Int64($0.tenths)) } ?? .null,
        "skippedAt": .integer(max(now.microseconds, min(newest, .max - 1) + 1)),
      ])
  }

  // MARK: - Any subject

  /// The fields of a subject; `nil` if there is none.
  package func fields(of subject: Change.Subject) throws -> [String: FieldValue]? {
    guard let declared = subjects[subject.kind] else { throw StoreError.unknownChange }
    return try JournalSubjectTable(subject: declared).fields(of: subject.id, db)
  }

  /// Gives a subject some values; it is inserted if there is none.
  package func put(_ subject: Change.Subject, _ new: [String: FieldValue]) throws {
    if let old = try fields(of: subject) {
      try record(.update, subject, from: old, to: old.merging(new) { $1 })
    } else {
      try record(.insert, subject, from: [:], to: new)
    }
    forgetEntries()
  }

  /// Takes a subject away with all that belongs to it; nothing happens if there is none.
  package func delete(_ subject: Change.Subject) throws {
    guard let fields = try fields(of: subject) else { return }
    try delete(subject, fields: fields)
    forgetEntries()
  }

  private func delete(_ subject: Change.Subject, fields: [String: FieldValue]) throws {
    for (child, field) in subjects.children(of: subject.kind) {
      let rows = try JournalSubjectTable(subject: child).rows(where: field, isIn: [subject.id], db)
      for (id, fields) in rows.sorted(by: { $0.key < $1.key }) {
        try delete(Change.Subject(child.kind, id), fields: fields)
      }
    }
    for id in try idsToRemove(subject, fields).sorted() {
      try record(.delete, Change.Subject(subject.kind, id), from: fields, to: [:])
    }
  }

  /// The ids under which something is said of a thing, and its canonical one.
  private func idsToRemove(_ subject: Change.Subject, _ fields: [String: FieldValue]) throws
    -> Set<String>
  {
    guard subjects[subject.kind]?.identity != .own,
      let film = subjects.film(of: subject, fields), try hasAliases(film)
    else { return [subject.id] }
    return try livingIDs(subject, of: film).union([subject.id])
  }

  // MARK: - Refusals

  /// Whether it was this step that brought the film in as it is there now, and the step stands.
  package func isThere(_ id: FilmID, by step: UUID) throws -> Bool {
    guard let entry = try entry(id) else { return false }
    let reader = JournalReader(db: db, subjects: subjects)
    guard try !reader.isUndone(step.uuidString) else { return false }
    let insertion = try reader.changes(ofStep: step.uuidString).last {
      $0.change.kind == .insert && $0.change.subject == .init(.entry, id.rawValue)
    }
    return insertion?.change.fields["addedAt"]?.new == .integer(entry.addedAt.microseconds)
  }

  /// Does something with one film, and takes back what it did if it is refused.
  ///
  /// A film that is the only one of its step needs no savepoint: if something was changed before it was
  /// refused, the whole step is.
  ///
  /// - Returns: The refusal; other errors end the whole step.
  package func attempt(alone: Bool = false, _ body: () throws -> Void) throws -> StoreError? {
    guard !alone else {
      do {
        try body()
        return nil
      } catch let refusal as StoreError where refusal.kind == .failed && stepID == nil {
        return refusal
      }
    }
    let before = (writer: writer, known: known)
    do {
      try db.inSavepoint {
        try body()
        return .commit
      }
      return nil
    } catch let refusal as StoreError where refusal.kind == .failed {
      (writer, known) = before
      return refusal
    }
  }

  private func present(_ id: FilmID) throws -> CollectionEntry {
    guard let entry = try entry(id) else { throw StoreError.notInCollection(title: id.rawValue) }
    return entry
  }

  /// Forgets what was changed past the methods for films.
  func forgetEntries() {
    known = [:]
    hasAnyAliases = nil
  }

  /// Whether a film has several ids.
  func hasAliases(_ film: FilmID) throws -> Bool {
    let hasAny = try hasAnyAliases ?? CollectionStore.hasAliases(db)
    hasAnyAliases = hasAny
    guard hasAny else { return false }
    let sql = "SELECT EXISTS (SELECT 1 FROM main.alias WHERE film = ? OR id = ?)"
    return try Bool.fetchOne(
      db.cachedStatement(sql: sql), arguments: [film.rawValue, film.rawValue]) ?? false
  }
}
