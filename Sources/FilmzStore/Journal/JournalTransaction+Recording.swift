package import FilmzDomain
import GRDB

extension JournalTransaction {
  /// Records a change in the journal and performs it on the tables, unless it is an insertion or update in
  /// which no field differs.
  ///
  /// - Returns: The change as recorded; `nil` if nothing was recorded.
  @discardableResult
  func record(
    _ kind: Change.Kind, _ subject: Change.Subject, from old: [String: FieldValue],
    to new: [String: FieldValue]
  ) throws -> Change? {
    guard let declaration = subjects[subject.kind] else { throw StoreError.unknownChange }
    var fields = declaration.differences(from: old, to: new)
    guard !fields.isEmpty || kind == .delete else { return nil }
    if importsValues { fields = try withDays(fields, kind, subject, declaration, new) }
    let film = declaration.filmParent(in: subjects).flatMap { parent in
      (new[parent.field] ?? old[parent.field])?.text.map(FilmID.init(unchecked:))
    }
    if kind == .insert, let film { try restoreEntry(of: film) }
    let change = try changeOfLiveEntry(Change(kind: kind, subject: subject, fields: fields))
    try requireValid(change)
    let isDirect = try canPerformDirectly(change, film)
    let record = try writer.write(change, film: film)
    if isDirect {
      try declaration.perform(change.applied(to: old, declaration), db)
    } else {
      try journal.updateTables(after: [record])
      invalidateCaches()
    }
    return change
  }

  /// Records that the user marked a film without changing its data; does nothing if the film has no mark.
  package func recordUse(of film: FilmID) throws {
    guard let mark = try mark(of: film) else { return }
    let kind = mark == .skipped ? Change.Subject.Kind.skip : .entry
    let use = Change(kind: .update, subject: .init(kind, film.rawValue))
    let record = try writer.write(try changeOfLiveEntry(use), film: nil)
    guard try usesAliases(film) else { return }
    try journal.updateTables(after: [record])
    invalidateCaches()
  }

  /// Appends a change to the journal without updating the tables: the undo or redo of a step, or an update
  /// without fields.
  func append(_ change: Change) throws { try writer.write(change, film: nil) }

  /// Throws if a change would have no effect, or if it sets a text that is too long.
  ///
  /// - Throws: ``DomainError/invalidName(_:)``, ``DomainError/textTooLong(_:size:limit:)``,
  ///   ``StoreError/saveFailed(reason:)``.
  private func requireValid(_ change: Change) throws {
    if let problem = subjects.problem(of: change.withoutKeptElements, isNew: !acceptsValuesOfEarlierVersions) {
      if let error = subjects[change.subject.kind]?.error(problem) { throw error }
      throw StoreError.saveFailed(reason: "a value cannot be stored")
    }
    guard !acceptsValuesOfEarlierVersions, let declaration = subjects[change.subject.kind] else { return }
    for field in declaration.fields {
      guard let value = change.fields[field.name]?.new, let size = field.excessiveSize(of: value) else { continue }
      throw DomainError.textTooLong(field.label ?? declaration.noun, size: size)
    }
  }

  /// Returns whether performing the change on its table is enough to keep the tables consistent with the
  /// journal.
  ///
  /// This is usually the case, because a new change has newer values than all others. The tables have to be computed
  /// from the journal if the change
  ///
  /// - concerns an alias, or a film with changes under an alias,
  /// - is added to a step that is undone,
  /// - adds imported elements, which can be older, to a list that has others, or
  /// - inserts a subject, and the journal already has changes of the subject or of its children.
  private func canPerformDirectly(_ change: Change, _ film: FilmID?) throws -> Bool {
    guard change.subject.kind != .alias, try !writer.continuesUndoneStep(subjects) else { return false }
    let isIdentifiedByFilm = subjects[change.subject.kind]?.identity == .film
    let film = isIdentifiedByFilm ? FilmID(unchecked: change.subject.id) : film
    if let film, try usesAliases(film) { return false }
    guard change.kind == .insert else {
      let addsImportedElements = change.fields.values.contains { $0.day != nil && !$0.old.elements.isEmpty }
      return !addsImportedElements
    }
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change WHERE subject = ? AND subjectKind = ?)
        OR EXISTS (SELECT 1 FROM main.change WHERE film = ?)
        OR EXISTS (SELECT 1 FROM main.change WHERE subject > ? AND subject < ?)
      """
    let id = change.subject.id
    return try !db.isTrue(
      sql, [id, change.subject.kind.rawValue, isIdentifiedByFilm ? id : nil, id + " ", id + "!"])
  }

  /// Returns the change to record instead of a given one, so that an update of an entry takes effect.
  ///
  /// If the film's entry exists in the journal only under other ids than that of the update, the result is an update
  /// under one of these. If the film was removed under the id of the update, the result is an insertion, because an
  /// update would make earlier changes under this id take effect again. Other changes are returned unchanged.
  private func changeOfLiveEntry(_ change: Change) throws -> Change {
    guard change.kind == .update, change.subject.kind == .entry, let liveID = try otherLiveID(of: change.subject),
      let addedAt = try fields(of: change.subject)?["addedAt"]
    else { return change }
    guard try hasChanges(of: change.subject) else {
      return Change(kind: .update, subject: .init(.entry, liveID), fields: change.fields)
    }
    let fields = change.fields.merging(["addedAt": .init(old: .null, new: addedAt)]) { changed, _ in changed }
    return Change(kind: .insert, subject: change.subject, fields: fields)
  }

  /// Prepares the insertion of a child of a film under one of its ids.
  ///
  /// If the film's entry exists in the journal only under other ids, records the change that
  /// ``changeOfLiveEntry(_:)`` returns for an update without fields.
  private func restoreEntry(of film: FilmID) throws {
    let entry = Change.Subject(.entry, film.rawValue)
    let change = try changeOfLiveEntry(Change(kind: .update, subject: entry))
    guard change.subject != entry || change.kind == .insert else { return }
    let record = try writer.write(change, film: nil)
    try journal.updateTables(after: [record])
  }

  /// Returns another id of a film under which its entry exists in the journal; of several, that of the highest rank.
  ///
  /// Returns `nil` if there is none, or if the entry exists under its own id and was inserted or changed under it.
  private func otherLiveID(of entry: Change.Subject) throws -> String? {
    let film = FilmID(unchecked: entry.id)
    guard try usesAliases(film), try fields(of: entry) != nil else { return nil }
    let ids = try liveIDs(entry, of: film)
    guard try !ids.contains(film.rawValue) || !hasChanges(of: entry) else { return nil }
    return ids.subtracting([film.rawValue]).map(FilmID.init(unchecked:)).max { $0.ranksBelow($1) }?.rawValue
  }

  /// Returns whether the journal has insertions or updates of an entry under its own id.
  private func hasChanges(of entry: Change.Subject) throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change
        WHERE subject = ? AND subjectKind = 'entry' AND kind <> 'delete')
      """
    return try db.isTrue(sql, [entry.id])
  }

  /// Returns the ids under which the effective changes of a film's subject were recorded.
  func liveIDs(_ subject: Change.Subject, of film: FilmID) throws -> Set<String> {
    try journal.state(of: film).liveIDs[subject] ?? []
  }
}

extension Change {
  /// The change without the unchanged elements of lists, whose values may be invalid if an earlier version wrote them.
  fileprivate var withoutKeptElements: Change {
    let fields = fields.mapValues { field in
      guard case .list(let elements) = field.new else { return field }
      let old = Set(field.old.elements)
      return FieldChange(old: field.old, new: .list(elements.filter { !old.contains($0) }))
    }
    return Change(kind: kind, subject: subject, fields: fields)
  }
}

extension JournalSubject {
  /// Returns the error for a problem that is an invalid name; `nil` for other problems.
  fileprivate func error(_ problem: ChangeProblem) -> DomainError? {
    guard case .invalidValue(let name) = problem, let field = field(name) else { return nil }
    let label = field.label ?? name
    return switch field.kind {
    case .name, .laterLimitedName: .invalidName("the \(label)")
    case .names: .invalidName("each of the \(label)")
    default: nil
    }
  }

  /// Returns the changes of the fields that differ.
  ///
  /// The new value of a list has no duplicates, and its elements have the order that results from merging
  /// them into the old value.
  func differences(from old: [String: FieldValue], to new: [String: FieldValue]) -> [String: Change.FieldChange] {
    var differences: [String: Change.FieldChange] = [:]
    for field in fields {
      let before = old[field.name] ?? field.defaultValue
      var after = new[field.name] ?? field.defaultValue
      if field.isSet { after = Change.FieldChange(old: before, new: after).applied(to: before) }
      guard before != after else { continue }
      differences[field.name] = Change.FieldChange(
        old: old[field.name] ?? .null, new: new[field.name] == nil ? .null : after)
    }
    return differences
  }
}

extension Change {
  /// Returns the change with each new list replaced by the list that results from merging it into the old
  /// one.
  fileprivate func applied(to old: [String: FieldValue], _ declaration: JournalSubject) -> Change {
    guard fields.values.contains(where: { !$0.new.elements.isEmpty || !$0.old.elements.isEmpty }) else { return self }
    let applied = fields.map { name, field in
      let value = field.applied(to: old[name] ?? declaration.field(name)?.defaultValue ?? .null)
      return (name, FieldChange(old: field.old, new: value))
    }
    return Change(kind: kind, subject: subject, fields: Dictionary(uniqueKeysWithValues: applied))
  }
}
