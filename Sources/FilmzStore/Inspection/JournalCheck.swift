import FilmzDomain
import GRDB

/// Compares the tables of the collection with the state that results from the journal.
///
/// The changes and the tables are read in one transaction; the state is computed afterwards, in memory.
struct JournalCheck {
  /// The changes of the journal; `nil` if one cannot be read.
  private let changes: [RecordedChange]?
  /// The rows of the tables; `nil` for a table with a row that cannot be read.
  private let tables: [(subject: JournalSubject, rows: [String: [String: FieldValue]]?)]
  /// `true` for each step that is marked as undone, by id.
  private let undoneSteps: [String: Bool]
  private let subjects: SubjectRegistry

  /// Reads the journal and the tables.
  init(_ db: Database, _ subjects: SubjectRegistry) throws {
    self.subjects = subjects
    changes = try Self.readable { try Journal(db: db, subjects: subjects).allChanges() }
    tables = try subjects.all.cancellableMap { subject in
      (subject, try Self.readable { try subject.allStoredRows(db) })
    }
    let rows = try Row.fetchAll(db, sql: "SELECT id, undoneAt IS NOT NULL AS isUndone FROM main.step")
    undoneSteps = Dictionary(try rows.map { (try $0.value("id"), try $0.value("isUndone")) }) { first, _ in first }
  }

  /// Returns the value that a closure reads; `nil` if a value in the file is invalid.
  private static func readable<Value>(_ read: () throws -> Value) throws -> Value? {
    do {
      return try read()
    } catch is RowDecodingError, is DamagedRowError {
      return nil
    }
  }

  /// Returns the differences, at most three for each table.
  ///
  /// Films are not named, because they may be hidden. `remedy` is the remedy for a journal that cannot be read;
  /// if it can, the tables can be recreated from it.
  func findings(file: String, remedy: Remedy) throws -> [DatabaseFinding] {
    guard let changes else {
      return [DatabaseFinding(file, .journal, "a change in the journal cannot be read", remedy)]
    }
    return try problems(changes).map { DatabaseFinding(file, .journal, $0, .rebuild) }
  }

  /// Returns whether the tables differ from the state; `false` if the journal cannot be read.
  func hasDifferences() throws -> Bool { try changes.map { try !problems($0).isEmpty } ?? false }

  private func problems(_ changes: [RecordedChange]) throws -> [String] {
    let state = JournalState(of: changes, subjects: subjects)
    try Task.checkCancellation()
    let rows = Dictionary(grouping: state.rows, by: \.key.kind).mapValues { rows in
      Dictionary(rows.map { ($0.key.id, $0.value) }) { first, _ in first }
    }
    var problems = tables.flatMap { subject, storedRows in
      guard let storedRows else { return ["a row of the table \(subject.table) cannot be read"] }
      return Self.problems(subject, table: storedRows, journal: rows[subject.kind] ?? [:])
    }
    let undoState = UndoState(changes)
    let wrongSteps = undoneSteps.count { undoState.isUndone($0.key) != $0.value }
    if wrongSteps > 0 { problems.append("\(wrongSteps.counted("step")) wrongly marked as undone or not undone") }
    return problems
  }

  private static func problems(
    _ subject: JournalSubject, table: [String: [String: FieldValue]], journal: [String: [String: FieldValue]]
  ) -> [String] {
    let missing = journal.keys.count { table[$0] == nil }
    let additional = table.keys.count { journal[$0] == nil }
    var differences = 0
    var fields: Set<String> = []
    for (id, row) in table {
      let differing = journal[id].map { differingFields(subject, row, $0) } ?? []
      differences += differing.isEmpty ? 0 : 1
      fields.formUnion(differing)
    }
    let name = subject.table
    let problems = [
      (missing, "missing"), (additional, "not in the journal"),
      (differences, "with other values than the journal: \(fields.sorted().joined(separator: ", "))"),
    ]
    return problems.filter { count, _ in count > 0 }.map { count, problem in
      "\(count.counted("row")) of the table \(name) \(problem)"
    }
  }

  /// Returns the fields that differ; a missing value is equal to the default value of its field.
  private static func differingFields(
    _ subject: JournalSubject, _ left: [String: FieldValue], _ right: [String: FieldValue]
  ) -> [String] {
    subject.fields.filter { field in
      field.value(orDefault: left[field.name] ?? .null) != field.value(orDefault: right[field.name] ?? .null)
    }.map(\.name)
  }
}
