/// The effective changes of each subject, sorted by position; the subjects have the ids under which they
/// were recorded.
struct SubjectHistories {
  private var changes: [Change.Subject: [EffectiveChange]]
  private let subjectsByKind: [Change.Subject.Kind: [Change.Subject]]
  /// The parents of each subject that has parents, by field.
  private var parents: [Change.Subject: [String: Change.Subject]] = [:]

  init(_ records: some Sequence<RecordedChange>, _ subjects: SubjectRegistry) {
    let undoState = UndoState(records)
    var changes: [Change.Subject: [EffectiveChange]] = [:]
    var seen: Set<String> = []
    for record in records where seen.insert(record.id).inserted {
      guard subjects.problem(of: record) == nil, let change = undoState.effectiveChange(record) else { continue }
      changes[record.change.subject, default: []].append(change)
    }
    self.changes = changes.mapValues { $0.sorted { $0.position < $1.position } }
    subjectsByKind = Dictionary(grouping: changes.keys, by: \.kind)
    for (subject, history) in self.changes {
      guard let declaration = subjects[subject.kind], !declaration.parents.isEmpty else { continue }
      parents[subject] = Self.parents(of: subject, declaration, history)
    }
  }

  subscript(subject: Change.Subject) -> [EffectiveChange] { changes[subject] ?? [] }

  func subjects(of kind: Change.Subject.Kind) -> [Change.Subject] { subjectsByKind[kind] ?? [] }

  /// Returns the parents that a subject's id or its newest insertion names, by field.
  func parents(of subject: Change.Subject) -> [String: Change.Subject] { parents[subject] ?? [:] }

  /// Returns the parents of a subject that was recorded under several ids, according to the first id.
  func parents(of subjects: [Change.Subject]) -> [String: Change.Subject] { subjects.first.map(parents(of:)) ?? [:] }

  private static func parents(
    of subject: Change.Subject, _ declaration: JournalSubject, _ history: [EffectiveChange]
  ) -> [String: Change.Subject] {
    let insertion = history.last { $0.record.change.kind == .insert }?.record.change
    let ids = declaration.parentIDs(in: subject.id)
    var parents: [String: Change.Subject] = [:]
    for parent in declaration.parents {
      let id = ids[parent.field] ?? insertion?.fields[parent.field]?.new.text
      parents[parent.field] = id.map { Change.Subject(parent.kind, $0) }
    }
    return parents
  }

  /// Removes each deletion of a subject that was deleted in the same step as one of its parents.
  ///
  /// Such a deletion is part of the parent's deletion, and has no effect if the parent is restored.
  mutating func removeDeletionsWithParents(_ aliases: [FilmID: FilmID], _ subjects: SubjectRegistry) {
    func canonical(_ subject: Change.Subject) -> Change.Subject {
      guard subjects[subject.kind]?.identity == .film else { return subject }
      let id = aliases.canonical(FilmID(unchecked: subject.id))
      return Change.Subject(subject.kind, id.rawValue)
    }
    var deleted: [String: Set<Change.Subject>] = [:]
    for record in changes.values.joined().map(\.record) where record.change.kind == .delete {
      deleted[record.step, default: []].insert(canonical(record.change.subject))
    }
    for (subject, parents) in parents {
      changes[subject]?.removeAll { change in
        change.record.change.kind == .delete
          && parents.values.contains { deleted[change.record.step]?.contains(canonical($0)) == true }
      }
    }
  }
}

extension SubjectHistories {
  /// Returns the existence of all subjects, by the ids under which they were recorded.
  func existence(_ subjects: SubjectRegistry) -> [Change.Subject: SubjectExistence] {
    let childChanges = newestChildChanges(subjects)
    var existence: [Change.Subject: SubjectExistence] = [:]
    for declaration in subjects.all {
      for subject in self.subjects(of: declaration.kind) {
        let cutoffs = parents(of: subject).values.compactMap { existence[$0]?.cutoff }
        let history = self[subject].filter { change in cutoffs.allSatisfy { $0 < change.position } }
        existence[subject] = SubjectExistence(
          history, newestChildChange: childChanges[subject], captionFields: declaration.captionFields)
      }
    }
    return existence
  }

  /// Returns, for each parent, the position of the newest change by which a child restores the parent.
  private func newestChildChanges(_ subjects: SubjectRegistry) -> [Change.Subject: EffectivePosition] {
    var positions: [Change.Subject: EffectivePosition] = [:]
    for (subject, history) in changes {
      guard let newest = history.last?.position else { continue }
      for (field, parent) in parents(of: subject) {
        let declaredParent = subjects[subject.kind]?.parents.first { $0.field == field }
        guard declaredParent?.restoresParent == true else { continue }
        positions[parent] = max(positions[parent] ?? newest, newest)
      }
    }
    return positions
  }
}

/// The existence of a subject under one of its ids, and those of its changes that apply.
struct SubjectExistence {
  /// The changes after ``cutoff``; all changes if there is no cutoff.
  let changes: [EffectiveChange]
  /// The position of the last removal that precedes the last insertion; `nil` if there is none.
  ///
  /// Changes of the subject and of its children up to this position do not apply.
  let cutoff: EffectivePosition?
  /// `true` if the newest change that counts for the existence of the subject is not the subject's
  /// removal.
  ///
  /// The changes of some children count too; updates of only caption fields do not.
  let isLive: Bool

  var hasInsertion: Bool { changes.contains { $0.record.change.kind == .insert } }

  /// Evaluates the history of a subject.
  ///
  /// - Parameters:
  ///   - history: The subject's changes in their order.
  ///   - newestChildChange: The position of the newest change of a child that restores the subject; `nil`
  ///     if there is none.
  ///   - captionFields: The fields that filmz fills in on its own.
  init(_ history: [EffectiveChange], newestChildChange: EffectivePosition?, captionFields: Set<String> = []) {
    let insertion = history.last { $0.record.change.kind == .insert }?.position
    let removal = history.last { change in
      change.record.change.kind == .delete && insertion.map { change.position < $0 } ?? false
    }
    let cutoff = removal?.position
    self.cutoff = cutoff
    changes = history.filter { change in cutoff.map { $0 < change.position } ?? true }
    let newest = history.last { !$0.isCaptionUpdate(captionFields) }
    let isRestoredByChild = newestChildChange.map { child in newest.map { $0.position < child } ?? true } ?? false
    isLive = newest?.record.change.kind != .delete || isRestoredByChild
  }
}

extension EffectiveChange {
  /// Returns whether the change is an update of one or more caption fields and of no other field.
  fileprivate func isCaptionUpdate(_ captionFields: Set<String>) -> Bool {
    let change = record.change
    return change.kind == .update && !change.fields.isEmpty && change.fields.keys.allSatisfy(captionFields.contains)
  }
}

/// The steps that are undone, and the positions at which redone steps take effect.
package struct UndoState: Sendable {
  /// The newest undo or redo of each step that was undone, by the id of the step.
  private var newestReversals: [String: RecordedChange] = [:]

  package init(_ changes: some Sequence<RecordedChange>) {
    for record in changes
    where record.change.subject.kind == .step && record.hasValidClock && [.undo, .redo].contains(record.change.kind) {
      let step = record.change.subject.id
      if let newest = newestReversals[step], record.position <= newest.position { continue }
      newestReversals[step] = record
    }
  }

  /// Returns whether a step is undone.
  package func isUndone(_ step: String) -> Bool { newestReversals[step]?.change.kind == .undo }

  /// Returns the position of the redo of a step.
  ///
  /// Returns `nil` if the step was never undone, or has been undone again since the redo.
  func redoPosition(of step: String) -> JournalPosition? {
    newestReversals[step].flatMap { $0.change.kind == .redo ? $0.position : nil }
  }

  /// Returns the position at which a change takes effect, or `nil` if its step is undone or its clock is
  /// invalid.
  package func position(of record: RecordedChange) -> EffectivePosition? { effectiveChange(record)?.position }

  /// Returns the position at which the value of a field takes effect, or `nil` if the change has no effect or does not
  /// set the field.
  package func position(of field: String, in record: RecordedChange) -> EffectivePosition? {
    guard let field = record.change.fields[field] else { return nil }
    return effectiveChange(record)?.position(of: field)
  }

  /// Returns a change with its effective position, or `nil` if its step is undone or its clock is
  /// invalid.
  func effectiveChange(_ record: RecordedChange) -> EffectiveChange? {
    guard record.hasValidClock, !isUndone(record.step) else { return nil }
    let effective = max(redoPosition(of: record.step) ?? record.position, record.position)
    return EffectiveChange(record: record, position: EffectivePosition(effective: effective, original: record.position))
  }
}

/// A change that takes effect: its step is not undone, and its clock is valid.
struct EffectiveChange {
  let record: RecordedChange
  let position: EffectivePosition

  /// Returns the position at which the new value of a field takes effect.
  ///
  /// For an imported value, this is the time of its day in the file, even if the import was redone later, unless the
  /// change is older. Source: contract, What is synced.
  func position(of field: Change.FieldChange) -> EffectivePosition {
    guard let day = field.day else { return position }
    let clock = HybridTimestamp(importedOn: day)
    guard clock < record.clock else { return position }
    return EffectivePosition(
      effective: JournalPosition(clock: clock, installation: record.installation, id: record.id),
      original: record.position)
  }
}

/// The position in the total order of changes at which a change takes effect.
///
/// The changes of a redone step take effect at the redo, in their original order.
package struct EffectivePosition: Sendable, Comparable {
  /// The position of the change or, if its step was redone, of the redo.
  let effective: JournalPosition
  /// The position of the change itself.
  let original: JournalPosition

  /// The time stamp at which the change takes effect.
  package var clock: HybridTimestamp { effective.clock }

  package static func < (left: Self, right: Self) -> Bool {
    left.effective == right.effective ? left.original < right.original : left.effective < right.effective
  }
}
