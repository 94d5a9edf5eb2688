import CSQLite
import FilmzDomain
import Foundation
import GRDB

/// Appends the changes of one step to the journal.
struct JournalWriter {
  private let db: Database
  private let now: Date
  private let command: String?
  private let step: UUID
  private let stepText: String
  /// The random bits of the ids of the step's changes; the other bits are time stamps, which differ.
  private let random = UInt64.random(in: .min ... .max)
  /// `true` if the changes are added to a step that was already in the journal.
  private let isContinuing: Bool
  private var isStepWritten: Bool
  /// The time stamp of the last change that was written; `nil` until the first change is written.
  private var lastClock: HybridTimestamp?
  /// The statement that inserts changes; `nil` until the first change is written.
  private var insertion: Statement?
  /// The current installation id; `nil` until the first change is written.
  private var installation: String?

  init(_ db: Database, command: String?, now: Date, continuing step: UUID?) {
    (self.db, self.command, self.now) = (db, command, now)
    self.step = step ?? .timeOrdered(at: now)
    stepText = self.step.text
    isContinuing = step != nil
    isStepWritten = step != nil
  }

  /// The step's id; `nil` until the step is in the journal.
  var stepID: UUID? { isStepWritten ? step : nil }

  /// `true` if this writer has added a change to the step.
  var hasChanges: Bool { lastClock != nil }

  /// Returns whether changes are added to an existing step that is undone.
  func continuesUndoneStep(_ subjects: SubjectRegistry) throws -> Bool {
    guard isContinuing else { return false }
    return try Journal(db: db, subjects: subjects).isUndone(stepText)
  }

  /// Appends a change, with a time stamp that is later than all valid ones in the journal.
  @discardableResult mutating func write(_ change: Change, film: FilmID?) throws -> RecordedChange {
    let (installation, clock) = try beginChange()
    let record = RecordedChange(
      id: UUID.timeOrdered(at: clock, random: random).text, step: stepText, installation: installation, clock: clock,
      change: change, film: film)
    let insertion = try insertion ?? db.makeStatement(sql: Self.insertionSQL)
    self.insertion = insertion
    insertion.setUncheckedArguments(Self.arguments(of: record))
    try insertion.execute()
    return record
  }

  /// Returns the row of the insertion of a subject, to be added to ``changeInsertion(_:)``.
  ///
  /// `fields` are the fields as JSON.
  mutating func insertionRow(of subject: Change.Subject, film: String?, fields: String) throws -> [DatabaseValue] {
    let (installation, clock) = try beginChange()
    return [
      UUID.timeOrdered(at: clock, random: random).text.databaseValue, stepText.databaseValue,
      installation.databaseValue, clock.rawValue.databaseValue, Change.Kind.insert.rawValue.databaseValue,
      subject.kind.rawValue.databaseValue, subject.id.databaseValue, film.databaseValue, fields.databaseValue,
    ]
  }

  /// Returns an object that inserts the rows of ``insertionRow(of:film:fields:)`` into the journal.
  static func changeInsertion(_ db: Database) -> RowInsertion { RowInsertion(into: "change", columns: columns, db) }

  /// Returns the installation and the time stamp of the next change; writes the step before its first change.
  private mutating func beginChange() throws -> (installation: String, clock: HybridTimestamp) {
    let installation = try installation ?? CollectionStore.currentInstallation(db)
    self.installation = installation
    try insertStepIfNeeded(installation)
    let clock = HybridTimestamp(after: try lastClock ?? Self.newestClock(db), now: now)
    lastClock = clock
    return (installation, clock)
  }

  /// Writes the step to the journal before its first change.
  private mutating func insertStepIfNeeded(_ installation: String) throws {
    guard !isStepWritten else { return }
    try Self.insert(
      RecordedStep(
        id: stepText, installation: installation, madeAt: now,
        command: command?.replacingNULCharacters.cut(toSize: TextLimit.commandSize)), isOwn: true, db)
    isStepWritten = true
  }

  /// Returns the newest valid time stamp in the journal, or `nil` if there is none.
  private static func newestClock(_ db: Database) throws -> HybridTimestamp? {
    let sql = "SELECT max(clock) FROM main.change WHERE clock < ?"
    return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [HybridTimestamp.limit.rawValue]).map(
      HybridTimestamp.init(rawValue:))
  }

  // MARK: - Rows

  /// Inserts a step, unless the journal already contains it.
  ///
  /// An own step was made in this collection file; `log` lists it, and `undo` reverts it.
  ///
  /// - Returns: `true` if the step was inserted.
  @discardableResult
  static func insert(_ step: RecordedStep, isOwn: Bool, _ db: Database) throws -> Bool {
    try db.run(
      """
      INSERT INTO main.step (id, installation, madeAt, command, isOwn) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (id) DO NOTHING
      """, [step.id, step.installation, step.madeAt.microseconds, step.command, isOwn])
    return db.changesCount == 1
  }

  /// Inserts a change of another journal, unless this journal already contains it.
  ///
  /// A change cannot be stored if its fields are not JSON, or if it contains NUL, which ends a text in SQLite.
  ///
  /// - Returns: `true` if the change was inserted.
  static func insert(_ record: JournalRecord, _ db: Database) throws -> Bool {
    guard !record.containsNUL else { return false }
    let sql = """
      INSERT INTO main.change (\(columns.joined(separator: ", ")))
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE json_valid(?9) ON CONFLICT (id) DO NOTHING
      """
    try db.run(
      sql,
      [
        record.id, record.step, record.installation, record.clock.rawValue, record.kind,
        record.subjectKind, record.subject, record.film, record.fields,
      ])
    return db.changesCount == 1
  }

  /// Returns whether the journal contains a change.
  static func contains(_ record: JournalRecord, _ db: Database) throws -> Bool {
    try db.isTrue("SELECT EXISTS (SELECT 1 FROM main.change WHERE id = ?)", [record.id])
  }

  private static let columns = [
    "id", "step", "installation", "clock", "kind", "subjectKind", "subject", "film", "fields",
  ]

  private static let insertionSQL = """
    INSERT INTO main.change (\(columns.joined(separator: ", ")))
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
    """

  private static func arguments(of record: RecordedChange) -> StatementArguments {
    [
      record.id, record.step, record.installation, record.clock.rawValue,
      record.change.kind.rawValue, record.change.subject.kind.rawValue, record.change.subject.id,
      record.film?.rawValue, json(of: record.change.fields),
    ]
  }

  /// Recomputes the columns `undoneAt` and `redoneAt` of the given steps from the changes.
  static func updateSteps(_ ids: some Collection<String>, _ db: Database) throws {
    // Returns the SQL of the time stamp of a step's newest undo or redo; NULL if that change is of the other kind.
    func clockOfNewest(_ kind: String) -> String {
      """
      (SELECT iif(kind = '\(kind)', clock, NULL) FROM main.change
        WHERE subject = step.id AND subjectKind = 'step' AND kind IN ('undo', 'redo') AND clock < \(HybridTimestamp.limit.rawValue)
        ORDER BY clock DESC, installation DESC, change.id DESC LIMIT 1)
      """
    }
    try db.run(
      """
      UPDATE main.step SET undoneAt = \(clockOfNewest("undo")),
        redoneAt = \(clockOfNewest("redo"))
      WHERE id IN (SELECT value FROM json_each(?))
      """, [CollectionStore.jsonArray(of: ids)])
  }

  /// Returns the fields of a change as JSON, the form in which the journal stores them.
  static func json(of fields: [String: Change.FieldChange]) -> String {
    var json: [UInt8] = []
    for (name, change) in fields { json.append(member: name, change) }
    return json.endedObject()
  }
}

extension [UInt8] {
  /// Appends a field and its change to the bytes, which are a JSON object without its end.
  mutating func append(member name: String, _ change: Change.FieldChange) {
    append(UInt8(ascii: isEmpty ? "{" : ","))
    append(jsonString: name)
    append(UInt8(ascii: ":"))
    append(json: change)
  }

  /// Appends the end of the JSON object, and returns its text.
  mutating func endedObject() -> String {
    append(contentsOf: (isEmpty ? "{}" : "}").utf8)
    return String(decoding: self, as: UTF8.self)
  }
}

extension JournalRecord {
  fileprivate var containsNUL: Bool {
    [id, step, installation, kind, subjectKind, subject, film ?? "", fields].contains { $0.utf8.contains(0) }
  }
}

/// Inserts rows into a table, several with one statement, which is much faster than one statement for each row.
///
/// If an insertion fails, the transaction must be rolled back: some rows of the statement may have been inserted.
struct RowInsertion {
  private static let rowsPerStatement = 50

  private let db: Database
  /// The SQL up to the first row.
  private let head: String
  private let placeholders: String
  private var rowCount = 0
  private var values: [DatabaseValue] = []
  /// The statement for a full number of rows; `nil` until it is first needed.
  private var statement: Statement?

  init(into table: String, columns: [String], _ db: Database) {
    self.db = db
    // With the default, ABORT, SQLite would store a copy of each page that a statement changes. It does so anyway if
    // the table refers to another one (see ``keepStatementJournalsInMemory()``).
    head = "INSERT OR FAIL INTO main.\(table) (\(columns.joined(separator: ", "))) VALUES "
    placeholders = "(\(Array(repeating: "?", count: columns.count).joined(separator: ", ")))"
  }

  /// Adds a row with a value for each column; the row is in the table after ``finish()`` at the latest.
  mutating func add(_ row: [DatabaseValue]) throws {
    values.append(contentsOf: row)
    rowCount += 1
    guard rowCount == Self.rowsPerStatement else { return }
    let statement = try statement ?? makeStatement()
    self.statement = statement
    try execute(statement)
  }

  /// Inserts the last rows.
  mutating func finish() throws { if rowCount > 0 { try execute(makeStatement()) } }

  private func makeStatement() throws -> Statement {
    let rows = Array(repeating: placeholders, count: rowCount).joined(separator: ", ")
    return try db.makeStatement(sql: head + rows)
  }

  private mutating func execute(_ statement: Statement) throws {
    statement.setUncheckedArguments(StatementArguments(values))
    try statement.execute()
    values.removeAll(keepingCapacity: true)
    rowCount = 0
  }
}

/// Keeps the statement journals of SQLite in memory instead of in a temporary file, to which an import would write most
/// pages.
///
/// The process keeps up to 16 MiB of freed memory for them.
///
/// Has no effect after the first connection has been opened.
package func keepStatementJournalsInMemory() { filmz_keep_statement_journals_in_memory() }
