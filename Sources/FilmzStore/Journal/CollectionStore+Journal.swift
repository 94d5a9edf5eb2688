package import FilmzDomain
package import Foundation
import GRDB

extension CollectionStore {
  /// Returns the steps of this installation that `log` lists, newest first; those of all installations in the order in
  /// which they were made.
  ///
  /// Returns at most `limit` steps, or all of them if the limit is `nil`.
  package func log(
    limit: Int?, ofAllInstallations includesOthers: Bool = false
  ) async throws -> [JournalStep] {
    try await read { db in
      let sql = """
        SELECT * FROM main.step
        WHERE command IS NOT NULL AND \(includesOthers ? "1" : "isOwn")
        ORDER BY \(includesOthers ? "madeAt DESC, " : "")number DESC LIMIT ?
        """
      return try Row.fetchAll(db, sql: sql, arguments: [limit ?? -1]).map {
        try journalStep($0, db)
      }
    }
  }

  /// Returns, by the id of each film, the newest step that inserted the film and is not undone.
  ///
  /// Films without such a step are left out.
  package func insertionSteps(of ids: [FilmID]) async throws -> [FilmID: UUID] {
    try await read { db in
      let reader = JournalReader(db: db, subjects: subjects)
      let canonical = try Self.fetchRecordedAliases(of: ids, db)
      let insertions = try reader.changes(of: (ids + canonical.keys).map(\.rawValue)).filter {
        $0.change.kind == .insert && $0.change.subject.kind == .entry
      }
      let undoState = try reader.undoState(of: Set(insertions.map(\.step)))
      let pairs = insertions.sorted { $0.position < $1.position }.compactMap { record in
        undoState.isUndone(record.step)
          ? nil
          : UUID(uuidString: record.step).map { step in
            let id = FilmID(unchecked: record.change.subject.id)
            return (canonical[id] ?? id, step)
          }
      }
      return Dictionary(pairs) { $1 }
    }
  }

  /// Creates a step from a row of the table `step`, with its films from the table `change`.
  func journalStep(_ row: Row, _ db: Database) throws -> JournalStep {
    let id: String = try row.value("id")
    let films = try films(ofStep: id, db)
    let canonical = try Self.fetchRecordedCanonicalIDs(of: films, db)
    var seen: Set<FilmID> = []
    return JournalStep(
      id: id, number: try row.value("number"), installation: try row.value("installation"),
      madeAt: Date(microseconds: try row.value("madeAt")),
      command: try row.value("command"),
      films: films.map { canonical[$0] ?? $0 }.filter { seen.insert($0).inserted },
      isUndone: try row.value("undoneAt", Int?.self) != nil)
  }

  /// Returns the ids under which a step's changes recorded their films, in the order of the changes, with
  /// duplicates.
  ///
  /// For a change of an alias, this is the id that the alias stands for after the change, or the alias itself
  /// if the change does not set that id. For a change of a comment, it is the film of the comment.
  private func films(ofStep id: String, _ db: Database) throws -> [FilmID] {
    let sql = """
      SELECT subjectKind, subject, film,
        CASE subjectKind WHEN 'alias' THEN coalesce(fields ->> '$.film.new', subject)
        WHEN 'comment' THEN coalesce(fields ->> '$.film.new', fields ->> '$.film.old',
          (SELECT fields ->> '$.film.new' FROM main.change AS insertion
            WHERE insertion.subject = change.subject AND insertion.subjectKind = 'comment'
              AND insertion.kind = 'insert')) END
      FROM main.change WHERE step = ? ORDER BY number
      """
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [id])
    var films: [FilmID] = []
    while let row = try rows.next() {
      if let film = try row.value(2, String?.self) ?? row.value(3) {
        films.append(FilmID(unchecked: film))
      } else if subjects[.init(rawValue: try row.value(0))]?.identity == .film {
        films.append(FilmID(unchecked: try row.value(1)))
      }
    }
    return films
  }
}

/// The exchange of journals between installations.
extension CollectionStore {
  /// Returns all steps and changes of the journal, to be sent to another installation.
  package func recordedJournal() async throws -> (steps: [RecordedStep], changes: [RecordedChange])
  {
    try await read { db in
      let steps = try Row.fetchAll(db, sql: "SELECT * FROM main.step ORDER BY number").map { row in
        RecordedStep(
          id: try row.value("id"), installation: try row.value("installation"),
          madeAt: Date(microseconds: try row.value("madeAt")), command: try row.value("command"))
      }
      return (steps, try JournalReader(db: db, subjects: subjects).allChanges())
    }
  }

  /// Merges steps and changes of other installations into the journal; their order does not matter.
  ///
  /// Steps and changes that the journal already contains are ignored. Changes that this version does not
  /// support are stored without effect.
  ///
  /// - Returns: The resulting changes of the tables.
  @discardableResult
  package func receive(_ changes: [RecordedChange], of steps: [RecordedStep]) async throws
    -> [FilmChange]
  {
    try await write { [subjects] db in
      let newSteps = try steps.filter { try JournalWriter.insert($0, isOwn: false, db) }
      let newChanges = try changes.filter { try JournalWriter.insert($0, db) }
      return try Self.update(after: newChanges, newSteps, subjects, db)
    }
  }

  /// Updates the tables after steps and changes have been added to the journal.
  static func update(
    after newChanges: [RecordedChange], _ newSteps: [RecordedStep], _ subjects: SubjectRegistry,
    _ db: Database
  ) throws -> [FilmChange] {
    let reader = JournalReader(db: db, subjects: subjects)
    let undoneOrRedoneSteps = Set(
      newChanges.filter { $0.change.subject.kind == .step }.map(\.change.subject.id))
    try JournalWriter.updateSteps(undoneOrRedoneSteps.union(newSteps.map(\.id)), db)
    let affectedChanges = try newChanges + undoneOrRedoneSteps.flatMap(reader.changes(ofStep:))
    return try StateUpdate(db: db, subjects: subjects).update(after: affectedChanges)
  }

  /// Compares the tables with the state computed from the journal.
  ///
  /// - Returns: The subjects whose rows differ, and the steps that are undone according to only one of
  ///   the two.
  package func differencesFromJournal() async throws -> [Change.Subject] {
    try await read { db in
      let changes = try JournalReader(db: db, subjects: subjects).allChanges()
      let state = JournalState(of: changes, subjects: subjects)
      var rows: [Change.Subject: [String: FieldValue]] = [:]
      for subject in subjects.all {
        for (id, row) in try JournalSubjectTable(subject: subject).allRows(db) {
          rows[Change.Subject(subject.kind, id)] = row
        }
      }
      let undoState = UndoState(changes)
      let steps = try Row.fetchAll(db, sql: "SELECT id, undoneAt FROM main.step").filter { row in
        undoState.isUndone(try row.value("id")) != (try row.value("undoneAt", Int?.self) != nil)
      }
      return try Set(rows.keys).union(state.rows.keys).filter { rows[$0] != state.rows[$0] }
        + steps.map { Change.Subject(.step, try $0.value("id")) }
    }
  }
}
