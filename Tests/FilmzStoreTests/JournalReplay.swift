import FilmzDomain
import GRDB

@testable import FilmzStore

/// The collection as the journal tells it: each change performed on what those before it left.
struct JournalReplay: Equatable {
  private(set) var subjects: [Change.Subject: [String: FieldValue]] = [:]

  /// What the tables hold now.
  init(tablesOf store: CollectionStore) async throws {
    subjects = try await store.database.read { db in
      var found: [Change.Subject: [String: FieldValue]] = [:]
      for kind in [Change.Subject.Kind.film, .viewing] {
        guard let table = SubjectTable.of(kind) else { continue }
        for id in try String.fetchAll(db, sql: "SELECT id FROM main.\(table.name)") {
          found[Change.Subject(kind, id)] = try table.fields(of: id, db)?.filter(Self.isSomething)
        }
      }
      return found
    }
  }

  /// What the whole journal says.
  init(journalOf store: CollectionStore) async throws {
    for row in try await store.journal() { replay(row) }
  }

  /// What did not fit to what was before it.
  private(set) var misfits: [JournalRow] = []

  mutating func replay(_ row: JournalRow) {
    let subject = Change.Subject(.init(rawValue: row.subjectKind), row.subject)
    let known = subjects[subject]
    let isThere = known != nil
    let isTrue = row.fields.allSatisfy { name, change in
      known?[name] == (Self.isSomething((name, change.old)) ? change.old : nil)
    }
    if !isTrue || isThere != (row.kind != "insert") { misfits.append(row) }
    guard row.kind != "delete" else {
      subjects[subject] = nil
      return
    }
    let new = (known ?? [:]).merging(row.fields.mapValues(\.new)) { $1 }
    subjects[subject] = new.filter(Self.isSomething)
  }

  private static func isSomething(_ field: (key: String, value: FieldValue)) -> Bool {
    field.value != .null && field.value != .list([])
  }
}
