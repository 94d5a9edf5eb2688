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
      try JournalSubjectTable(subject: declaration).perform(
        change.applied(to: old, declaration), db)
    } else {
      _ = try StateUpdate(db: db, subjects: subjects).update(after: [record])
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
    _ = try StateUpdate(db: db, subjects: subjects).update(after: [record])
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
    if let problem = subjects.problem(
      of: change.withoutKeptElements, isNew: !acceptsValuesOfEarlierVersions)
    {
      if let error = subjects[change.subject.kind]?.error(problem) { throw error }
      throw StoreError.saveFailed(reason: "a value cannot be stored")
    }
    guard !acceptsValuesOfEarlierVersions, let declaration = subjects[change.subject.kind] else {
      return
    }
    for field in declaration.fields {
      guard let value = change.fields[field.name]?.new, let size = field.size(beyondLimit: value)
      else { continue }
      throw DomainError.textTooLong(field.label ?? declaration.wording.noun, size: size)
    }
  }

  /// Returns whether performing the change on its table is enough to keep the tables consistent with the
  /// journal.
  ///
  /// This is usually the case, because a new change has newer values than all others and determines them.
  /// The tables have to be computed from the journal if the change concerns an alias or a film with changes
  /// under an alias, if the step is undone, if the change adds imported elements to a list with others, which are
  /// older, or if it inserts a subject and the journal already has changes of the subject or of its children.
  private func canPerformDirectly(_ change: Change, _ film: FilmID?) throws -> Bool {
    guard change.subject.kind != .alias, try !writer.continuesUndoneStep(subjects) else {
      return false
    }
    let isIdentifiedByFilm = subjects[change.subject.kind]?.identity == .film
    let film = isIdentifiedByFilm ? FilmID(unchecked: change.subject.id) : film
    if let film, try usesAliases(film) { return false }
    guard change.kind == .insert else {
      return !change.fields.values.contains { $0.day != nil && !$0.old.elements.isEmpty }
    }
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change WHERE subject = ? AND subjectKind = ?)
        OR EXISTS (SELECT 1 FROM main.change WHERE film = ?)
        OR EXISTS (SELECT 1 FROM main.change WHERE subject > ? AND subject < ?)
      """
    let id = change.subject.id
    let hasEarlierChanges = try Bool.fetchOne(
      db.cachedStatement(sql: sql),
      arguments: [
        id, change.subject.kind.rawValue, isIdentifiedByFilm ? id : nil, id + " ", id + "!",
      ])
    return hasEarlierChanges == false
  }

  /// If a change updates an entry whose film is in the collection, but only under ids other than that of the
  /// change, returns the change of the entry under such an id.
  ///
  /// If the film was removed under the id of the change, returns an insertion instead: an update would make
  /// earlier changes under this id take effect again. Other changes are returned as they are.
  private func changeOfLiveEntry(_ change: Change) throws -> Change {
    guard change.kind == .update, change.subject.kind == .entry,
      let liveID = try otherLiveID(of: change.subject),
      let addedAt = try fields(of: change.subject)?["addedAt"]
    else { return change }
    guard try hasChanges(of: change.subject) else {
      return Change(kind: .update, subject: .init(.entry, liveID), fields: change.fields)
    }
    let fields = change.fields.merging(["addedAt": .init(old: .null, new: addedAt)]) {
      changed, _ in changed
    }
    return Change(kind: .insert, subject: change.subject, fields: fields)
  }

  /// Records the use of a film's entry if the film is in the collection, but only under ids other than the
  /// given one; called before a child of the film is inserted under this id.
  ///
  /// If the film was removed under the given id, its entry is inserted under this id.
  private func restoreEntry(of film: FilmID) throws {
    let entry = Change.Subject(.entry, film.rawValue)
    let change = try changeOfLiveEntry(Change(kind: .update, subject: entry))
    guard change.subject != entry || change.kind == .insert else { return }
    let record = try writer.write(change, film: nil)
    _ = try StateUpdate(db: db, subjects: subjects).update(after: [record])
  }

  /// Returns the id of highest rank, except its own, under which a film's entry exists in the journal.
  ///
  /// Returns `nil` if there is none, or if the entry was inserted or changed under its own id and exists under
  /// it.
  private func otherLiveID(of entry: Change.Subject) throws -> String? {
    let film = FilmID(unchecked: entry.id)
    guard try usesAliases(film), try fields(of: entry) != nil else { return nil }
    let ids = try liveIDs(entry, of: film)
    guard try !ids.contains(film.rawValue) || !hasChanges(of: entry) else { return nil }
    return ids.subtracting([film.rawValue]).map(FilmID.init(unchecked:)).max { $0.ranksBelow($1) }?
      .rawValue
  }

  /// Returns whether the journal has insertions or updates of an entry under its own id.
  private func hasChanges(of entry: Change.Subject) throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change
        WHERE subject = ? AND subjectKind = 'entry' AND kind <> 'delete')
      """
    return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [entry.id]) ?? false
  }

  /// Returns the ids under which the effective changes of a film's subject were recorded.
  func liveIDs(_ subject: Change.Subject, of film: FilmID) throws -> Set<String> {
    try StateUpdate(db: db, subjects: subjects).state(of: film).liveIDs[subject] ?? []
  }
}

extension Change {
  /// The change without unchanged elements of lists, which an earlier version may have written.
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
  /// Returns the error for an invalid name; `nil` if the problem is another one.
  fileprivate func error(_ problem: ChangeProblem) -> DomainError? {
    guard case .invalidValue(let name) = problem, let field = field(name) else { return nil }
    let label = field.label ?? name
    return switch field.kind {
    case .name, .laterLimitedName: .invalidName("the \(label)")
    case .names: .invalidName("each of the \(label)")
    default: nil
    }
  }

  /// Returns the fields that differ.
  ///
  /// The new value of a list has no duplicates, and its elements have the order that results from merging
  /// them into the old value.
  func differences(from old: [String: FieldValue], to new: [String: FieldValue])
    -> [String: Change.FieldChange]
  {
    var differences: [String: Change.FieldChange] = [:]
    for field in fields {
      let before = old[field.name] ?? field.defaultValue
      var after = new[field.name] ?? field.defaultValue
      if field.isSet {
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
  /// Returns the change with each new list replaced by the list that results from merging it into the old
  /// one.
  fileprivate func applied(to old: [String: FieldValue], _ declaration: JournalSubject) -> Change {
    guard fields.values.contains(where: { !$0.new.elements.isEmpty || !$0.old.elements.isEmpty })
    else { return self }
    let applied = fields.map { name, field in
      let value = field.applied(to: old[name] ?? declaration.field(name)?.defaultValue ?? .null)
      return (name, FieldChange(old: field.old, new: value))
    }
    return Change(
      kind: kind, subject: subject, fields: Dictionary(uniqueKeysWithValues: applied))
  }
}

extension JournalTransaction {
  private typealias Rows = [String: [String: FieldValue]]

  /// Changes the data to that of another collection.
  ///
  /// A value that no change can have, but that an earlier version has stored, is replaced or left out.
  ///
  /// - Parameter rows: The fields of all subjects by their ids, for each kind in the order of the registry: parents
  ///   precede their children.
  /// - Returns: The label of each of these values, such as `viewing date`.
  /// - Throws: A ``StoreError``.
  func replaceAll(with rows: [[String: [String: FieldValue]]]) throws -> [String] {
    acceptsValuesOfEarlierVersions = true
    let kinds = zip(subjects.all, rows)
    for (declaration, new) in kinds.reversed() {
      let present = try JournalSubjectTable(subject: declaration).allRows(db)
      for id in present.keys.sorted() where new[id] == nil {
        try delete(.init(declaration.kind, id))
      }
    }
    var invalid: [String] = []
    var leftOut: Set<Change.Subject> = []
    for (declaration, rows) in kinds {
      let new = declaration.kind == .listItem ? try withValidPositions(rows, &invalid) : rows
      let present = try JournalSubjectTable(subject: declaration).allRows(db)
      for (id, fields) in new.sorted(by: { $0.key < $1.key }) where present[id] != fields {
        let subject = Change.Subject(declaration.kind, id)
        let parents = declaration.parents.map {
          Change.Subject($0.kind, fields[$0.field]?.text ?? "")
        }
        guard leftOut.isDisjoint(with: parents),
          let valid = valid(fields, of: subject, declaration, present[id], &invalid)
        else {
          leftOut.insert(subject)
          continue
        }
        try upsert(subject, valid)
      }
    }
    return invalid
  }

  /// Returns the fields with valid values, and records the labels of invalid ones; `nil` if no valid change is
  /// possible.
  private func valid(
    _ fields: [String: FieldValue], of subject: Change.Subject, _ declaration: JournalSubject,
    _ present: [String: FieldValue]?, _ invalid: inout [String]
  ) -> [String: FieldValue]? {
    func name(_ field: String) -> String {
      "\(declaration.wording.noun) \(declaration.field(field)?.label ?? field)"
    }
    var valid = fields
    for field in declaration.fields {
      guard let value = fields[field.name], value != present?[field.name],
        !field.accepts(value, isNew: false)
      else { continue }
      valid[field.name] = field.validValue(insteadOf: value)
      invalid.append(name(field.name))
    }
    let differences = declaration.differences(from: present ?? [:], to: valid)
    let change = Change(
      kind: present == nil ? .insert : .update, subject: subject, fields: differences)
    switch subjects.problem(of: change) {
    case nil: return valid
    case .invalidValue(let field)?: if valid[field] == fields[field] { invalid.append(name(field)) }
    case .invalidID?, .unknown?: invalid.append(name("id"))
    }
    return nil
  }

  /// Returns the places of lists; if a list has an invalid position, its places get new positions in the same order.
  private func withValidPositions(_ places: Rows, _ invalid: inout [String]) throws -> Rows {
    let lists = Dictionary(grouping: places) { $0.value["list"]?.text ?? "" }
    var valid = places
    for list in lists.values {
      let places = list.map { (id: $0.key, position: $0.value["position"]?.text ?? "") }
        .sorted { ($0.position, $0.id) < ($1.position, $1.id) }
      let count = places.count { ListPosition($0.position) == nil }
      guard count > 0 else { continue }
      invalid += Array(repeating: "place position", count: count)
      let old = ListArrangement(
        places.map { .init(film: FilmID(unchecked: $0.id), position: $0.position) })
      let installation = try CollectionStore.currentInstallation(db)
      for place in old.rearranged(old.films, by: installation).places {
        valid[place.film.rawValue]?["position"] = .text(place.position)
      }
    }
    return valid
  }
}

extension JournalSubject.Field {
  /// Returns the replacement of an invalid value: null, or a name on one line.
  fileprivate func validValue(insteadOf value: FieldValue) -> FieldValue {
    guard case .name = kind, let text = value.text else { return defaultValue }
    let name = String(text.withoutLineBreaks.trimmed.prefix(TextLimit.nameLength))
    return .text(name.isName ? name : "Unnamed")
  }
}
