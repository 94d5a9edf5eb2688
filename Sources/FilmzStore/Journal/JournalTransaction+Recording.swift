import FilmzDomain
import GRDB

extension JournalTransaction {
  /// Journals and performs a change, unless nothing is different after it.
  ///
  /// - Returns: The change as it was made.
  @discardableResult
  func record(
    _ kind: Change.Kind, _ subject: Change.Subject, from old: [String: FieldValue],
    to new: [String: FieldValue]
  ) throws -> Change? {
    guard let declared = subjects[subject.kind] else { throw StoreError.unknownChange }
    let fields = declared.differences(from: old, to: new)
    guard !fields.isEmpty || kind == .delete else { return nil }
    let film = declared.filmParent(in: subjects).flatMap { parent in
      (new[parent.field] ?? old[parent.field])?.text.map(FilmID.init(canonical:))
    }
    if kind == .insert, let film { try keep(film) }
    let change = try anewIfRemoved(Change(kind: kind, subject: subject, fields: fields))
    try require(change)
    let isDirect = try isLatestWord(change, film)
    let record = try writer.write(change, film: film)
    if isDirect {
      try JournalSubjectTable(subject: declared).perform(change.applied(to: old, declared), db)
    } else {
      _ = try StateUpdate(db: db, subjects: subjects).update(after: [record])
      forgetEntries()
    }
    return change
  }

  /// Journals that a step is undone or redone, or that a subject was used, and computes nothing.
  func note(_ change: Change) throws { try writer.write(change, film: nil) }

  /// Makes sure that every version which understands the journal understands the change.
  private func require(_ change: Change) throws {
    guard subjects.understand(change) else {
      throw StoreError.saveFailed(reason: "a value is not one that can be stored")
    }
  }

  /// Whether the tables are right after the change was performed on them alone.
  ///
  /// It is made later than all others, so it has the last word on what exists. What else is known of a
  /// thing that comes in, of a film with several ids, or of a step that is undone only the journal
  /// tells.
  private func isLatestWord(_ change: Change, _ film: FilmID?) throws -> Bool {
    guard change.subject.kind != .alias, try !writer.continuesUndoneStep(subjects) else {
      return false
    }
    let isOfFilm = subjects[change.subject.kind]?.identity == .film
    let film = isOfFilm ? FilmID(canonical: change.subject.id) : film
    if let film, try hasAliases(film) { return false }
    guard change.kind == .insert else { return true }
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change WHERE subject = ? AND subjectKind = ?)
        OR EXISTS (SELECT 1 FROM main.change WHERE film = ?)
        OR EXISTS (SELECT 1 FROM main.change WHERE subject > ? AND subject < ?)
      """
    let id = change.subject.id
    let isKnown = try Bool.fetchOne(
      db.cachedStatement(sql: sql),
      arguments: [
        id, change.subject.kind.rawValue, isOfFilm ? id : nil, id + " ", id + "!",
      ])
    return isKnown == false
  }

  /// A change of a film under an id under which it was removed inserts it there anew: what was said
  /// before the removal stays gone.
  private func anewIfRemoved(_ change: Change) throws -> Change {
    guard change.kind == .update, change.subject.kind == .entry else { return change }
    let film = FilmID(canonical: change.subject.id)
    guard try hasAliases(film), try !livingIDs(change.subject, of: film).contains(film.rawValue),
      let addedAt = try fields(of: change.subject)?["addedAt"]
    else { return change }
    let fields = change.fields.merging(["addedAt": .init(old: .null, new: addedAt)]) { own, _ in own
    }
    return Change(kind: .insert, subject: change.subject, fields: fields)
  }

  /// Inserts a film under its canonical id, if it exists under other ids alone, before a part of it is
  /// inserted.
  private func keep(_ film: FilmID) throws {
    let entry = Change.Subject(.entry, film.rawValue)
    guard try hasAliases(film), try fields(of: entry) != nil,
      try !livingIDs(entry, of: film).contains(film.rawValue)
    else { return }
    let change = try anewIfRemoved(Change(kind: .update, subject: entry))
    let record = try writer.write(change, film: nil)
    _ = try StateUpdate(db: db, subjects: subjects).update(after: [record])
  }

  /// The ids under which something is said of a thing of a film.
  func livingIDs(_ subject: Change.Subject, of film: FilmID) throws -> Set<String> {
    try StateUpdate(db: db, subjects: subjects).state(of: film).livingIDs[subject] ?? []
  }
}

extension JournalSubject {
  /// The fields that differ; of lists the new value has each element once, in the order that merging
  /// gives.
  func differences(from old: [String: FieldValue], to new: [String: FieldValue])
    -> [String: Change.FieldChange]
  {
    var differences: [String: Change.FieldChange] = [:]
    for field in fields {
      let before = old[field.name] ?? field.empty
      var after = new[field.name] ?? field.empty
      if case .set = field.kind {
        after = Change.FieldChange(old: before, new: after).applied(to: before)
      }
      guard before != after else { continue }
      differences[field.name] = Change.FieldChange(
        old: old[field.name] ?? .null, new: new[field.name] == nil ? .null : after)
    }
    return differences
  }
}

extension Change {
  /// The change with the whole new value of each list.
  fileprivate func applied(to old: [String: FieldValue], _ declared: JournalSubject) -> Change {
    guard fields.values.contains(where: { !$0.new.elements.isEmpty || !$0.old.elements.isEmpty })
    else { return self }
    let applied = fields.map { name, field in
      let value = field.applied(to: old[name] ?? declared.field(name)?.empty ?? .null)
      return (name, FieldChange(old: field.old, new: value))
    }
    return Change(
      kind: kind, subject: subject, fields: Dictionary(uniqueKeysWithValues: applied))
  }
}
