import FilmzDomain
import GRDB

/// Detects later changes to the data that a step changed.
struct UndoConflictDetector {
  let journal: Journal
  let step: JournalStep
  /// The changes of the step.
  let changes: [RecordedChange]

  private var db: Database { journal.db }
  private var subjects: SubjectRegistry { journal.subjects }

  /// Returns the first conflict, or `nil` if there is none.
  ///
  /// - Parameter ignoresOwnChanges: `true` if only changes by other installations count as conflicts.
  /// - Returns: A short description of the data that was changed since, and the title of its film.
  /// - Throws: An error if the journal or an entry cannot be read.
  func firstConflict(ignoresOwnChanges: Bool) throws -> (data: String, film: String)? {
    if ignoresOwnChanges, try !hasLaterForeignChanges() { return nil }
    for record in changes {
      var later = try laterChanges(record)
      if ignoresOwnChanges {
        let own = try journal.ownSteps(among: later)
        later.removeAll { own.contains($0.step) }
      }
      if let data = later.lazy.compactMap({ conflict($0, record) }).first { return (data, try title(record)) }
    }
    return nil
  }

  /// Returns whether another installation has made any change since the step.
  ///
  /// Such a change may also undo or redo another step.
  private func hasLaterForeignChanges() throws -> Bool {
    guard let first = changes.map(\.clock).min() else { return false }
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.step WHERE NOT isOwn) AND EXISTS (SELECT 1 FROM main.change
        WHERE clock >= ?
          AND NOT EXISTS (SELECT 1 FROM main.step WHERE step.id = change.step AND isOwn))
      """
    return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [first.rawValue]) ?? true
  }

  /// Returns the changes that take effect after a change and may conflict with it.
  ///
  /// These are the changes of the same subject. If the change is an insertion or a removal, the changes of the
  /// subject's children are included. If the subject is an alias, all changes of its film are included, except those
  /// that record other aliases that a source has found.
  private func laterChanges(_ record: RecordedChange) throws -> [RecordedChange] {
    let ids = try idsOfSameSubject(record)
    var candidates = try journal.changes(of: ids)
    if record.change.kind != .update || record.change.subject.kind == .alias {
      candidates += try journal.changes(ofFilms: ids)
      candidates += try ids.flatMap(journal.changes(ofChildrenOf:))
    }
    candidates = candidates.filter { $0.step != step.id && subjects.problem(of: $0) == nil && concerns($0, record) }
    let undoState = try journal.undoState(of: Set(candidates.map(\.step)).union([step.id]))
    guard let position = undoState.position(of: record) else { return [] }
    return candidates.compactMap { later in
      guard let laterPosition = undoState.position(of: later), laterPosition > position else { return nil }
      return record.change.kind == .update ? later.without { isOlder($0, later, than: record, undoState) } : later
    }
  }

  /// Returns whether both changes set a field, and the value of the later one is an imported value that is older.
  private func isOlder(
    _ field: String, _ later: RecordedChange, than earlier: RecordedChange, _ undoState: UndoState
  ) -> Bool {
    guard let laterValue = undoState.position(of: field, in: later),
      let earlierValue = undoState.position(of: field, in: earlier)
    else { return false }
    return laterValue < earlierValue
  }

  /// Returns whether a later change may conflict with an earlier one, given the kinds of their subjects.
  ///
  /// It may if the kinds are the same, or if the earlier subject is an alias. If the earlier change is an insertion or
  /// a removal, it also may if the later kind is that of children of the earlier kind.
  private func concerns(_ later: RecordedChange, _ earlier: RecordedChange) -> Bool {
    let (laterKind, earlierKind) = (later.change.subject.kind, earlier.change.subject.kind)
    let isAliasOfSource = laterKind == .alias && later.change.fields["foundBy"]?.new.text != nil
    if isAliasOfSource, later.change.subject != earlier.change.subject { return false }
    if laterKind == earlierKind || earlierKind == .alias { return true }
    guard earlier.change.kind != .update else { return false }
    return subjects.children(of: earlierKind).contains { $0.subject.kind == laterKind }
  }

  /// Returns all ids that identify the subject of a change; for an alias, all ids of its film.
  private func idsOfSameSubject(_ record: RecordedChange) throws -> [String] {
    let change = record.change
    let films =
      switch (change.subject.kind, subjects[change.subject.kind]?.identity) {
      case (.alias, _): [change.subject.id, change.fields["film"]?.new.text].compactMap(\.self)
      case (_, .film): [change.subject.id]
      default: [String]()
      }
    guard !films.isEmpty else { return [change.subject.id] }
    guard try db.hasAliases else { return films }
    let sql = """
      WITH film AS (SELECT coalesce(alias.film, given.value) AS id
        FROM json_each(?) AS given LEFT JOIN main.alias ON alias.id = given.value)
      SELECT id FROM film UNION SELECT alias.id FROM film JOIN main.alias ON alias.film = film.id
      """
    return try String.fetchAll(db, sql: sql, arguments: [CollectionStore.jsonArray(of: films)])
  }

  /// Returns a short description of the data that both changes affect, or `nil` if they do not conflict.
  ///
  /// - An update conflicts with a later insertion or update that sets the same field.
  /// - An insertion, and an update of an alias, conflicts with each later change.
  /// - A removal conflicts with each later change except an update.
  ///
  /// A later update of the caption alone conflicts with nothing. A later update without fields conflicts only with a
  /// change of an alias.
  private func conflict(_ later: RecordedChange, _ earlier: RecordedChange) -> String? {
    guard let declaration = subjects[later.change.subject.kind] else { return nil }
    let isSameKind = later.change.subject.kind == earlier.change.subject.kind
    let noun = declaration.noun
    let subjectName = isSameKind && declaration.identity == .film ? "the \(noun)" : noun.withArticle
    if later.change.kind == .update, later.change.fields.keys.allSatisfy(declaration.captionFields.contains) {
      return later.change.fields.isEmpty && earlier.change.subject.kind == .alias ? subjectName : nil
    }
    guard earlier.change.kind == .update, earlier.change.subject.kind != .alias else {
      let isConflict = later.change.kind != .update || earlier.change.kind != .delete
      return isConflict ? description(of: later, declaration, subjectName) : nil
    }
    guard later.change.kind != .delete else { return nil }
    let names = earlier.change.fields.keys.sorted().filter { name in
      !declaration.captionFields.contains(name) && overlaps(earlier.change.fields[name], later.change.fields[name])
    }
    let belongsToFilm = declaration.filmField != nil || declaration.filmParent(in: subjects) != nil
    let owner = declaration.identity == .film || !belongsToFilm ? "" : " of \(noun.withArticle)"
    guard let name = names.first else { return nil }
    guard let label = declaration.field(name)?.label else { return subjectName }
    return "the \(label)\(owner)"
  }

  /// Returns the label of the first changed field, such as `the rating`, if a later change updates a subject that is
  /// identified by a film.
  ///
  /// For any other change, or if the field has no label, returns `subjectName`.
  private func description(of later: RecordedChange, _ declaration: JournalSubject, _ subjectName: String) -> String {
    guard later.change.kind == .update, declaration.identity == .film,
      let name = later.change.fields.keys.sorted().first, let label = declaration.field(name)?.label
    else { return subjectName }
    return "the \(label)"
  }

  /// Returns whether two changes of a field both exist and, if the field is a list, add or remove a
  /// common element.
  private func overlaps(_ first: Change.FieldChange?, _ second: Change.FieldChange?) -> Bool {
    guard let first, let second else { return false }
    let elements = first.changedElements
    return elements.isEmpty || !elements.isDisjoint(with: second.changedElements)
  }

  /// Returns the title of the film that a change concerns, or an id if no title is known.
  ///
  /// For a change of a subject with a name that does not belong to a film, such as a list, returns its name.
  private func title(_ record: RecordedChange) throws -> String {
    guard let film = try film(of: record) else { return try name(of: record.change) ?? record.change.subject.id }
    let canonical = try db.recordedCanonicalIDs(of: [film])[film] ?? film
    let title = record.change.fields["title"].flatMap { $0.new.text ?? $0.old.text }
    return try CollectionStore.fetchEntry(canonical, db)?.caption?.title ?? title ?? film.rawValue
  }
}

extension UndoConflictDetector {
  /// Returns the film that a change concerns; `nil` if it concerns none.
  private func film(of record: RecordedChange) throws -> FilmID? {
    let (subject, fields) = (record.change.subject, record.change.fields)
    if let film = record.film ?? subjects.film(of: subject, fields.mapValues(\.new)) { return film }
    guard let declaration = subjects[subject.kind], declaration.filmField != nil else { return nil }
    let stored = try declaration.storedFields(of: subject.id, db)
    return subjects.film(of: subject, stored ?? fields.mapValues(\.old))
  }

  /// Returns the name of a subject before or after a change; `nil` if subjects of its kind have no name.
  private func name(of change: Change) throws -> String? {
    guard let declaration = subjects[change.subject.kind], let field = declaration.nameField else { return nil }
    let stored = try declaration.storedFields(of: change.subject.id, db)
    return change.fields[field].flatMap { $0.new.text ?? $0.old.text } ?? stored?[field]?.text
  }
}

extension RecordedChange {
  /// Returns the change without the fields that the closure selects; `nil` if it is an update of these fields only.
  fileprivate func without(_ isLeftOut: (String) -> Bool) -> RecordedChange? {
    let fields = change.fields.filter { !isLeftOut($0.key) }
    guard fields.count < change.fields.count else { return self }
    guard !fields.isEmpty || change.kind != .update else { return nil }
    return RecordedChange(
      id: id, step: step, installation: installation, clock: clock,
      change: Change(kind: change.kind, subject: change.subject, fields: fields), film: film)
  }
}

extension Change.FieldChange {
  /// The elements that the change adds to or removes from a list.
  fileprivate var changedElements: Set<String> { Set(old.elements).symmetricDifference(new.elements) }
}
