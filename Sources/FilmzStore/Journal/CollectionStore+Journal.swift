package import FilmzDomain
package import Foundation
import GRDB

extension CollectionStore {
  /// Returns the steps of this installation that `log` lists, the newest first.
  ///
  /// If `includesOthers` is `true`, the steps of all installations are returned, the latest first.
  /// `leavesOutUndone` leaves out undone steps, and `leavesOutUnchanged` steps that changed nothing. At most `limit`
  /// steps are returned, or all of them if the limit is `nil`.
  package func log(
    limit: Int?, ofAllInstallations includesOthers: Bool = false, leavesOutUndone: Bool = false,
    leavesOutUnchanged: Bool = false
  ) async throws -> [JournalStep] {
    try await read { db in
      let counts = "(isOwn AND undoneAt IS NULL AND changedSomething)"
      let sql = """
        SELECT *, iif(\(counts), sum(\(counts)) OVER (ORDER BY number DESC), NULL) AS undoCount
        FROM (SELECT *, \(StepFinder.changedSomething) AS changedSomething FROM main.step WHERE command IS NOT NULL)
        WHERE \(includesOthers ? "1" : "isOwn") AND \(leavesOutUndone ? "undoneAt IS NULL" : "1")
          AND \(leavesOutUnchanged ? "changedSomething" : "1")
        ORDER BY \(includesOthers ? "madeAt DESC, " : "")number DESC LIMIT ?
        """
      return try Row.fetchAll(db, sql: sql, arguments: [limit ?? -1]).map { row in
        var step = try journalStep(row, db)
        step.undoCount = try row.value("undoCount")
        step.changedNothing = try !row.value("changedSomething")
        return step
      }
    }
  }

  /// Returns, for each film, the newest step that inserted the film and is not undone.
  ///
  /// Films without such a step are left out.
  package func insertionSteps(of ids: [FilmID]) async throws -> [FilmID: UUID] {
    try await read { db in
      let journal = Journal(db: db, subjects: subjects)
      let canonical = try db.recordedAliases(of: ids)
      let insertions = try journal.changes(of: (ids + canonical.keys).map(\.rawValue)).filter {
        $0.change.kind == .insert && $0.change.subject.kind == .entry
      }
      let undoState = try journal.undoState(of: Set(insertions.map(\.step)))
      var steps: [FilmID: UUID] = [:]
      for record in insertions.sorted(by: { $0.position < $1.position }) where !undoState.isUndone(record.step) {
        guard let step = UUID(uuidString: record.step) else { continue }
        let id = FilmID(unchecked: record.change.subject.id)
        steps[canonical[id] ?? id] = step
      }
      return steps
    }
  }

  /// Creates a step from a row of the table `step`, with its films from the table `change`.
  func journalStep(_ row: Row, _ db: Database) throws -> JournalStep {
    let id: String = try row.value("id")
    let films = try films(ofStep: id, db)
    let canonical = try db.recordedCanonicalIDs(of: films)
    var uniqueIDs: Set<FilmID> = []
    return JournalStep(
      id: id, number: try row.value("number"), installation: try row.value("installation"),
      madeAt: Date(microseconds: try row.value("madeAt")), command: try row.value("command"),
      films: films.map { canonical[$0] ?? $0 }.filter { uniqueIDs.insert($0).inserted },
      isUndone: try row.value("undoneAt", Int?.self) != nil)
  }

  /// Returns the ids under which a step's changes recorded their films, in the order of the changes, with
  /// duplicates.
  ///
  /// For a change of an alias, this is the film's id that the change sets, or the alias itself if the change sets none.
  /// For a change of a comment, it is the film of the comment.
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
    let rows = try db.rowCursor(sql, [id])
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

extension CollectionStore {
  /// Returns all steps and changes of the journal, to be sent to another installation.
  package func recordedJournal() async throws -> (steps: [RecordedStep], changes: [RecordedChange]) {
    try await read { db in
      let sql = "SELECT id, installation, madeAt, command FROM main.step ORDER BY number"
      return (
        try Row.fetchAll(db, sql: sql).map(RecordedStep.init(row:)),
        try Journal(db: db, subjects: subjects).allChanges()
      )
    }
  }
}

extension RecordedStep {
  /// Creates a step from the columns `id`, `installation`, `madeAt`, and `command`.
  init(row: Row) throws {
    self.init(
      id: try row.value(0), installation: try row.value(1),
      madeAt: Date(microseconds: try row.value(2)), command: try row.value(3))
  }
}
