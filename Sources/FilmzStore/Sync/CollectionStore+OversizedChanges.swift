package import FilmzDomain
import Foundation
import GRDB

/// A value that stays on this machine, because the change that set it is too large for a file.
package struct OversizedValue: Sendable, Hashable {
  /// The film that the value is of; `nil` if it is of none.
  package let film: FilmID?
  /// What the value is, such as `note`, or `note of the viewing`.
  package let label: String
  /// The name of the subject, such as a list; `nil` if subjects of its kind have none.
  package let name: String?
  /// The size of the value in bytes.
  package let size: Int
}

// Changes that are too large for any file. They are recorded as those of file 0 without an installation, so that they
// do not count as unsent; the next folder or server begins anew. A change that was sent without some values is recorded
// in the file that has it; further files without an installation have the row numbers of these changes as their numbers.
extension CollectionStore {
  /// Records that changes are too large for any file.
  package func setAside(_ changes: [Int64]) async throws {
    try await write { db in
      let file = try Self.insert(.withoutInstallation(number: 0), db)
      for change in changes { try Self.record(change, in: file, db) }
    }
  }

  /// Records that a change was sent without values that are too large.
  static func recordShortened(_ change: Int64, _ db: Database) throws {
    _ = try insert(.withoutInstallation(number: Int(change)), db)
  }

  /// Returns the values that were not sent because they are too large for any file, if they hold here; in the order of
  /// the changes.
  package func oversizedValues() async throws -> [OversizedValue] {
    try await read { [subjects] db in
      let sql = """
        SELECT id FROM main.change WHERE number IN (
          SELECT change FROM main.syncedChange WHERE file IN (
            SELECT number FROM main.syncFile WHERE installation = '')
          UNION SELECT fileNumber FROM main.syncFile WHERE installation = '')
        ORDER BY number
        """
      let reader = JournalReader(db: db, subjects: subjects)
      return try String.fetchAll(db.cachedStatement(sql: sql)).compactMap { id in
        try reader.change(withID: id).flatMap { try Self.oversizedValue($0, subjects, db) }
      }
    }
  }

  /// Returns the largest value that a change has set; `nil` if it does not hold any more.
  private static func oversizedValue(
    _ record: RecordedChange, _ subjects: SubjectRegistry, _ db: Database
  ) throws -> OversizedValue? {
    guard let declaration = subjects[record.change.subject.kind] else { return nil }
    var subject = record.change.subject
    if declaration.identity == .film {
      let id = FilmID(unchecked: subject.id)
      let canonicalID = try fetchRecordedCanonicalIDs(of: [id], db)[id] ?? id
      subject = Change.Subject(subject.kind, canonicalID.rawValue)
    }
    guard
      let row = try JournalSubjectTable(subject: declaration).fields(of: subject.id, db)
    else { return nil }
    let sizes = declaration.fields.compactMap { field -> (JournalSubject.Field, Int)? in
      guard let value = record.change.fields[field.name]?.new, row[field.name] == value,
        let size = field.size(beyondLimit: value)
      else { return nil }
      return (field, size)
    }
    guard let (field, size) = sizes.max(by: { $0.1 < $1.1 }) else { return nil }
    let label = field.label ?? field.name
    let noun = declaration.wording.noun
    return OversizedValue(
      film: subjects.film(of: subject, row),
      label: declaration.identity == .film ? label : "\(label) of the \(noun)",
      name: declaration.wording.nameField.flatMap { row[$0]?.text }, size: size)
  }
}

extension SyncedFile {
  fileprivate static func withoutInstallation(number: Int) -> SyncedFile {
    SyncedFile(installation: "", number: number, checksum: "", changes: 0, stamp: "")
  }
}
