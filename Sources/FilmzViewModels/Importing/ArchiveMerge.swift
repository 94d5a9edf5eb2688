import FilmzDomain
import FilmzExchange
import FilmzStore
import Foundation

/// Merges the subjects of a filmz archive into the collection, or only counts the changes.
///
/// Subjects that are missing are inserted, and values that are missing are set, unless a command has removed them
/// since an earlier import. The rule decides between ratings and notes that differ, by the days in ``ImportedValues``;
/// other values that differ are older than those of the collection.
struct ArchiveMerge {
  /// Fields that belong together with others, or that filmz fills in: those of the collection are kept.
  private static let keptFields: Set = [
    "title", "year", "type", "addedAt", "position", "createdAt", "changedAt", "skippedAt",
    "sourceTitle", "sourceYear", "imported", "film", "list", "time", "name",
  ]

  let rule: ConflictRule
  let restoresRemoved: Bool
  let reader: ImportReader
  /// The step to which changes are added; `nil` to count only.
  let transaction: JournalTransaction?
  let now: Date
  /// `true` if the collection was empty and has no history, so that everything can be inserted.
  private let isEmpty: Bool
  private(set) var counts = ImportCounts()
  /// The reasons why subjects were left out: their films or lists are neither in the archive nor in the collection.
  private(set) var problems: [ImportContent.Located<RowProblem>] = []
  private var films: [FilmID: FilmChange] = [:]
  private var lists: Set<String> = []
  private var seen: Set<Change.Subject> = []
  /// The subjects that exist after the import, of those that can have children.
  private var parents: Set<Change.Subject> = []
  /// The subjects to insert into an empty collection.
  private var insertions: [NewSubject] = []
  private let subjects = SubjectRegistry.standard

  private enum FilmChange: Int {
    case unchanged
    case changed
    case added
  }

  init(
    rule: ConflictRule, restoresRemoved: Bool, reader: ImportReader,
    transaction: JournalTransaction?, now: Date
  ) throws {
    (self.now, self.rule, self.restoresRemoved, self.reader) = (now, rule, restoresRemoved, reader)
    self.transaction = transaction
    isEmpty = try reader.hasEmptyJournal
  }

  /// Merges subjects, of which parents precede their children.
  mutating func merge(
    _ archived: [ImportContent.Located<ArchivedSubject>], report: (Int) -> Void
  ) throws {
    for (index, located) in archived.enumerated() {
      if index.isMultiple(of: 1000) {
        try Task.checkCancellation()
        try insertCollected()
        report(index)
      }
      if let problem = try merge(try canonical(located.value)) {
        problems.append(.init(value: problem, file: located.file, line: located.line))
      }
    }
    try insertCollected()
    counts.added = films.values.count { $0 == .added }
    counts.changed = films.values.count { $0 == .changed }
    counts.unchanged = films.values.count { $0 == .unchanged }
    counts.lists = lists.count
  }

  /// Merges a subject; returns the problem if its film or list is in neither the collection nor the archive.
  private mutating func merge(_ archived: ArchivedSubject) throws -> RowProblem? {
    let subject = Change.Subject(archived.kind, archived.id)
    guard let declaration = subjects[subject.kind] else { return nil }
    if let parent = try missingParent(of: archived, declaration) {
      let noun = parent.kind == .entry ? "film" : subjects[parent.kind]?.wording.noun ?? "parent"
      return seen.contains(parent) ? nil : .missingParent(noun: noun, id: parent.id)
    }
    try merge(archived, declaration)
    return nil
  }

  private mutating func merge(_ archived: ArchivedSubject, _ declaration: JournalSubject) throws {
    let subject = Change.Subject(archived.kind, archived.id)
    let isNew = seen.insert(subject).inserted
    if !isNew { try insertCollected() }
    let present = isEmpty && isNew ? nil : try reader.fields(of: subject)
    if let present {
      try merge(archived, into: present, declaration)
    } else {
      // Of a subject that occurs twice, a dry run uses the first.
      guard isNew else { return }
      guard try isEmpty || restoresRemoved || !reader.isRemoved(subject) else {
        counts.removedSince += 1
        return
      }
      if isEmpty {
        insertions.append(NewSubject(subject, archived.fields))
      } else {
        try transaction?.upsert(subject, archived.fields)
      }
      count(archived, .added)
    }
    if declaration.identity == .film || subject.kind == .list { parents.insert(subject) }
  }

  private mutating func insertCollected() throws {
    try transaction?.insertUnrecorded(insertions)
    insertions = []
  }

  private mutating func merge(
    _ archived: ArchivedSubject, into present: [String: FieldValue], _ declaration: JournalSubject
  ) throws {
    let subject = Change.Subject(archived.kind, archived.id)
    var new: [String: FieldValue] = [:]
    var imported = ImportedValues(elements: present["imported"]?.elements ?? [])
    let theirs = ImportedValues(elements: archived.fields["imported"]?.elements ?? [])
    for field in declaration.fields where !Self.keptFields.contains(field.name) {
      guard let value = archived.fields[field.name] else { continue }
      let old = present[field.name] ?? field.defaultValue
      let kind = ImportedValues.Value(field: field.name)
      let days = (kind.flatMap(imported.date), kind.flatMap(theirs.date))
      let merged = try merged(old, value, field.name, of: subject, days)
      guard merged != old else { continue }
      new[field.name] = merged
      if let kind {
        let isReplaced = rule == .theirs && old != .null
        imported.insert(kind, date: isReplaced ? PartialDate(day: now) : days.1)
      }
    }
    if !new.isEmpty, present["imported"] != nil { new["imported"] = .list(imported.elements) }
    if !new.isEmpty { try transaction?.upsert(subject, new) }
    count(archived, new.isEmpty ? .unchanged : .changed)
  }

  /// Returns the value of a field after the import; `days` are those of the current and of the new value.
  private mutating func merged(
    _ old: FieldValue, _ new: FieldValue, _ field: String, of subject: Change.Subject,
    _ days: (present: PartialDate?, new: PartialDate?)
  ) throws -> FieldValue {
    switch (old, new) {
    case (.list(let present), .list(let elements)):
      var added: [String] = []
      for element in elements where !present.contains(element) {
        if try !restoresRemoved && reader.wasBrought(subject)
          && reader.wasRemoved(element, from: field, of: subject)
        {
          counts.removedSince += 1
        } else {
          added.append(element)
        }
      }
      return .list(present + added)
    case (.null, _):
      let age = try reader.age(of: field, subject, imported: nil)
      guard !restoresRemoved, case .moment = age,
        try reader.wasBrought(subject) || !rule.replaces(days.new, { age })
      else { return new }
      counts.removedSince += 1
      return old
    default:
      let isReplaced = try rule.replaces(days.new) { [reader] in
        try reader.age(of: field, subject, imported: days.present)
      }
      guard isReplaced, old != new else { return old }
      counts.replaced += 1
      return new
    }
  }

  // MARK: - Subjects

  /// Returns a subject with the canonical ids of films.
  private func canonical(_ archived: ArchivedSubject) throws -> ArchivedSubject {
    guard !isEmpty, archived.kind != .alias, let declaration = subjects[archived.kind] else {
      return archived
    }
    var archived = archived
    if declaration.identity == .film { archived.id = try canonicalID(archived.id) }
    if let id = archived.fields["film"]?.text {
      archived.fields["film"] = .text(try canonicalID(id))
    }
    if declaration.identity == .parents {
      archived.id = declaration.parents.compactMap { archived.fields[$0.field]?.text }
        .joined(separator: " ")
    }
    return archived
  }

  private func canonicalID(_ id: String) throws -> String {
    let id = FilmID(unchecked: id)
    return try reader.canonicalIDs(of: [id])[id]?.rawValue ?? id.rawValue
  }

  /// Returns the first parent of a subject that does not exist; `nil` if all exist.
  private func missingParent(
    of archived: ArchivedSubject, _ declaration: JournalSubject
  ) throws -> Change.Subject? {
    for parent in declaration.parents {
      let subject = Change.Subject(parent.kind, archived.fields[parent.field]?.text ?? "")
      if parents.contains(subject) { continue }
      guard try !isEmpty && reader.fields(of: subject) != nil else { return subject }
    }
    return nil
  }

  private mutating func count(_ archived: ArchivedSubject, _ change: FilmChange) {
    switch archived.kind {
    case .list, .listItem, .savedCollection:
      guard change != .unchanged, archived.kind != .savedCollection else { return }
      lists.insert(archived.fields["list"]?.text ?? archived.id)
    case .alias: break
    case .comment: if change == .added { counts.comments += 1 }
    case .viewing:
      if change == .added { counts.viewings += 1 }
      guard let film = archived.fields["film"]?.text else { return }
      raise(film, change == .unchanged ? .unchanged : .changed)
    case .record, .importedRecord:
      let entry = Change.Subject(.entry, archived.id)
      if change != .unchanged, parents.contains(entry) { raise(archived.id, .changed) }
    case .entry: raise(archived.id, change)
    default: break
    }
  }

  /// Records the change of a film unless a greater one is recorded.
  private mutating func raise(_ film: String, _ change: FilmChange) {
    let film = FilmID(unchecked: film)
    if (films[film]?.rawValue ?? -1) < change.rawValue { films[film] = change }
  }
}
