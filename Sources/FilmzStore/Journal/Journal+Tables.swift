import FilmzDomain
import GRDB

// Recomputing rows of the tables from the journal.
extension Journal {
  /// The number of films whose state is computed in one batch.
  private static let batchSize = 300

  /// Recomputes all rows that the given changes affect, and writes the differences.
  ///
  /// - Returns: The changes of the tables; parents are inserted before their children and removed after
  ///   them.
  @discardableResult
  func updateTables(after records: some Sequence<RecordedChange>) throws -> [FilmChange] {
    // A change of a child may name the film by another id than the child's insertion did.
    let childIDs = records.filter { $0.film != nil }.map(\.change.subject.id)
    var films = try films(of: Set(childIDs))
    var otherSubjects: Set<Change.Subject> = []
    for record in records {
      let filmsOfRecord = self.films(of: record)
      films.formUnion(filmsOfRecord)
      if filmsOfRecord.isEmpty, subjects[record.change.subject.kind] != nil {
        otherSubjects.insert(record.change.subject)
      }
      otherSubjects.formUnion(nonFilmParents(of: try includingRemovalStep(record), restoresParent: true))
      guard record.change.subject.kind == .alias else { continue }
      let childChanges = try changes(ofFilms: filmsOfRecord.map(\.rawValue))
      otherSubjects.formUnion(nonFilmParents(of: childChanges, restoresParent: true))
    }
    var differences: [FilmChange] = []
    var remainingFilms = films.sorted()[...]
    var updatedFilms: Set<FilmID> = []
    repeat {
      let batch = remainingFilms.prefix(Self.batchSize).filter { !updatedFilms.contains($0) }
      remainingFilms = remainingFilms.dropFirst(Self.batchSize)
      guard !batch.isEmpty || !otherSubjects.isEmpty else { continue }
      let (state, ids) = try state(of: Set(batch), otherSubjects)
      differences += try write(state, ids, otherSubjects)
      updatedFilms.formUnion(ids)
      otherSubjects = []
    } while !remainingFilms.isEmpty
    return differences
  }

  /// Updates the tables after changes and their steps have been added to the journal, and returns the changes of the
  /// tables.
  func updateTables(after newChanges: [RecordedChange], _ newSteps: [RecordedStep]) throws -> [FilmChange] {
    let undoneOrRedoneSteps = Set(newChanges.filter { $0.change.subject.kind == .step }.map(\.change.subject.id))
    try JournalWriter.updateSteps(undoneOrRedoneSteps.union(newSteps.map(\.id)), db)
    let affectedChanges = try newChanges + undoneOrRedoneSteps.flatMap(changes(ofStep:))
    return try updateTables(after: affectedChanges)
  }

  /// Rewrites the tables of all subjects, and the columns of steps that result from the journal.
  func rewriteTables() throws {
    let changes = try allChanges()
    let state = JournalState(of: changes, subjects: subjects)
    let rows = Dictionary(grouping: state.rows, by: \.key.kind)
    // Rows of children refer to those of their parents.
    for subject in subjects.all.reversed() { try db.execute(sql: "DELETE FROM main.\(subject.table)") }
    for subject in subjects.all {
      for (key, row) in (rows[subject.kind] ?? []).sorted(by: { $0.key.id < $1.key.id }) {
        try Task.checkCancellation()
        try perform(difference(subject, key.id, nil, row).change)
      }
    }
    try JournalWriter.updateSteps(String.fetchAll(db, sql: "SELECT id FROM main.step"), db)
  }

  /// Returns a change and, if it is a removal, all changes of its step.
  ///
  /// The removal of a child does not count if one of its parents is removed in the same step. The removal of a parent
  /// therefore also affects the other parents of its children. If children can restore only films, the other changes of
  /// the step are not needed, and are not read.
  private func includingRemovalStep(_ record: RecordedChange) throws -> [RecordedChange] {
    let hasRestorableNonFilmParents = subjects.all.contains { subject in
      subject.parents.contains { $0.restoresParent && subjects[$0.kind]?.identity != .film }
    }
    guard hasRestorableNonFilmParents, record.change.kind == .delete else { return [record] }
    return try changes(ofStep: record.step) + [record]
  }

  /// Returns the ids of the films that a change concerns.
  private func films(of record: RecordedChange) -> Set<FilmID> {
    let change = record.change
    var films = Set([record.film].compactMap(\.self))
    if subjects[change.subject.kind]?.identity == .film || change.subject.kind == .alias {
      films.insert(FilmID(unchecked: change.subject.id))
    }
    guard change.subject.kind == .alias, let field = change.fields["film"] else { return films }
    return films.union([field.old, field.new].compactMap(\.text).map(FilmID.init(unchecked:)))
  }

  /// Returns the state of one film, computed from the journal.
  func state(of film: FilmID) throws -> JournalState { try state(of: [film], []).state }

  /// Returns the state of a subject and of its film, if it belongs to one, computed from the journal.
  func state(of subject: Change.Subject) throws -> JournalState {
    var films = try films(of: [subject.id])
    if subjects[subject.kind]?.identity == .film { films.insert(FilmID(unchecked: subject.id)) }
    return try state(of: films, films.isEmpty ? [subject] : []).state
  }

  /// Returns the viewing whose row has the data that was recorded under the id of a viewing (``JournalState/liveIDs``).
  func subjectOfRow(_ viewing: Change.Subject) throws -> Change.Subject {
    guard try db.hasAliases, try subjects[viewing.kind]?.storedFields(of: viewing.id, db) == nil else { return viewing }
    let films = try films(of: [viewing.id])
    guard !films.isEmpty else { return viewing }
    let liveIDs = try state(of: films, []).state.liveIDs
    return liveIDs.first { $0.key.kind == viewing.kind && $0.value.contains(viewing.id) }?.key ?? viewing
  }

  /// Returns the state of the given films and other subjects, computed from the journal, and all ids of these
  /// films.
  ///
  /// Related subjects are included: the films to which children of the other subjects belong, and the
  /// non-film parents of the children of films.
  private func state(of films: Set<FilmID>, _ otherSubjects: Set<Change.Subject>) throws -> (
    state: JournalState, ids: Set<FilmID>
  ) {
    var records = try otherSubjects.flatMap { subject in
      try changes(of: [subject.id]) + changes(ofChildrenOf: subject.id)
    }
    let ids = try withRelatedFilms(films.union(records.compactMap(\.film)))
    records += try changes(of: ids.map(\.rawValue))
    let childChanges = try changes(ofFilms: ids.map(\.rawValue))
    records += childChanges
    // Later changes of a child may name the film by another id.
    records += try changes(of: Set(childChanges.map(\.change.subject.id)), notOfFilms: ids)
    records += try changesOfNonFilmParents(records)
    records += try changes(of: Set(records.map(\.step)))
    return (JournalState(of: records, subjects: subjects), ids)
  }

  /// Returns the given ids of films, and all ids whose changes may affect the state of these films.
  ///
  /// These are the ids that are connected with a given id, directly or through other ids. The table `alias` and each
  /// change of an alias connect the alias with its film. The changes of a child of a film, such as a viewing, connect
  /// all ids by which they name the film.
  func withRelatedFilms(_ films: Set<FilmID>) throws -> Set<FilmID> {
    guard try db.hasAliasChanges else { return films }
    var ids = films
    var newIDs = films
    while !newIDs.isEmpty {
      let relatedIDs = try db.texts(Self.relatedFilms, [CollectionStore.jsonArray(of: newIDs)])
      newIDs = Set(relatedIDs.map(FilmID.init(unchecked:))).subtracting(ids)
      ids.formUnion(newIDs)
    }
    return ids
  }

  /// The SQL that selects the ids that are directly connected with those in a JSON array.
  private static let relatedFilms = """
    WITH given AS (SELECT value AS id FROM json_each(?))
    SELECT film FROM given JOIN main.alias USING (id)
    UNION SELECT alias.id FROM given JOIN main.alias ON alias.film = given.id
    UNION SELECT change.fields ->> '$.film.new' FROM given JOIN main.change
      ON change.subject = given.id AND change.subjectKind = 'alias'
      WHERE change.fields ->> '$.film.new' IS NOT NULL
    UNION SELECT other.film FROM given JOIN main.change ON change.film = given.id
      JOIN main.change AS other ON other.subject = change.subject AND other.film <> given.id
    """

  /// Returns the changes of the non-film parents of changed subjects.
  ///
  /// If changes of children can restore such a parent, the result also contains the changes of all its children, and
  /// those of the steps that removed a child. They affect whether the parent exists.
  private func changesOfNonFilmParents(_ records: [RecordedChange]) throws -> [RecordedChange] {
    let restorableParents = nonFilmParents(of: records, restoresParent: true)
    let parents = restorableParents.union(nonFilmParents(of: records, restoresParent: false))
    let childChanges = try restorableParents.flatMap { try self.changes(ofChildrenOf: $0.id) }
    let removalSteps = Set(childChanges.filter { $0.change.kind == .delete }.map(\.step))
    return try changes(of: parents.map(\.id)) + childChanges + removalSteps.flatMap(changes(ofStep:))
  }

  /// Returns the parents of changed subjects that are not films and are declared with the given value of
  /// `restoresParent` (``JournalSubject/Parent``).
  private func nonFilmParents(of records: [RecordedChange], restoresParent: Bool) -> Set<Change.Subject> {
    var parents: Set<Change.Subject> = []
    for record in records {
      guard let declaration = subjects[record.change.subject.kind] else { continue }
      let ids = declaration.parentIDs(in: record.change.subject.id)
      for parent in declaration.parents
      where subjects[parent.kind]?.identity != .film && parent.restoresParent == restoresParent {
        let id = ids[parent.field] ?? record.change.fields[parent.field]?.new.text
        if let id { parents.insert(Change.Subject(parent.kind, id)) }
      }
    }
    return parents
  }

  // MARK: - Writing

  /// Writes the rows of the given films, other subjects, and their children, and returns the changes of the tables.
  private func write(
    _ state: JournalState, _ films: Set<FilmID>, _ otherSubjects: Set<Change.Subject>
  ) throws -> [FilmChange] {
    let filmIDs = Set(films.map(\.rawValue))
    let otherIDs = Set(otherSubjects.map(\.id))
    var removed: [[FilmChange]] = []
    var written: [FilmChange] = []
    for subject in subjects.all {
      let scope = scope(of: subject)
      let ids = scope.isOfFilms ? filmIDs : otherIDs
      guard !ids.isEmpty else { continue }
      let old = try subject.storedRows(where: scope.column, isIn: Array(ids), db)
      let new = state.rows.filter { key, row in
        key.kind == subject.kind && ids.contains(scope.column == "id" ? key.id : row[scope.column]?.text ?? "")
      }
      let removedRows = old.filter { new[Change.Subject(subject.kind, $0.key)] == nil }
      removed.append(removedRows.sorted { $0.key < $1.key }.map { difference(subject, $0.key, $0.value, nil) })
      written += new.sorted { $0.key.id < $1.key.id }.compactMap { key, row in
        old[key.id] == row ? nil : difference(subject, key.id, old[key.id], row)
      }
    }
    let changes = removed.reversed().joined() + written
    for change in changes { try perform(change.change) }
    return Array(changes)
  }

  /// Returns the column by which the rows of a kind of subject are selected.
  ///
  /// `isOfFilms` is `true` if the column contains ids of films, and `false` if it contains ids of other subjects.
  private func scope(of subject: JournalSubject) -> (column: String, isOfFilms: Bool) {
    if subject.identity == .film || subject.kind == .alias { return ("id", true) }
    if let parent = subject.filmParent(in: subjects) { return (parent.field, true) }
    return (subject.parents.first?.field ?? "id", false)
  }

  /// Returns the change from an old row to a new one; `nil` means that the row does not exist.
  ///
  /// A missing value is equal to the default value of its field.
  private func difference(
    _ subject: JournalSubject, _ id: String, _ old: [String: FieldValue]?, _ new: [String: FieldValue]?
  ) -> FilmChange {
    var fields: [String: Change.FieldChange] = [:]
    for field in subject.fields {
      let before = old?[field.name] ?? .null
      let after = new?[field.name] ?? .null
      guard field.value(orDefault: before) != field.value(orDefault: after) else { continue }
      fields[field.name] = Change.FieldChange(old: before, new: after)
    }
    var kind = new == nil ? Change.Kind.delete : .update
    if old == nil { kind = .insert }
    let subject = Change.Subject(subject.kind, id)
    return (Change(kind: kind, subject: subject, fields: fields), subjects.film(of: subject, new ?? old ?? [:]))
  }

  /// Performs a change on the table of its subject.
  private func perform(_ change: Change) throws {
    guard let subject = subjects[change.subject.kind] else { throw StoreError.unknownChange }
    try subject.perform(change, db)
  }
}
