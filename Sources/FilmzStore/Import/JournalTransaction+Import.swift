package import FilmzDomain
package import Foundation
import GRDB

// The changes of an import.
extension JournalTransaction {
  /// A reader of the data that the import is merged into, including the changes of this step so far.
  package var importReader: ImportReader { ImportReader(db: db, subjects: subjects, batch: changeBatch) }

  // MARK: - Lists

  /// Returns the list into which a list of a file is imported, and creates it if it is missing.
  ///
  /// The id of a new list is the same on every computer.
  ///
  /// - Parameters:
  ///   - keys: The keys by which later imports recognize the list: its format, and its address or name in the file. The
  ///     first key determines the id.
  ///   - existing: The existing list to import into; `nil` for a new list.
  ///   - name: A valid name for a new list.
  ///   - description: The description of a new list.
  /// - Returns: The id of the list.
  /// - Throws: A ``StoreError``.
  package func importList(
    _ keys: [String], into existing: UUID?, named name: String, description: String?
  ) throws -> UUID {
    let keys = keys.map(\.replacingNULCharacters)
    if let existing {
      let subject = Change.Subject(.list, existing.uuidString)
      let known = try fields(of: subject)?["imported"]?.elements ?? []
      let new = keys.filter { !known.contains($0) }
      if !new.isEmpty { try upsert(subject, ["imported": .list(known + new)]) }
      return existing
    }
    let id = Self.listID(keys[0])
    try upsert(
      .init(.list, id.uuidString),
      [
        "name": .text(name),
        "description": description.map { .text($0.replacingNULCharacters) } ?? .null,
        "createdAt": .integer(now.microseconds), "changedAt": .integer(now.microseconds),
        "imported": .list(keys),
      ])
    return id
  }

  // MARK: - Films that are in the collection

  /// Changes an entry, and changes, adds and removes its viewings.
  package func update(_ old: CollectionEntry, to new: CollectionEntry) throws {
    try update(new.id) { entry in
      entry.rating = new.rating
      entry.notes = new.notes
      entry.tags = new.tags
      entry.audience = new.audience
      entry.recommendedBy = new.recommendedBy
      entry.imported = new.imported
      entry.caption = entry.caption ?? new.caption
      entry.type = entry.type ?? new.type
    }
    let kept = Set(new.viewings.map(\.id))
    for viewing in old.viewings where !kept.contains(viewing.id) { try delete(viewing: viewing) }
    let viewings = Dictionary(old.viewings.map { ($0.id, $0) }) { first, _ in first }
    for viewing in new.viewings {
      guard let present = viewings[viewing.id] else {
        try insert(viewing)
        continue
      }
      if viewing != present { try update(present) { $0 = viewing } }
    }
  }

  /// The UUID namespace of imported lists: 0d6a9e1c-52f3-4b7d-9c18-7e4f3b2a6d05.
  private static let listNamespace: [UInt8] = [
    0x0d, 0x6a, 0x9e, 0x1c, 0x52, 0xf3, 0x4b, 0x7d, 0x9c, 0x18, 0x7e, 0x4f, 0x3b, 0x2a, 0x6d, 0x05,
  ]

  static func listID(_ key: String) -> UUID { UUID(nameBased: Array(key.utf8), in: listNamespace) }
}

// The days of imported values. Source: contract, What is synced.
extension JournalTransaction {
  /// Returns changes of fields with the days of their values in the imported file.
  ///
  /// An update gets no day if it replaces a newer value, or adds an element that a newer change removed from a list.
  /// The import has decided that its value takes precedence.
  func withDays(
    _ fields: [String: Change.FieldChange], _ kind: Change.Kind, _ subject: Change.Subject,
    _ declaration: JournalSubject, _ new: [String: FieldValue]
  ) throws -> [String: Change.FieldChange] {
    guard kind != .delete else { return fields }
    let imported = ImportedValues(elements: new["imported"]?.elements ?? [])
    var dated = fields
    for (name, field) in fields {
      guard let declared = declaration.field(name), let day = imported.day(of: declared),
        try kind == .insert
          || !importReader.hasNewer(field, of: declared, subject, than: HybridTimestamp(importedOn: day))
      else { continue }
      dated[name] = Change.FieldChange(old: field.old, new: field.new, day: day)
    }
    return dated
  }
}

extension ImportReader {
  /// Returns whether a change since a time stamp has set a field or, if the field is a set, removed an element that
  /// `change` adds.
  fileprivate func hasNewer(
    _ change: Change.FieldChange, of field: JournalSubject.Field, _ subject: Change.Subject, than clock: HybridTimestamp
  ) throws -> Bool {
    let added = Set(change.new.elements).subtracting(change.old.elements)
    return try assignments(of: field.name, subject).contains { assignment in
      let conflicts = !field.isSet || !added.isDisjoint(with: assignment.field.old.elements)
      return assignment.position.clock >= clock && conflicts
    }
  }
}

extension ImportedValues {
  /// Returns the day of a field's value in the imported file as text, which is empty if the file has no day; `nil` for
  /// a field whose values are never older than their change.
  func day(of field: JournalSubject.Field) -> String? {
    field.isSetByUser ? Value(field: field.name).map { day(of: $0) } ?? "" : nil
  }
}
