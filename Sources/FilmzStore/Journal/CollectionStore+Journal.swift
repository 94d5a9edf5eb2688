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
