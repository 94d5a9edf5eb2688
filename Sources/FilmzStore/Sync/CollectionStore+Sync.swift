package import FilmzDomain
package import Foundation
import GRDB

// The files of the sync folder, and the changes that have to be sent to it.
extension CollectionStore {
  /// Returns the records of the files that were read or written.
  package func syncedFiles() async throws -> [SyncFileRecord] {
    try await read { db in
      let sql = """
        SELECT installation, fileNumber, checksum, changes, stamp FROM main.syncFile
        WHERE installation <> '' ORDER BY 1, 2
        """
      return try Row.fetchAll(db, sql: sql).map { row in
        SyncFileRecord(
          installation: try row.value(0), number: try row.value(1), checksum: try row.value(2),
          changes: try row.value(3), stamp: try row.value(4))
      }
    }
  }

  /// Returns the installation ids under which this collection file was written, the current one last.
  package func installations() async throws -> [String] { try await read { try Self.installations($0) } }

  static func installations(_ db: Database) throws -> [String] {
    try String.fetchAll(db, sql: "SELECT id FROM main.installation ORDER BY number")
  }

  /// Returns the installation ids that no other home uses.
  ///
  /// A copied home and its original have the same ids; those under which the other home syncs are left out.
  package func ownInstallations() async throws -> Set<String> {
    Set(try await installations()).subtracting(try await syncedMachines().keys)
  }

  /// Returns the installation id for new changes.
  package func currentInstallation() async throws -> String {
    if let installation = try await installations().last { return installation }
    return try await write { try Self.currentInstallation($0) }
  }

  /// Returns the ids of the newest changes of all installations that have made changes, by installation.
  ///
  /// Changes with invalid times do not count. Reads all changes once.
  package func newestChanges() async throws -> [String: String] {
    try await read { db in
      let sql = """
        SELECT installation, max(id) FROM main.change JOIN (
          SELECT installation, max(clock) AS clock FROM main.change WHERE clock < ?
          GROUP BY installation) AS newest USING (installation, clock)
        GROUP BY installation
        """
      let rows = try db.rows(sql, [HybridTimestamp.limit.rawValue])
      return Dictionary(try rows.map { (try $0.value(0), try $0.value(1)) }) { $1 }
    }
  }

  /// Returns the number of changes that no recorded file contains.
  package func unsentCount() async throws -> Int {
    try await read { db in
      try db.integer("SELECT (SELECT count(*) FROM main.change) - (SELECT count(*) FROM main.syncedChange)")
    }
  }

  /// The maximum size in bytes of the fields and commands of the changes that are returned at once; a single change may
  /// exceed it.
  private static let maximumPartSize = 16 << 20
  /// The size in bytes of the fields of a change above which the change is too large for a file, which has at most 32
  /// MB.
  ///
  /// Source: contract, Folder.
  static let maximumChangeSize = 24 << 20

  /// Returns the oldest changes that no recorded file contains, at most `limit`; fewer if they are large.
  ///
  /// Values that make a change too large are left out. Of changes that are still too large, only the row numbers are
  /// returned.
  package func unsentChanges(limit: Int) async throws -> JournalPart {
    try await journalPart("number NOT IN (SELECT change FROM main.syncedChange)", [], limit: limit)
  }

  /// Returns the oldest changes above a row number that files of an installation contain, at most `limit`, and the row
  /// number of the last one.
  ///
  /// Returns `nil` if there are none.
  package func changes(
    inFilesOf installation: String, after number: Int64, limit: Int
  ) async throws -> (part: JournalPart, last: Int64)? {
    let part = try await journalPart(
      """
      number > ? AND number IN (SELECT change FROM main.syncedChange WHERE file IN (
        SELECT number FROM main.syncFile WHERE installation = ?))
      """, [number, installation], limit: limit)
    return (part.numbers + part.tooLarge).max().map { (part, $0) }
  }

  /// Returns the oldest changes that satisfy an SQL condition, as ``unsentChanges(limit:)`` does.
  private func journalPart(
    _ condition: String, _ arguments: StatementArguments, limit: Int
  ) async throws -> JournalPart {
    let arguments = arguments + [limit]
    return try await read { [subjects] db in
      let sql = """
        SELECT number, id, step, installation, clock, kind, subjectKind, subject, film, fields,
          (SELECT length(command) FROM main.step WHERE step.id = change.step)
        FROM main.change WHERE \(condition) ORDER BY number LIMIT ?
        """
      let rows = try db.rowCursor(sql, arguments)
      var changes: [JournalRecord] = []
      var numbers: [Int64] = []
      var shortened: [Int64] = []
      var tooLarge: [Int64] = []
      var stepIDs: Set<String> = []
      var size = 0
      while size < Self.maximumPartSize, let row = try rows.next() {
        let number: Int64 = try row.strictValue(0)
        let record = try JournalRecord(row: row)
        guard
          let (change, isWhole) = record.reduced(
            to: Self.maximumChangeSize, subjects[.init(rawValue: record.subjectKind)])
        else {
          tooLarge.append(number)
          continue
        }
        size += change.fields.utf8.count
        if !stepIDs.contains(change.step) {
          size += min(try row.strictValue(10, Int?.self) ?? 0, TextLimit.commandSize)
        }
        guard changes.isEmpty || size <= Self.maximumPartSize else { break }
        stepIDs.insert(change.step)
        numbers.append(number)
        if !isWhole { shortened.append(number) }
        changes.append(change)
      }
      return JournalPart(
        steps: try Self.steps(stepIDs, db), changes: changes, numbers: numbers,
        shortened: shortened, tooLarge: tooLarge)
    }
  }

  private static func steps(_ ids: Set<String>, _ db: Database) throws -> [RecordedStep] {
    let sql = """
      SELECT id, installation, madeAt, substr(command, 1, \(TextLimit.commandSize)) FROM main.step
      WHERE id IN (SELECT value FROM json_each(?)) ORDER BY number
      """
    return try db.rows(sql, [jsonArray(of: ids)]).map(RecordedStep.init(row:))
  }

  /// Records the stamp of a file that was read before, and the state of its machine.
  package func record(_ file: SyncFileRecord, from machine: SyncedMachine?) async throws {
    try await write { db in
      if let machine { try Self.record(machine, db) }
      _ = try Self.insert(file, db)
    }
  }

  /// Records that a file contains changes, instead of the files that contained them before.
  package func record(_ file: SyncFileRecord, contains part: JournalPart) async throws {
    try await write { db in
      let number = try Self.insert(file, db)
      for change in part.numbers { try Self.record(change, in: number, db) }
      for change in part.shortened { try Self.recordShortened(change, db) }
    }
  }

  /// Removes the records of files that are not in the folder any more.
  ///
  /// Their changes will be sent again. If `keepingNumber` is `true`, the newest file of the current installation is
  /// recorded as missing instead, so that no other file gets its name.
  package func forget(_ files: [SyncFileRecord], keepingNumber: Bool = false) async throws {
    guard !files.isEmpty else { return }
    try await write { db in
      for file in files {
        let key: StatementArguments = [file.installation, file.number]
        try db.execute(
          sql: """
            DELETE FROM main.syncedChange WHERE file IN (
              SELECT number FROM main.syncFile WHERE installation = ? AND fileNumber = ?)
            """, arguments: key)
        if keepingNumber, try Self.isNewestOwn(file, db) {
          _ = try Self.insert(file.missing, db)
          continue
        }
        try db.execute(sql: "DELETE FROM main.syncFile WHERE installation = ? AND fileNumber = ?", arguments: key)
      }
    }
  }

  private static func isNewestOwn(_ file: SyncFileRecord, _ db: Database) throws -> Bool {
    guard try file.installation == currentInstallation(db) else { return false }
    let sql = "SELECT max(fileNumber) FROM main.syncFile WHERE installation = ?"
    return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [file.installation]) == file.number
  }

  /// Removes the records of all files, so that all changes are sent to the next folder.
  ///
  /// The numbers of new own files are higher than those of the previous ones.
  package func forgetAllFiles() async throws {
    let files = try await syncedFiles()
    try await write { db in
      let installation = try Self.currentInstallation(db)
      let newest = files.last { $0.installation == installation }
      try db.execute(sql: "DELETE FROM main.syncedChange; DELETE FROM main.syncFile")
      if let newest { _ = try Self.insert(newest.missing, db) }
    }
  }

  /// Inserts or replaces the record of a file, and returns its row number.
  static func insert(_ file: SyncFileRecord, _ db: Database) throws -> Int64 {
    try db.run(
      """
      INSERT INTO main.syncFile (installation, fileNumber, checksum, changes, stamp)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET checksum = excluded.checksum, changes = excluded.changes,
        stamp = excluded.stamp
      """, [file.installation, file.number, file.checksum, file.changes, file.stamp])
    let sql = "SELECT number FROM main.syncFile WHERE installation = ? AND fileNumber = ?"
    return try db.integer(sql, [file.installation, file.number])
  }

  /// Records that the file with a row number contains the change with a row number.
  static func record(_ change: Int64, in file: Int64, _ db: Database) throws {
    try db.run("INSERT OR REPLACE INTO main.syncedChange (change, file) VALUES (?, ?)", [change, file])
  }
}

extension JournalRecord {
  /// Returns the change with fields of at most `size` bytes, and whether it has all new values.
  ///
  /// If the fields are larger, old texts that are longer than users can enter are left out; they do not affect the
  /// state. If that is not enough, fields with new values of such a length are left out, too. Returns `nil` if the
  /// change is still too large, or would have no effect.
  fileprivate func reduced(to size: Int, _ declaration: JournalSubject?) -> (change: JournalRecord, isWhole: Bool)? {
    guard fields.utf8.count > size else { return (self, true) }
    let change = RecordedChange(self).change
    let changes = change.fields.mapValues { field in
      guard case .text(let old) = field.old, old.utf8.count > TextLimit.textSize else { return field }
      return Change.FieldChange(old: .null, new: field.new, day: field.day)
    }
    if let whole = withFields(changes, maximumSize: size) { return (whole, true) }
    let large = changes.keys.compactMap { declaration?.field($0) }.filter { field in
      changes[field.name].flatMap { field.excessiveSize(of: $0.new) } != nil
    }
    guard change.kind != .insert || !large.contains(where: \.isRequired) else { return nil }
    let others = changes.filter { name, _ in !large.contains { $0.name == name } }
    return withFields(others, maximumSize: size).map { ($0, false) }
  }

  /// Returns the change with other fields; `nil` if there are none, or they are larger than a size in bytes.
  private func withFields(_ changes: [String: Change.FieldChange], maximumSize: Int) -> JournalRecord? {
    let text = JournalWriter.json(of: changes)
    guard !changes.isEmpty, text.utf8.count <= maximumSize else { return nil }
    return JournalRecord(
      id: id, step: step, installation: installation, clock: clock, kind: kind,
      subjectKind: subjectKind, subject: subject, film: film, fields: text)
  }

  /// Creates a record from the columns of a row that follow the first one.
  fileprivate init(row: Row) throws {
    self.init(
      id: try row.strictValue(1), step: try row.strictValue(2), installation: try row.strictValue(3),
      clock: HybridTimestamp(rawValue: try row.strictValue(4)), kind: try row.strictValue(5),
      subjectKind: try row.strictValue(6), subject: try row.strictValue(7),
      film: try row.strictValue(8), fields: try row.strictValue(9))
  }
}

/// Changes of the journal with their steps, for transfer to other installations.
package struct JournalPart: Sendable {
  package let steps: [RecordedStep]
  package let changes: [JournalRecord]
  /// The row numbers of the changes in this journal.
  let numbers: [Int64]
  /// The row numbers of those changes from which values that are too large for a file were left out.
  package let shortened: [Int64]
  /// The row numbers of further changes, which are not in `changes` because they are too large for a file.
  package let tooLarge: [Int64]

  package static let empty = JournalPart(steps: [], changes: [], numbers: [], shortened: [], tooLarge: [])
}

/// The collection's record of a file in the sync folder or on the server.
package struct SyncFileRecord: Sendable, Hashable {
  /// The installation that wrote the file.
  package let installation: String
  /// The number of the file among those of its installation, from 1.
  package let number: Int
  /// The SHA-256 checksum of the file in hexadecimal digits.
  package let checksum: String
  /// The number of changes in the file.
  package let changes: Int
  /// The size, modification time, inode and format of the file when it was read; empty if this machine wrote the file.
  ///
  /// If the stamp has changed, the content may have changed.
  package let stamp: String

  package init(installation: String, number: Int, checksum: String, changes: Int, stamp: String) {
    (self.installation, self.number, self.checksum) = (installation, number, checksum)
    (self.changes, self.stamp) = (changes, stamp)
  }
}

extension SyncFileRecord {
  private static let missingStamp = "missing"

  /// `true` if the file is missing, and is recorded only so that its name is not used again.
  package var isMissing: Bool { stamp == Self.missingStamp }

  /// The record of the same file as a missing one.
  var missing: SyncFileRecord {
    SyncFileRecord(installation: installation, number: number, checksum: checksum, changes: 0, stamp: Self.missingStamp)
  }
}

/// The state of another machine, from the newest file of its installation that was read.
package struct SyncedMachine: Sendable, Hashable {
  package let installation: String
  package let name: String
  /// The time at which that file was written.
  package let writtenAt: Date
  /// The number of that file among those of the installation.
  package let fileNumber: Int
  /// The highest number of the files that the machine had read or written, by the installation that wrote them.
  package let received: [String: Int]

  package init(installation: String, name: String, writtenAt: Date, fileNumber: Int, received: [String: Int]) {
    (self.installation, self.name, self.writtenAt) = (installation, name, writtenAt)
    (self.fileNumber, self.received) = (fileNumber, received)
  }
}

extension CollectionStore {
  /// Returns the other machines, by installation.
  package func syncedMachines() async throws -> [String: SyncedMachine] {
    try await read(inTransaction: false) { db in
      let sql = "SELECT installation, name, writtenAt, fileNumber, received FROM main.syncMachine"
      let machines = try Row.fetchAll(db, sql: sql).map { row in
        let received = Data(try row.value(4, String.self).utf8)
        return SyncedMachine(
          installation: try row.value(0), name: try row.value(1),
          writtenAt: Date(microseconds: try row.value(2)), fileNumber: try row.value(3),
          received: (try? JSONDecoder().decode([String: Int].self, from: received)) ?? [:])
      }
      return Dictionary(machines.map { ($0.installation, $0) }) { first, _ in first }
    }
  }

  /// Records the state of a machine, unless a newer one is recorded.
  package func record(_ machine: SyncedMachine) async throws { try await write { try Self.record(machine, $0) } }

  static func record(_ machine: SyncedMachine, _ db: Database) throws {
    let received = String(decoding: try JSONEncoder().encode(machine.received), as: UTF8.self)
    try db.run(
      """
      INSERT INTO main.syncMachine (installation, name, writtenAt, fileNumber, received)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET name = excluded.name, writtenAt = excluded.writtenAt,
        fileNumber = excluded.fileNumber, received = excluded.received
      WHERE excluded.fileNumber >= fileNumber
      """, [machine.installation, machine.name, machine.writtenAt.microseconds, machine.fileNumber, received])
  }
}
