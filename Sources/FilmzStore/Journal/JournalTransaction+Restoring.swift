import FilmzDomain
import GRDB

extension JournalTransaction {
  /// Changes the data to that of another collection.
  ///
  /// - Parameter rows: The fields of all subjects by their ids, for each kind in the order of the registry: parents
  ///   precede their children.
  /// - Throws: A ``StoreError``.
  func replaceAll(with rows: [[String: [String: FieldValue]]]) throws {
    acceptsValuesOfEarlierVersions = true
    let kinds = zip(subjects.all, rows)
    for (declaration, new) in kinds.reversed() {
      let present = try JournalSubjectTable(subject: declaration).allRows(db)
      for id in present.keys.sorted() where new[id] == nil {
        try delete(.init(declaration.kind, id))
      }
    }
    for (declaration, new) in kinds {
      let present = try JournalSubjectTable(subject: declaration).allRows(db)
      for (id, fields) in new.sorted(by: { $0.key < $1.key }) where present[id] != fields {
        try upsert(.init(declaration.kind, id), fields)
      }
    }
  }
}
