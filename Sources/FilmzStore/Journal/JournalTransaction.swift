package import FilmzDomain
package import Foundation
import GRDB

/// A step in progress, within the database transaction that will commit it.
///
/// Each modification is recorded in the journal as a ``Change``, with the old values, and performed on the
/// tables immediately. The step is added to the journal with its first change. For example:
///
/// ```swift
/// try await store.apply("rate 1 9", at: now) { transaction in
///   try transaction.update(id) { $0.rating = Rating(tenths: 90) }
/// }
/// ```
package final class JournalTransaction {
  /// The time of the step.
  package let now: Date
  /// `true` to record values that users cannot enter, because an earlier version has written them.
  package var acceptsValuesOfEarlierVersions = false
  let db: Database
  let subjects: SubjectRegistry
  var journal: Journal { Journal(db: db, subjects: subjects) }
  var writer: JournalWriter
  /// `true` if the values are imported, and take effect on their days in the imported file (``ImportedValues``).
  ///
  /// A value that replaces a newer one takes effect at the time of the change instead.
  package var importsValues = false
  /// The changes of the subjects that an import merges.
  let changeBatch = ChangeBatch()
  /// The entries that were read in this transaction; `nil` for films that are not in the collection.
  private var entryCache: [FilmID: CollectionEntry?] = [:]
  /// `true` if any film has several ids; `nil` until it is first needed.
  private var hasAnyAliases: Bool?

  /// Creates a new step, or continues a step that is already in the journal.
  ///
  /// `log` does not list steps without a command.
  init(_ db: Database, _ subjects: SubjectRegistry, command: String?, now: Date, continuing step: UUID? = nil) {
    (self.db, self.subjects, self.now) = (db, subjects, now)
    writer = JournalWriter(db, command: command, now: now, continuing: step)
  }

  /// The step's id; `nil` until the step is in the journal.
  package var stepID: UUID? { writer.stepID }

  // MARK: - Films

  /// Returns the film's current entry, or `nil` if the film is not in the collection.
  package func entry(_ id: FilmID) throws -> CollectionEntry? {
    if let entry = entryCache[id] { return entry }
    let entry = try CollectionStore.fetchEntry(id, db)
    entryCache[id] = .some(entry)
    return entry
  }

  /// Adds a film to the collection, with its viewings; a skip of the film is removed.
  ///
  /// An entry without a platform gets the platform of the skip. Source: contract, Discover.
  ///
  /// - Throws: ``StoreError/alreadyInCollection(title:)``.
  package func insert(_ entry: CollectionEntry) throws {
    var entry = entry
    if let existing = try self.entry(entry.id) {
      let caption = entry.caption ?? existing.caption
      throw StoreError.alreadyInCollection(title: caption?.title ?? entry.id.rawValue)
    }
    if let skip = try skip(of: entry.id) {
      entry.platform = entry.platform ?? skip.platform
      try deleteSkip(of: entry.id)
    }
    try record(.insert, .init(.entry, entry.id.rawValue), from: [:], to: entry.fields)
    for viewing in entry.viewings { try insert(viewing) }
    entryCache[entry.id] = nil
  }

  /// Removes a film from the collection, with its child subjects, such as viewings, and with its skip.
  ///
  /// - Throws: ``StoreError/notInCollection(title:)``.
  package func delete(_ id: FilmID) throws {
    let entry = try requireEntry(id)
    let lists = try CollectionStore.fetchListIDs(containing: id, db)
    try delete(Change.Subject(.entry, id.rawValue), fields: entry.fields)
    for list in lists { try recordChange(of: list) }
    try deleteSkip(of: id)
    entryCache[id] = .some(nil)
  }

  /// Changes the user's data about a film, except for its viewings; unchanged fields are not recorded.
  ///
  /// - Throws: ``StoreError/notInCollection(title:)``, or an error of `edit`.
  package func update(_ id: FilmID, _ edit: (inout CollectionEntry) throws -> Void) throws {
    let old = try requireEntry(id)
    var new = old
    try edit(&new)
    let change = try record(.update, .init(.entry, id.rawValue), from: old.fields, to: new.fields)
    // Merging may reorder the tags, so the entry has to be read again.
    let changesSet = change?.fields["tags"] != nil || change?.fields["imported"] != nil
    entryCache[id] = changesSet ? nil : .some(new)
  }

  // MARK: - Viewings

  /// Returns an unused id for a viewing of a film on a date.
  ///
  /// Such ids are numbered from 1. The result has the lowest number that no viewing of the film has, under any id of
  /// the film. Source: contract, What is synced.
  ///
  /// If `isSeenOnly` is `true`, the viewing only records that the film was seen, and the numbers are 0 and below. A
  /// viewing that the user enters on another machine then has another id, so an import does not replace it.
  package func newViewingID(_ film: FilmID, _ date: PartialDate?, isSeenOnly: Bool = false) throws -> UUID {
    let sql = "SELECT EXISTS (SELECT 1 FROM viewing WHERE id IN (SELECT value FROM json_each(?)))"
    let names = try [film] + db.recordedAliases(of: [film]).keys
    var number = isSeenOnly ? 0 : 1
    while true {
      let ids = names.map { Viewing.id(film: $0, date: date, number: number) }
      guard try db.isTrue(sql, [CollectionStore.jsonArray(of: ids.map(\.uuidString))]) else { return ids[0] }
      number += isSeenOnly ? -1 : 1
    }
  }

  /// Returns the time of the newest step that added a viewing; `nil` if the journal has none.
  package func recordedTime(of viewing: Viewing) throws -> Date? {
    let sql = """
      SELECT max(madeAt) AS madeAt FROM main.step WHERE id IN (SELECT step FROM main.change
        WHERE subject = ? AND subjectKind = 'viewing' AND kind = 'insert')
      """
    return try db.rows(sql, [viewing.id.uuidString]).first?.value("madeAt", Int64?.self).map(Date.init(microseconds:))
  }

  /// Adds a viewing after the film's other viewings.
  package func insert(_ viewing: Viewing) throws {
    let sql = "SELECT max(position) FROM viewing WHERE film = ?"
    let lastPosition: Int64 = try db.integer(sql, [viewing.film.rawValue])
    var fields = viewing.fields
    fields["position"] = .integer(min(lastPosition, .max - 1) + 1)
    try record(.insert, .init(.viewing, viewing.id.uuidString), from: [:], to: fields)
    entryCache[viewing.film] = nil
  }

  /// Changes a viewing, which keeps its id; unchanged fields are not recorded.
  package func update(_ viewing: Viewing, _ edit: (inout Viewing) -> Void) throws {
    var new = viewing
    edit(&new)
    try record(.update, .init(.viewing, viewing.id.uuidString), from: viewing.fields, to: new.fields)
    entryCache[viewing.film] = nil
  }

  /// Removes a viewing.
  package func delete(viewing: Viewing) throws {
    let subject = Change.Subject(.viewing, viewing.id.uuidString)
    try delete(subject, fields: try fields(of: subject) ?? viewing.fields)
    entryCache[viewing.film] = nil
  }

  /// Removes all viewings of a film.
  ///
  /// - Throws: ``StoreError/notInCollection(title:)``.
  package func deleteViewings(of id: FilmID) throws {
    for viewing in try requireEntry(id).viewings { try delete(viewing: viewing) }
  }

  // MARK: - Rating sessions

  /// Records that a film was skipped in a rating session, with its current rating, as the most recently
  /// skipped film.
  ///
  /// Does nothing if the film is not in the collection.
  package func skipRating(_ film: FilmID) throws {
    guard let entry = try entry(film) else { return }
    let newest = try Int64.fetchOne(db, sql: "SELECT max(skippedAt) FROM ratingSkip") ?? 0
    try upsert(
      .init(.ratingSkip, film.rawValue),
      [
        "rating": entry.rating.map { .integer(Int64($0.tenths)) } ?? .null,
        "skippedAt": .integer(max(now.microseconds, min(newest, .max - 1) + 1)),
      ])
  }

  // MARK: - Any subject

  /// Returns the fields of a subject, or `nil` if it does not exist.
  package func fields(of subject: Change.Subject) throws -> [String: FieldValue]? {
    guard let declaration = subjects[subject.kind] else { throw StoreError.unknownChange }
    return try declaration.storedFields(of: subject.id, db)
  }

  /// Sets the given fields of a subject, or inserts the subject with these fields if it does not exist.
  package func upsert(_ subject: Change.Subject, _ new: [String: FieldValue]) throws {
    if let old = try fields(of: subject) {
      try record(.update, subject, from: old, to: old.merging(new) { $1 })
    } else {
      try record(.insert, subject, from: [:], to: new)
    }
    invalidateCaches()
  }

  /// Removes a subject with its child subjects; does nothing if the subject does not exist.
  package func delete(_ subject: Change.Subject) throws {
    guard let fields = try fields(of: subject) else { return }
    try delete(subject, fields: fields)
    invalidateCaches()
  }

  private func delete(_ subject: Change.Subject, fields: [String: FieldValue]) throws {
    for (child, field) in subjects.children(of: subject.kind) {
      let rows = try child.storedRows(where: field, isIn: [subject.id], db)
      for (id, fields) in rows.sorted(by: { $0.key < $1.key }) {
        try delete(Change.Subject(child.kind, id), fields: fields)
      }
    }
    for id in try idsToRemove(subject, fields).sorted() {
      try record(.delete, Change.Subject(subject.kind, id), from: fields, to: [:])
    }
  }

  /// Returns the ids under which a subject has to be removed.
  ///
  /// They are its current id and, if its film has several ids, those under which its effective changes were recorded.
  func idsToRemove(_ subject: Change.Subject, _ fields: [String: FieldValue]) throws -> Set<String> {
    let canHaveSeveralIDs = subject.kind == .viewing || subjects[subject.kind]?.identity != .ownID
    guard canHaveSeveralIDs, let film = subjects.film(of: subject, fields),
      try usesAliases(film)
    else { return [subject.id] }
    return try liveIDs(subject, of: film).union([subject.id])
  }

  // MARK: - Conditions and savepoints

  /// Returns whether a step that is not undone inserted the film's current entry.
  ///
  /// The step did so if it inserted an entry of the film with the same ``CollectionEntry/addedAt``.
  package func isInserted(_ id: FilmID, by step: UUID) throws -> Bool {
    guard let entry = try entry(id) else { return false }
    guard try !journal.isUndone(step.uuidString) else { return false }
    let insertions = try journal.changes(ofStep: step.uuidString).filter {
      $0.change.kind == .insert && $0.change.subject.kind == .entry
    }
    let canonical = try db.recordedCanonicalIDs(of: insertions.map { FilmID(unchecked: $0.change.subject.id) })
    let insertion = insertions.last { record in
      let recordedID = FilmID(unchecked: record.change.subject.id)
      return canonical[recordedID] ?? recordedID == id
    }
    return insertion?.change.fields["addedAt"]?.new == .integer(entry.addedAt.microseconds)
  }

  /// Runs a closure with the changes of one film, and rolls these changes back if the closure throws a
  /// ``StoreError`` of category ``ExitCategory/failed``, which rejects the film.
  ///
  /// Without a savepoint, an error that is thrown after the transaction's first change is rethrown, which rolls back
  /// the whole transaction. This suffices if the transaction changes only one film.
  ///
  /// - Returns: The error that rejected the film, or `nil` if there was none.
  /// - Throws: All other errors of the closure.
  package func attempt(withoutSavepoint: Bool = false, _ body: () throws -> Void) throws -> StoreError? {
    guard !withoutSavepoint else {
      do {
        try body()
        return nil
      } catch let rejection as StoreError where rejection.exitCategory == .failed && !writer.hasChanges {
        return rejection
      }
    }
    let savedWriter = writer
    do {
      try db.inSavepoint {
        try body()
        return .commit
      }
      return nil
    } catch let rejection as StoreError where rejection.exitCategory == .failed {
      writer = savedWriter
      // Restoring the entries would need a copy of them for each film, even if none is rejected.
      entryCache = [:]
      return rejection
    }
  }

  private func requireEntry(_ id: FilmID) throws -> CollectionEntry {
    guard let entry = try entry(id) else { throw StoreError.notInCollection(title: id.rawValue) }
    return entry
  }

  /// Discards the cached state after changes that were not made by the methods for films.
  func invalidateCaches() {
    entryCache = [:]
    hasAnyAliases = nil
  }

  /// Returns whether an id is an alias, or the journal has changes of its film under an alias.
  ///
  /// If not, all changes of the film have its canonical id, and its aliases make no difference.
  func usesAliases(_ film: FilmID) throws -> Bool {
    let hasAny = try hasAnyAliases ?? db.hasAliases
    hasAnyAliases = hasAny
    guard hasAny else { return false }
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.alias WHERE id = ?1)
        OR EXISTS (SELECT 1 FROM main.alias WHERE film = ?1 AND (
          EXISTS (SELECT 1 FROM main.change WHERE subject = alias.id AND subjectKind <> 'alias')
          OR EXISTS (SELECT 1 FROM main.change WHERE change.film = alias.id)
          OR EXISTS (SELECT 1 FROM main.change
            WHERE subject > alias.id || ' ' AND subject < alias.id || '!')))
      """
    return try db.isTrue(sql, [film.rawValue])
  }
}
