package import FilmzDomain
import GRDB

/// A value that is not synced, because the change that set it is too large for a file.
package struct OversizedValue: Sendable, Hashable {
  /// The film of the value; `nil` if it belongs to no film.
  package let film: FilmID?
  /// The name of the field, such as `note`, or `note of the viewing`.
  package let label: String
  /// The name of the subject, such as a list; `nil` if subjects of its kind have none.
  package let name: String?
  /// The size of the value in bytes.
  package let size: Int
}

// Changes that are too large for a file of the sync folder.
//
// They are recorded in files that do not exist, with an empty installation id. A change that cannot be sent at all is
// recorded in such a file with number 0, so that it does not count as unsent. A change that was sent without its
// largest values is recorded in the file that was sent. In addition, it has a record of a file whose number is its row
// number. These records are removed with those of the other files.
extension CollectionStore {
  /// Records that changes are too large for any file.
  package func recordTooLarge(_ changes: [Int64]) async throws {
    try await write { db in
      let file = try Self.insert(.withoutInstallation(number: 0), db)
      for change in changes { try Self.record(change, in: file, db) }
    }
  }

  /// Records that a change was sent without values that are too large.
  static func recordShortened(_ change: Int64, _ db: Database) throws {
    _ = try insert(.withoutInstallation(number: Int(change)), db)
  }

  /// Returns the current values that were not sent because they are too large, in the order of the changes.
  package func oversizedValues() async throws -> [OversizedValue] {
    try await read { [subjects] db in
      let sql = """
        SELECT id FROM main.change WHERE number IN (
          SELECT change FROM main.syncedChange WHERE file IN (
            SELECT number FROM main.syncFile WHERE installation = '')
          UNION SELECT fileNumber FROM main.syncFile WHERE installation = '')
        ORDER BY number
        """
      let journal = Journal(db: db, subjects: subjects)
      return try db.texts(sql).compactMap { id in try journal.change(withID: id).flatMap(journal.oversizedValue) }
    }
  }
}

extension Journal {
  /// Returns the largest of the oversized values that a change has set and that are still current; `nil` if there is
  /// none.
  fileprivate func oversizedValue(_ record: RecordedChange) throws -> OversizedValue? {
    guard let declaration = subjects[record.change.subject.kind] else { return nil }
    var subject = record.change.subject
    if declaration.identity == .film {
      let id = FilmID(unchecked: subject.id)
      let canonicalID = try db.recordedCanonicalIDs(of: [id])[id] ?? id
      subject = Change.Subject(subject.kind, canonicalID.rawValue)
    }
    guard let row = try declaration.storedFields(of: subject.id, db) else { return nil }
    let oversized = declaration.fields.compactMap { field -> (field: JournalSubject.Field, size: Int)? in
      guard let value = record.change.fields[field.name]?.new, row[field.name] == value,
        let size = field.excessiveSize(of: value)
      else { return nil }
      return (field, size)
    }
    guard let (field, size) = oversized.max(by: { $0.size < $1.size }) else { return nil }
    let label = field.label ?? field.name
    let noun = declaration.noun
    return OversizedValue(
      film: subjects.film(of: subject, row), label: declaration.identity == .film ? label : "\(label) of the \(noun)",
      name: declaration.nameField.flatMap { row[$0]?.text }, size: size)
  }
}

extension SyncFileRecord {
  fileprivate static func withoutInstallation(number: Int) -> SyncFileRecord {
    SyncFileRecord(installation: "", number: number, checksum: "", changes: 0, stamp: "")
  }
}
