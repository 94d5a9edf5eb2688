package import FilmzDomain
package import Foundation
import GRDB

extension CollectionStore {
  /// Which steps are meant.
  package enum StepChoice: Sendable, Hashable {
    /// As many as there are, at most so many, the newest first.
    case newest(Int)
    /// One step, whatever was done after it.
    case step(String)
  }

  /// Takes steps back or makes them again, all in one transaction.
  ///
  /// The journal gets a compensating step for each, so that nothing in it is ever deleted.
  ///
  /// - Parameters:
  ///   - move: Whether steps are undone or redone.
  ///   - choice: The steps; for redo those that were undone last come first.
  ///   - command: The command line that asked for it.
  ///   - now: The moment of the compensating steps.
  ///   - force: Whether what was changed since elsewhere is overridden.
  /// - Returns: The steps in the order in which they were reversed.
  /// - Throws: ``StoreError/nothingToReverse(_:)``, ``StoreError/unknownStep(command:)``,
  ///   ``StoreError/changedSince(command:what:film:)``; nothing was changed then.
  package func reverse(
    _ move: JournalMove, _ choice: StepChoice, command: String, at now: Date, force: Bool
  ) async throws -> [ReversedStep] {
    try await writing { db in
      var reversed: [ReversedStep] = []
      let most = if case .newest(let count) = choice { count } else { 1 }
      while reversed.count < most, let step = try Self.next(move, choice, db) {
        let draft = CollectionDraft(db, command: command, now: now, reversing: step.id)
        let changes = try Self.changes(move, of: step, db)
        try draft.begin()
        let made = try draft.repeatChanges(changes, of: step, force: force)
        try db.cachedStatement(sql: "UPDATE step SET state = ?, undoneBy = ? WHERE id = ?")
          .execute(
            arguments: move == .undo
              ? [1, try draft.begin(), step.id] : [0, nil, step.id])
        reversed.append(ReversedStep(step: step, changes: made))
      }
      guard !reversed.isEmpty else { throw StoreError.nothingToReverse(move) }
      return reversed
    }
  }

  /// The steps of the journal, the newest first, at most so many; those that undid or redid others
  /// are not told.
  package func log(limit: Int?) async throws -> [JournalStep] {
    try await read { db in
      let sql = "SELECT * FROM step WHERE reverses IS NULL ORDER BY number DESC LIMIT ?"
      return try Row.fetchAll(db, sql: sql, arguments: [limit ?? -1]).map {
        try Self.step($0, db)
      }
    }
  }

  /// The steps that brought films into the collection, the newest of each.
  package func stepsOfInsertion(_ ids: [FilmID]) async throws -> [FilmID: UUID] {
    try await read { db in
      let sql = """
        SELECT subject, change.step FROM change JOIN step ON step.id = change.step
        WHERE kind = 'insert' AND subjectKind = 'film' AND reverses IS NULL
          AND subject IN (SELECT value FROM json_each(?)) ORDER BY change.number
        """
      let list = Self.text(of: ids.map(\.rawValue))
      let pairs = try Row.fetchAll(db, sql: sql, arguments: [list]).compactMap { row in
        UUID(uuidString: row["step"]).map { (FilmID(canonical: row["subject"]), $0) }
      }
      return Dictionary(pairs) { $1 }
    }
  }

  // MARK: - Steps

  private static func next(_ move: JournalMove, _ choice: StepChoice, _ db: Database) throws
    -> JournalStep?
  {
    var row: Row?
    switch choice {
    case .newest:
      let sql =
        move == .undo
        ? """
        SELECT * FROM step WHERE reverses IS NULL AND state = 0 ORDER BY number DESC LIMIT 1
        """ : "SELECT * FROM step WHERE state = 1 ORDER BY undoneBy DESC LIMIT 1"
      row = try Row.fetchOne(db.cachedStatement(sql: sql))
    case .step(let id):
      row = try Row.fetchOne(
        db, sql: "SELECT * FROM step WHERE id = ? AND reverses IS NULL AND state = ?",
        arguments: [id, move == .undo ? 0 : 1])
    }
    return try row.map { try step($0, db) }
  }

  private static func step(_ row: Row, _ db: Database) throws -> JournalStep {
    let id: String = row["id"]
    let sql = "SELECT subjectKind, subject, fields FROM change WHERE step = ? ORDER BY number"
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [id])
    var films: [FilmID] = []
    var seen: Set<FilmID> = []
    while let row = try rows.next() {
      if let film = film(row), seen.insert(film).inserted { films.append(film) }
    }
    return JournalStep(
      id: id, number: row["number"], madeAt: Date(microseconds: row["madeAt"]),
      command: row["command"], films: films, isUndone: row["state"] != 0)
  }

  private static func film(_ row: Row) -> FilmID? {
    let subject = Change.Subject(.init(rawValue: row["subjectKind"]), row["subject"])
    if subject.kind == .film { return FilmID(canonical: subject.id) }
    return Change(kind: .update, subject: subject, fields: fields(row["fields"]) ?? [:]).film
  }

  /// The changes that undo or redo a step, in their order.
  private static func changes(_ move: JournalMove, of step: JournalStep, _ db: Database) throws
    -> [Change]
  {
    let sql = "SELECT kind, subjectKind, subject, fields FROM change WHERE step = ? ORDER BY number"
    let statement = try db.cachedStatement(sql: sql)
    let changes = try Row.fetchAll(statement, arguments: [step.id]).map { row in
      guard let fields = fields(row["fields"]) else {
        throw StoreError.unknownStep(command: step.command)
      }
      return Change(
        kind: .init(rawValue: row["kind"]),
        subject: .init(.init(rawValue: row["subjectKind"]), row["subject"]), fields: fields)
    }
    let wanted =
      move == .undo ? changes.reversed().map(\.inverse) : changes.map { $0.inverse?.inverse }
    return try wanted.map { change in
      guard let change else { throw StoreError.unknownStep(command: step.command) }
      return change
    }
  }

  /// The fields of a change, or nothing where a newer version wrote values that this one cannot read.
  private static func fields(_ text: String) -> [String: Change.FieldChange]? {
    try? JSONDecoder().decode([String: Change.FieldChange].self, from: Data(text.utf8))
  }
}
