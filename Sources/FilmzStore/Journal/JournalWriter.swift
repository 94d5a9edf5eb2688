import FilmzDomain
import Foundation
import GRDB

/// Appends the changes of one step to the journal.
struct JournalWriter {
  private let db: Database
  private let now: Date
  private let command: String?
  private let step: UUID
  private let isContinuing: Bool
  private var isJournaled: Bool
  /// The newest clock in the journal, once it was looked at.
  private var newest: HybridTimestamp?
  private var installation: String?

  init(_ db: Database, command: String?, now: Date, continuing step: UUID?) {
    self.db = db
    self.command = command
    self.now = now
    self.step = step ?? .timeOrdered(at: now)
    isContinuing = step != nil
    isJournaled = step != nil
  }

  /// The step's id, once it is in the journal.
  var stepID: UUID? { isJournaled ? step : nil }

  /// Whether changes are added to a step that counts as never made.
  func continuesUndoneStep(_ subjects: SubjectRegistry) throws -> Bool {
    guard isContinuing else { return false }
    return try JournalReader(db: db, subjects: subjects).isUndone(step.uuidString)
  }

  /// Appends a change, with a clock behind all that are known.
  @discardableResult
  mutating func write(_ change: Change, film: FilmID?) throws -> RecordedChange {
    let installation = try installation ?? CollectionStore.presentInstallation(db)
    self.installation = installation
    try begin(installation)
    let clock = HybridTimestamp(after: try newest ?? Self.newestClock(db), now: now)
    newest = clock
    let record = RecordedChange(
      id: UUID.timeOrdered(at: now).uuidString, step: step.uuidString, installation: installation,
      clock: clock, change: change, film: film)
    try Self.insert(record, db)
    return record
  }

  /// Puts the step into the journal, if it is not there yet.
  private mutating func begin(_ installation: String) throws {
    guard !isJournaled else { return }
    try Self.insert(
      RecordedStep(
        id: step.uuidString, installation: installation, madeAt: now,
        command: command?.withoutNull), db)
    isJournaled = true
  }

  private static func newestClock(_ db: Database) throws -> HybridTimestamp? {
    let sql = "SELECT max(clock) FROM main.change WHERE clock < ?"
    return try Int64.fetchOne(
      db.cachedStatement(sql: sql), arguments: [HybridTimestamp.limit.rawValue]
    ).map(HybridTimestamp.init(rawValue:))
  }

  // MARK: - Rows

  /// Adds a step.
  ///
  /// - Returns: Whether the journal did not have it.
  @discardableResult
  static func insert(_ step: RecordedStep, _ db: Database) throws -> Bool {
    try db.cachedStatement(
      sql: """
        INSERT INTO main.step (id, installation, madeAt, command) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO NOTHING
        """
    ).execute(arguments: [step.id, step.installation, step.madeAt.microseconds, step.command])
    return db.changesCount == 1
  }

  /// Adds a change.
  ///
  /// - Returns: Whether the journal did not have it.
  @discardableResult
  static func insert(_ record: RecordedChange, _ db: Database) throws -> Bool {
    try db.cachedStatement(
      sql: """
        INSERT INTO main.change (id, step, installation, clock, kind, subjectKind, subject, film,
          fields)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
        """
    ).execute(
      arguments: [
        record.id, record.step, record.installation, record.clock.rawValue,
        record.change.kind.rawValue, record.change.subject.kind.rawValue, record.change.subject.id,
        record.film?.rawValue, try text(of: record.change.fields),
      ])
    return db.changesCount == 1
  }

  /// Computes for some steps anew whether they are undone or were redone.
  static func updateSteps(_ ids: some Collection<String>, _ db: Database) throws {
    func newest(_ kind: String) -> String {
      """
      (SELECT iif(kind = '\(kind)', clock, NULL) FROM main.change
        WHERE subject = step.id AND subjectKind = 'step' AND kind IN ('undo', 'redo') AND clock < \(HybridTimestamp.limit.rawValue)
        ORDER BY clock DESC, installation DESC, change.id DESC LIMIT 1)
      """
    }
    try db.cachedStatement(
      sql: """
        UPDATE main.step SET undoneAt = \(newest("undo")), redoneAt = \(newest("redo"))
        WHERE id IN (SELECT value FROM json_each(?))
        """
    ).execute(arguments: [CollectionStore.text(of: Array(ids))])
  }

  private static let encoder = JSONEncoder()

  /// The fields as JSON; numbers alone, as a rating has them, need no encoder.
  private static func text(of fields: [String: Change.FieldChange]) throws -> String {
    let plain = fields.map { name, field in
      field.old.plainText.flatMap { old in
        field.new.plainText.map { "\"\(name)\":{\"old\":\(old),\"new\":\($0)}" }
      }
    }
    guard plain.contains(nil) else {
      return "{" + plain.compactMap(\.self).joined(separator: ",") + "}"
    }
    return String(decoding: try encoder.encode(fields), as: UTF8.self)
  }
}

extension FieldValue {
  /// The value as JSON if it is no text.
  fileprivate var plainText: String? {
    switch self {
    case .null: "null"
    case .integer(let value): String(value)
    case .text, .list: nil
    }
  }
}
