import FilmzDomain
import FilmzExchange
import FilmzStore
import Foundation

/// Merges the subjects of a filmz archive into the collection, or only counts the changes.
///
/// Subjects and values that the collection lacks are added, unless a command has removed them since an earlier import.
/// The conflict rule decides which of two different values is kept. The days in ``ImportedValues`` are the dates of
/// ratings and notes; other values of archives have no date.
struct ArchiveMerge {
  /// The fields whose values in the collection are never changed, because they identify the subject or its film, or are
  /// set by filmz itself.
  private static let keptFields: Set = [
    "title", "year", "type", "addedAt", "position", "createdAt", "changedAt", "skippedAt",
    "sourceTitle", "sourceYear", "imported", "film", "list", "time", "name",
  ]

  let rule: ConflictRule
  let restoresRemoved: Bool
  let reader: ImportReader
  /// The transaction that makes the changes; `nil` to only count them.
  let transaction: JournalTransaction?
  let now: Date
  /// `true` if the journal was empty at the beginning, so that everything can be inserted without being compared.
  private let isJournalEmpty: Bool
  private(set) var counts: ImportCounts
  /// The subjects that were left out because their films or lists are neither in the archive nor in the collection.
  private(set) var problems: [Located<RowProblem>] = []
  private var films: [FilmID: FilmChange] = [:]
  /// The ids of the lists that have changed.
  private var lists: Set<String> = []
  /// The subjects of the archive so far.
  private var archivedSubjects: Set<Change.Subject> = []
  /// The subjects of the archive that exist after the import and can have children: films and lists.
  private var parents: Set<Change.Subject> = []
  /// The subjects that have yet to be inserted into an empty collection.
  private var insertions: [NewSubject] = []
  private let subjects = SubjectRegistry.standard

  /// The change of a film by the import, in ascending order.
  private enum FilmChange: Comparable { case unchanged, changed, added }

  /// Creates a merge, which adds the numbers of its changes to `counts`.
  init(
    _ request: ImportRequest, _ reader: ImportReader, _ transaction: JournalTransaction?,
    now: Date, _ counts: ImportCounts
  ) throws {
    (rule, restoresRemoved) = (request.conflictRule, request.restoresRemoved)
    (self.reader, self.transaction, self.now, self.counts) = (reader, transaction, now, counts)
    isJournalEmpty = try reader.hasEmptyJournal
  }

  /// Merges subjects; parents must precede their children.
  mutating func merge(_ archived: [Located<ArchivedSubject>], report: (Int) -> Void) throws {
    for (index, located) in archived.enumerated() {
      if index.isMultiple(of: 1000) {
        try Task.checkCancellation()
        try performInsertions()
        report(index)
      }
      if let problem = try merge(try canonical(located.value)) {
        problems.append(.init(value: problem, file: located.file, line: located.line))
      }
    }
    try performInsertions()
    counts.added += films.values.count { $0 == .added }
    counts.changed += films.values.count { $0 == .changed }
    counts.unchanged += films.values.count { $0 == .unchanged }
    counts.lists += lists.count
  }

  /// Merges a subject; returns a problem if its film or list is neither in the archive nor in the collection.
  private mutating func merge(_ archived: ArchivedSubject) throws -> RowProblem? {
    let subject = Change.Subject(archived.kind, archived.id)
    guard let declaration = subjects[subject.kind] else { return nil }
    if let rejected = archived.rejectedIDs {
      try performInsertions()
      try transaction?.addRejections(rejected, of: FilmID(unchecked: archived.id))
      return nil
    }
    if let parent = try missingParent(of: archived, declaration) {
      let noun = parent.kind == .entry ? "film" : subjects[parent.kind]?.noun ?? "parent"
      return archivedSubjects.contains(parent) ? nil : .missingParent(noun: noun, id: parent.id)
    }
    try merge(archived, declaration)
    return nil
  }

  private mutating func merge(_ archived: ArchivedSubject, _ declaration: JournalSubject) throws {
    let subject = Change.Subject(archived.kind, archived.id)
    let isNew = archivedSubjects.insert(subject).inserted
    if !isNew { try performInsertions() }
    let present = isJournalEmpty && isNew ? nil : try reader.fields(of: subject)
    if let present {
      try merge(archived, into: present, declaration)
    } else {
      // A dry run does not find a subject that occurred before, because it was not inserted.
      guard isNew else { return }
      guard try isJournalEmpty || restoresRemoved || !reader.isRemoved(subject) else {
        counts.removedSince += 1
        return
      }
      if isJournalEmpty {
        insertions.append((subject, archived.fields))
      } else {
        try transaction?.upsert(subject, archived.fields)
      }
      count(archived, .added)
    }
    if declaration.identity == .film || subject.kind == .list { parents.insert(subject) }
  }

  private mutating func performInsertions() throws {
    try transaction?.insertUnrecorded(insertions)
    insertions = []
  }

  private mutating func merge(
    _ archived: ArchivedSubject, into present: [String: FieldValue], _ declaration: JournalSubject
  ) throws {
    let subject = Change.Subject(archived.kind, archived.id)
    var new: [String: FieldValue] = [:]
    var imported = ImportedValues(elements: present["imported"]?.elements ?? [])
    let archivedValues = ImportedValues(elements: archived.fields["imported"]?.elements ?? [])
    for field in declaration.fields where !Self.keptFields.contains(field.name) {
      guard let value = archived.fields[field.name] else { continue }
      let old = present[field.name] ?? field.defaultValue
      let kind = ImportedValues.Value(field: field.name)
      let days = (kind.flatMap(imported.date), kind.flatMap(archivedValues.date))
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

  /// Returns the value of a field after the import; `days` are the days of the present and of the new value.
  private mutating func merged(
    _ old: FieldValue, _ new: FieldValue, _ field: String, of subject: Change.Subject,
    _ days: (present: PartialDate?, new: PartialDate?)
  ) throws -> FieldValue {
    switch (old, new) {
    case (.list(let present), .list(let elements)):
      var added: [String] = []
      for element in elements where !present.contains(element) {
        if try !restoresRemoved && reader.wasImported(subject) && reader.wasRemoved(element, from: field, of: subject) {
          counts.removedSince += 1
        } else {
          added.append(element)
        }
      }
      return .list(present + added)
    case (.null, _):
      let age = try reader.age(of: field, subject, imported: nil)
      // The age is a moment only if a command has removed the value.
      guard !restoresRemoved, case .moment = age, try reader.wasImported(subject) || !rule.replaces(days.new, { age })
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

  /// Returns a subject with the canonical ids of its films.
  private func canonical(_ archived: ArchivedSubject) throws -> ArchivedSubject {
    guard !isJournalEmpty, archived.kind != .alias, let declaration = subjects[archived.kind] else { return archived }
    var archived = archived
    if declaration.identity == .film { archived.id = try canonicalID(archived.id) }
    if archived.kind == .viewing { archived.id = try reader.idOfRow(ofViewing: archived.id) }
    if let id = archived.fields["film"]?.text { archived.fields["film"] = .text(try canonicalID(id)) }
    if declaration.identity == .parents {
      archived.id = declaration.parents.compactMap { archived.fields[$0.field]?.text }.joined(separator: " ")
    }
    return archived
  }

  private func canonicalID(_ id: String) throws -> String {
    let id = FilmID(unchecked: id)
    return try reader.canonicalIDs(of: [id])[id]?.rawValue ?? id.rawValue
  }

  /// Returns the first parent of a subject that does not exist; `nil` if all exist.
  private func missingParent(of archived: ArchivedSubject, _ declaration: JournalSubject) throws -> Change.Subject? {
    for parent in declaration.parents {
      let subject = Change.Subject(parent.kind, archived.fields[parent.field]?.text ?? "")
      if parents.contains(subject) { continue }
      guard try !isJournalEmpty && reader.fields(of: subject) != nil else { return subject }
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
      record(change == .unchanged ? .unchanged : .changed, of: film)
    case .record, .importedRecord:
      let entry = Change.Subject(.entry, archived.id)
      if change != .unchanged, parents.contains(entry) { record(.changed, of: archived.id) }
    case .entry: record(change, of: archived.id)
    default: break
    }
  }

  /// Records the change of a film, unless a greater one is recorded already.
  private mutating func record(_ change: FilmChange, of film: String) {
    let film = FilmID(unchecked: film)
    films[film] = max(films[film] ?? .unchanged, change)
  }
}
