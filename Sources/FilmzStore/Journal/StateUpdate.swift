import FilmzDomain
import GRDB

/// Brings the tables to what the journal's changes make of some films and other subjects.
struct StateUpdate {
  /// Films that are computed at a time.
  private static let batch = 300

  let db: Database
  let subjects: SubjectRegistry

  private var reader: JournalReader { JournalReader(db: db, subjects: subjects) }

  /// Computes all that some changes are about, and writes what is different.
  ///
  /// - Returns: The differences, parents before their parts.
  func update(after records: some Sequence<RecordedChange>) throws -> [FilmChange] {
    // What is said of a part may name its film by another id than its insertion did.
    let parts = records.filter { $0.film != nil }.map(\.change.subject.id)
    var films = Set(try reader.changes(of: Set(parts)).compactMap(\.film))
    var others: Set<Change.Subject> = []
    for record in records {
      let found = self.films(of: record)
      films.formUnion(found)
      if found.isEmpty, subjects[record.change.subject.kind] != nil {
        others.insert(record.change.subject)
      }
      others.formUnion(otherParents(of: try withRestOfRemoval(record), isKept: true))
      guard record.change.subject.kind == .alias else { continue }
      let parts = try reader.changes(ofFilms: found.map(\.rawValue))
      others.formUnion(otherParents(of: parts, isKept: true))
    }
    var differences: [FilmChange] = []
    var rest = films.sorted()[...]
    repeat {
      differences += try update(Set(rest.prefix(Self.batch)), others)
      rest = rest.dropFirst(Self.batch)
      others = []
    } while !rest.isEmpty
    return differences
  }

  /// A change, and if it is a removal the rest of its step: what was removed with its film counts for
  /// nothing else.
  private func withRestOfRemoval(_ record: RecordedChange) throws -> [RecordedChange] {
    let hasOtherParents = subjects.all.contains { subject in
      subject.parents.contains { subjects[$0.kind]?.identity != .film }
    }
    guard hasOtherParents, record.change.kind == .delete else { return [record] }
    return try reader.changes(ofStep: record.step) + [record]
  }

  /// The ids of films that a change is about.
  private func films(of record: RecordedChange) -> Set<FilmID> {
    let change = record.change
    var films = Set([record.film].compactMap(\.self))
    if subjects[change.subject.kind]?.identity == .film || change.subject.kind == .alias {
      films.insert(FilmID(canonical: change.subject.id))
    }
    guard change.subject.kind == .alias, let field = change.fields["film"] else { return films }
    return films.union([field.old, field.new].compactMap(\.text).map(FilmID.init(canonical:)))
  }

  private func update(_ films: Set<FilmID>, _ others: Set<Change.Subject>) throws -> [FilmChange] {
    let (state, ids) = try state(of: films, others)
    return try write(state, ids, others)
  }

  /// What the journal says of one film.
  func state(of film: FilmID) throws -> JournalState { try state(of: [film], []).state }

  /// What the journal says of some films and other subjects, and all ids of these films.
  ///
  /// The films in a list belong to what is said of the list, and the other way round.
  private func state(of films: Set<FilmID>, _ others: Set<Change.Subject>) throws -> (
    state: JournalState, ids: Set<FilmID>
  ) {
    var records = try others.flatMap { subject in
      try reader.changes(of: [subject.id]) + reader.changes(ofPartsOf: subject.id)
    }
    let ids = try withAliases(films.union(records.compactMap(\.film)))
    records += try reader.changes(of: ids.map(\.rawValue))
    let parts = try reader.changes(ofFilms: ids.map(\.rawValue))
    records += parts
    // What is said later of a part may name the film by another id.
    records += try reader.changes(of: Set(parts.map(\.change.subject.id)))
    records += try changesOfOtherParents(records)
    records += try reader.changes(of: Set(records.map(\.step)))
    return (JournalState(of: records, subjects: subjects), ids)
  }

  /// All ids of some films: those that the tables know, and those that the journal names.
  private func withAliases(_ films: Set<FilmID>) throws -> Set<FilmID> {
    var ids = films
    guard try CollectionStore.hasAliasChanges(db) else { return ids }
    while true {
      let list = CollectionStore.text(of: ids.map(\.rawValue))
      let known = try String.fetchAll(
        db.cachedStatement(
          sql: """
            WITH given AS (SELECT value AS id FROM json_each(?))
            SELECT film FROM given JOIN main.alias USING (id)
            UNION SELECT alias.id FROM given JOIN main.alias ON alias.film = given.id
            UNION SELECT change.fields ->> '$.film.new' FROM given JOIN main.change
              ON change.subject = given.id AND change.subjectKind = 'alias'
            WHERE change.fields ->> '$.film.new' IS NOT NULL
            """), arguments: [list])
      let all = ids.union(known.map(FilmID.init(canonical:)))
      if all.count == ids.count { return ids }
      ids = all
    }
  }

  /// The changes of what the parts of films belong to besides, such as the list of a list's place.
  ///
  /// The other parts of it count, and whether they were removed alone or with their own film.
  private func changesOfOtherParents(_ records: [RecordedChange]) throws -> [RecordedChange] {
    let kept = otherParents(of: records, isKept: true)
    let parents = kept.union(otherParents(of: records, isKept: false))
    let parts = try kept.flatMap { try reader.changes(ofPartsOf: $0.id) }
    let removals = Set(parts.filter { $0.change.kind == .delete }.map(\.step))
    return try reader.changes(of: parents.map(\.id)) + parts
      + removals.flatMap(reader.changes(ofStep:))
  }

  /// What parts of films belong to besides, if their changes keep it, or if they do not.
  private func otherParents(of records: [RecordedChange], isKept: Bool) -> Set<Change.Subject> {
    var found: Set<Change.Subject> = []
    for record in records {
      guard let declared = subjects[record.change.subject.kind] else { continue }
      let ids = declared.parentIDs(in: record.change.subject.id)
      for parent in declared.parents
      where subjects[parent.kind]?.identity != .film && parent.keepsParent == isKept {
        let id = ids[parent.field] ?? record.change.fields[parent.field]?.new.text
        if let id { found.insert(Change.Subject(parent.kind, id)) }
      }
    }
    return found
  }

  // MARK: - Writing

  /// Writes the rows of some films, of what belongs to them, and of other subjects with their parts.
  private func write(
    _ state: JournalState, _ films: Set<FilmID>, _ others: Set<Change.Subject>
  ) throws -> [FilmChange] {
    let ids = Set(films.map(\.rawValue))
    let otherIDs = Set(others.map(\.id))
    var removed: [[FilmChange]] = []
    var written: [FilmChange] = []
    for subject in subjects.all {
      let scope = scope(of: subject)
      let given = scope.isOfFilms ? ids : otherIDs
      guard !given.isEmpty else { continue }
      let table = JournalSubjectTable(subject: subject)
      let old = try table.rows(where: scope.column, isIn: Array(given), db)
      let new = state.rows.filter { key, row in
        key.kind == subject.kind
          && given.contains(scope.column == "id" ? key.id : row[scope.column]?.text ?? "")
      }
      let gone = old.filter { new[Change.Subject(subject.kind, $0.key)] == nil }
      removed.append(
        gone.sorted { $0.key < $1.key }.map { difference(subject, $0.key, $0.value, nil) })
      written += new.sorted { $0.key.id < $1.key.id }.compactMap { key, row in
        old[key.id] == row ? nil : difference(subject, key.id, old[key.id], row)
      }
    }
    let changes = removed.reversed().joined() + written
    for change in changes { try perform(change.change) }
    return Array(changes)
  }

  /// The column by which the rows of a kind are found that films, or other subjects, are about.
  private func scope(of subject: JournalSubject) -> (column: String, isOfFilms: Bool) {
    if subject.identity == .film || subject.kind == .alias { return ("id", true) }
    if let parent = subject.filmParent(in: subjects) { return (parent.field, true) }
    return (subject.parents.first?.field ?? "id", false)
  }

  private func difference(
    _ subject: JournalSubject, _ id: String, _ old: [String: FieldValue]?,
    _ new: [String: FieldValue]?
  ) -> FilmChange {
    var fields: [String: Change.FieldChange] = [:]
    for field in subject.fields {
      let before = old?[field.name] ?? .null
      let after = new?[field.name] ?? .null
      if (before == .null ? field.empty : before) != (after == .null ? field.empty : after) {
        fields[field.name] = Change.FieldChange(old: before, new: after)
      }
    }
    let kind: Change.Kind = old == nil ? .insert : new == nil ? .delete : .update
    let subject = Change.Subject(subject.kind, id)
    return FilmChange(
      Change(kind: kind, subject: subject, fields: fields),
      film: subjects.film(of: subject, new ?? old ?? [:]))
  }

  private func perform(_ change: Change) throws {
    guard let subject = subjects[change.subject.kind] else { throw StoreError.unknownChange }
    try JournalSubjectTable(subject: subject).perform(change, db)
  }
}
