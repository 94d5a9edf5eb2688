package import FilmzDomain
package import Foundation
import GRDB

// What an import writes.
extension JournalTransaction {
  /// Reads what the import is merged into, with the changes of this step so far.
  package var importReader: ImportReader { ImportReader(db: db) }

  /// Adds films to the collection, each at most once, with their viewings; skips of the films are removed.
  ///
  /// Films of which the journal has no changes are added without looking for each of them in the journal.
  ///
  /// - Throws: ``StoreError/alreadyInCollection(title:)``.
  package func insert(_ entries: [CollectionEntry]) throws {
    let unrecorded = try importReader.unrecordedFilms(entries.map(\.id))
    for entry in entries {
      guard unrecorded.contains(entry.id) else {
        try insert(entry)
        continue
      }
      try insertUnrecorded(.init(.entry, entry.id.rawValue), entry.fields, film: nil)
      for (index, viewing) in entry.viewings.enumerated() {
        var fields = viewing.fields
        fields["position"] = .integer(Int64(index + 1))
        try insertUnrecorded(
          .init(.viewing, viewing.id.uuidString), fields, film: viewing.film)
      }
    }
  }

  // MARK: - Lists

  /// Returns the list into which a list of a file is imported, and creates it if there is none.
  ///
  /// It is the list into which it was imported before, whatever its name is now; otherwise the list with the same
  /// name. The id of a new list is the same on every computer.
  ///
  /// - Parameters:
  ///   - key: The format and name of the list in the file.
  ///   - name: A valid name of a list.
  ///   - description: The description of a new list.
  ///   - restoresRemoved: `true` if a list that was imported before and has been removed is created again.
  /// - Returns: `nil` if the list has been removed; `isKnown` is `true` if it was imported before.
  package func importedList(
    _ key: String, named name: String, description: String?, restoresRemoved: Bool
  ) throws -> (id: UUID, isNew: Bool, isKnown: Bool)? {
    if let id = try importedListID(key) { return (id, false, true) }
    let newID = Self.listID(key)
    guard try restoresRemoved || !wasCreated(newID) else { return nil }
    if let id = try listNames().id(named: name) {
      let subject = Change.Subject(.list, id.uuidString)
      let keys = try fields(of: subject)?["imported"]?.elements ?? []
      try upsert(subject, ["imported": .list(keys + [key])])
      return (id, false, false)
    }
    try upsert(
      .init(.list, newID.uuidString),
      [
        "name": .text(name), "description": description.map { .text($0) } ?? .null,
        "createdAt": .integer(now.microseconds), "changedAt": .integer(now.microseconds),
        "imported": .list([key]),
      ])
    return (newID, true, false)
  }

  private func importedListID(_ key: String) throws -> UUID? {
    let sql = """
      SELECT list.id FROM main.list, json_each(list.imported) WHERE value = ? ORDER BY createdAt LIMIT 1
      """
    return try String.fetchOne(db.cachedStatement(sql: sql), arguments: [key])
      .flatMap(UUID.init(uuidString:))
  }

  /// Returns whether a list was created by an import that is not undone.
  private func wasCreated(_ list: UUID) throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change JOIN main.step ON step.id = change.step
        WHERE subject = ? AND subjectKind = 'list' AND kind = 'insert' AND step.undoneAt IS NULL)
      """
    return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [list.uuidString]) ?? false
  }

  /// Returns the films that commands have removed from a list, under the ids by which they were removed.
  package func filmsRemoved(fromList list: UUID) throws -> Set<FilmID> {
    let sql = """
      SELECT DISTINCT subject FROM main.change JOIN main.step ON step.id = change.step
      WHERE subject > ?1 || ' ' AND subject < ?1 || '!' AND subjectKind = 'listItem'
        AND kind = 'delete' AND step.undoneAt IS NULL
      """
    let subjects = try String.fetchAll(
      db.cachedStatement(sql: sql), arguments: [list.uuidString])
    return Set(
      subjects.compactMap { $0.split(separator: " ").last.map { FilmID(unchecked: String($0)) } })
  }

  /// The UUID namespace of imported lists: 0d6a9e1c-52f3-4b7d-9c18-7e4f3b2a6d05.
  private static let listNamespace: [UInt8] = [
    0x0d, 0x6a, 0x9e, 0x1c, 0x52, 0xf3, 0x4b, 0x7d, 0x9c, 0x18, 0x7e, 0x4f, 0x3b, 0x2a, 0x6d, 0x05,
  ]

  private static func listID(_ key: String) -> UUID {
    UUID(nameBased: Array(key.utf8), in: listNamespace)
  }
}
