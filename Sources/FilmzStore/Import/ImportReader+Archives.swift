package import FilmzDomain
import GRDB

// What the merging of archives needs.
extension ImportReader {
  /// `true` if the journal has no changes.
  package var hasEmptyJournal: Bool {
    get throws {
      let sql = "SELECT NOT EXISTS (SELECT 1 FROM main.change)"
      return try Bool.fetchOne(db.cachedStatement(sql: sql)) ?? false
    }
  }

  /// Returns whether an import has brought a subject, and a command has removed it.
  package func isRemoved(_ subject: Change.Subject) throws -> Bool {
    func exists(_ condition: String) -> String {
      """
      EXISTS (SELECT 1 FROM main.change JOIN main.step ON step.id = change.step
        WHERE subject = ?1 AND subjectKind = ?2 AND step.undoneAt IS NULL AND \(condition))
      """
    }
    let sql = "SELECT \(exists("kind = 'delete'")) AND \(exists("step.command LIKE 'import %'"))"
    return try Bool.fetchOne(
      db.cachedStatement(sql: sql), arguments: [subject.id, subject.kind.rawValue]) ?? false
  }

  /// Returns whether an import has added or changed a subject.
  package func wasBrought(_ subject: Change.Subject) throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change JOIN main.step ON step.id = change.step
        WHERE subject = ? AND subjectKind = ? AND step.undoneAt IS NULL
          AND step.command LIKE 'import %')
      """
    return try Bool.fetchOne(
      db.cachedStatement(sql: sql), arguments: [subject.id, subject.kind.rawValue]) ?? false
  }

  /// Returns whether a change has removed an element of a list from a field of a subject.
  package func wasRemoved(
    _ element: String, from field: String, of subject: Change.Subject
  ) throws -> Bool {
    func contains(_ state: String) -> String {
      "EXISTS (SELECT 1 FROM json_each(fields, '$.' || ?3 || '.\(state)') WHERE value = ?4)"
    }
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change JOIN main.step ON step.id = change.step
        WHERE subject = ?1 AND subjectKind = ?2 AND step.undoneAt IS NULL
          AND \(contains("old")) AND NOT \(contains("new")))
      """
    return try Bool.fetchOne(
      db.cachedStatement(sql: sql),
      arguments: [subject.id, subject.kind.rawValue, field, element]) ?? false
  }
}
