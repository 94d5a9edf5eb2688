package import FilmzDomain
package import Foundation

extension CollectionStore {
  /// The steps to undo or redo.
  package enum StepChoice: Sendable, Hashable {
    /// The step that was made last or, to redo, undone last, even if it changed nothing.
    case last
    /// At most this many steps that changed something: to undo, those that took effect last; to redo, those that were
    /// undone last. Steps between them that changed nothing are undone or redone with them.
    case newest(Int)
    /// The step with an id, regardless of later steps.
    case step(String)
  }

  /// Undoes or redoes steps of this installation in one transaction.
  ///
  /// Appends an undo or redo change to the journal for each step; existing changes are never altered. The
  /// new values result from the remaining effective changes. Source: contract, What is synced.
  ///
  /// An undo conflicts with later changes of the same data by another installation and, for
  /// ``StepChoice/step(_:)``, also by this one. A step that cannot be undone does not prevent the undo of the others.
  ///
  /// - Parameters:
  ///   - direction: Undo or redo.
  ///   - choice: The steps.
  ///   - command: The command line that is recorded with a step that writes old values.
  ///   - now: The time of the changes.
  ///   - force: `true` to write the old values in a new step if there is a conflict; `false` to refuse the undo.
  /// - Returns: The undone or redone steps in this order, without those that ``StepChoice/newest(_:)`` does not count,
  ///   and the reasons why other steps were not undone or redone.
  /// - Throws: ``StoreError/nothingToReverse(_:elsewhere:)`` or, if none of the steps can be undone or redone,
  ///   ``StoreError/unknownStep(_:command:)`` or ``StoreError/changedSince(command:data:film:)``; nothing is changed
  ///   then.
  @discardableResult
  package func reverse(
    _ direction: UndoDirection, _ choice: StepChoice, command: String, at now: Date, force: Bool
  ) async throws -> (steps: [ReversedStep], refusals: [StoreError]) {
    try await write { [subjects] db in
      let journal = Journal(db: db, subjects: subjects)
      var reversedSteps: [ReversedStep] = []
      var refusals: [StoreError] = []
      for row in try StepFinder(db: db, direction: direction).rows(choice) {
        let step = try journalStep(row, db)
        do {
          let changes = try journal.reverse(
            step, direction, ignoresOwnChanges: choice.ignoresOwnChanges, overwritingAs: force ? command : nil, at: now)
          let origins = try journal.origins(of: changes, after: step)
          guard try !choice.countsChanges || db.changedSomething(step.id) else { continue }
          reversedSteps.append(ReversedStep(step: step, changes: changes, origins: origins))
        } catch let refusal as StoreError where refusal.isRefusedUndo {
          refusals.append(refusal)
        }
      }
      guard !reversedSteps.isEmpty else { throw refusals.first ?? .nothingToReverse(direction) }
      return (reversedSteps, refusals)
    }
  }
}

extension StoreError {
  /// `true` if the error is thrown before anything of a step is undone or redone.
  fileprivate var isRefusedUndo: Bool {
    switch self {
    case .changedSince, .unknownStep: true
    default: false
    }
  }
}

extension CollectionStore.StepChoice {
  /// `true` if later changes by this installation do not conflict with an undo.
  fileprivate var ignoresOwnChanges: Bool { if case .step = self { false } else { true } }
  /// `true` if steps that changed nothing are not counted.
  fileprivate var countsChanges: Bool { if case .newest = self { true } else { false } }
}

extension Journal {
  /// Undoes or redoes a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - direction: Undo or redo.
  ///   - ignoresOwnChanges: `true` if only later changes of other installations conflict with an undo.
  ///   - command: The command of a new step that writes the old values if there is a conflict; `nil` to throw an error.
  ///   - now: The time of the changes.
  /// - Returns: The resulting changes of the tables.
  /// - Throws: ``StoreError/unknownStep(_:command:)``, ``StoreError/changedSince(command:data:film:)``.
  fileprivate func reverse(
    _ step: JournalStep, _ direction: UndoDirection, ignoresOwnChanges: Bool, overwritingAs command: String?,
    at now: Date
  ) throws -> [FilmChange] {
    let changes = try changes(ofStep: step.id)
    guard changes.allSatisfy({ subjects.problem(of: $0) != .unknown }) else {
      throw StoreError.unknownStep(direction, command: step.command)
    }
    if direction == .undo {
      let detector = UndoConflictDetector(journal: self, step: step, changes: changes)
      if let conflict = try detector.firstConflict(ignoresOwnChanges: ignoresOwnChanges) {
        guard let command else {
          throw StoreError.changedSince(command: step.command, data: conflict.data, film: conflict.film)
        }
        let transaction = JournalTransaction(db, subjects, command: command, now: now)
        let changes = try transaction.restoreOldValues(of: changes)
        // If nothing was written, later changes have replaced all values of the step, and it can be undone as usual.
        if transaction.stepID != nil { return changes }
      }
    }
    let transaction = JournalTransaction(db, subjects, command: nil, now: now)
    try transaction.append(Change(kind: direction.kind, subject: .init(.step, step.id)))
    try JournalWriter.updateSteps([step.id], db)
    return try updateTables(after: changes)
  }
}

// Undoing changes by writing their old values in a new step, which overwrites the values of later changes.
extension JournalTransaction {
  /// Writes the old values of changes.
  ///
  /// - Returns: The resulting changes of the tables.
  fileprivate func restoreOldValues(of changes: [RecordedChange]) throws -> [FilmChange] {
    acceptsValuesOfEarlierVersions = true
    var resultingChanges: [FilmChange] = []
    for record in changes.reversed() {
      let subject = try canonical(record.change.subject)
      guard let declaration = subjects[subject.kind] else { continue }
      let current = try self.fields(of: subject)
      let old = record.change.fields.mapValues(\.old)
      if subject.kind == .alias {
        try restoreIdentification(before: record, current)
      } else {
        try restoreOldValues(of: record.change, subject, declaration, current)
      }
      let fields = declaration.differences(from: current ?? [:], to: try self.fields(of: subject) ?? [:])
      guard !fields.isEmpty else { continue }
      var kind = record.change.kind == .insert ? Change.Kind.delete : .update
      if current == nil { kind = .insert }
      resultingChanges.append(
        (Change(kind: kind, subject: subject, fields: fields), subjects.film(of: subject, current ?? old)))
    }
    return resultingChanges
  }

  /// Writes the old values of one change.
  ///
  /// `current` contains the current fields of the changed subject; it is `nil` if the subject does not exist. A removed
  /// subject is only inserted again if its parents exist. Nothing is written for an update of a subject that does not
  /// exist. If a subject was also inserted under another id of its film, it is removed only under the id of the change.
  private func restoreOldValues(
    of change: Change, _ subject: Change.Subject, _ declaration: JournalSubject, _ current: [String: FieldValue]?
  ) throws {
    let old = change.fields.mapValues(\.old)
    switch (change.kind, current) {
    case (.insert, let current?):
      let ids = try idsToRemove(subject, current)
      guard ids.count > 1, try isLive(change.subject, beside: ids) else { return try delete(subject) }
      try record(.delete, change.subject, from: current, to: [:])
    case (.delete, nil):
      guard try allParentsExist(declaration, old) else { return }
      // The fields may contain another id of the film than the canonical id, which the subject has now.
      let parents = declaration.parentIDs(in: subject.id).mapValues(FieldValue.text)
      try upsert(subject, old.merging(parents) { $1 })
    case (.delete, .some):
      let parentFields = declaration.parents.map(\.field)
      try upsert(subject, old.filter { !parentFields.contains($0.key) })
    case (.update, let current?):
      let values = change.fields.map { name, field in
        let inverse = Change.FieldChange(old: field.new, new: field.old)
        return (name, inverse.applied(to: current[name] ?? .null))
      }
      try upsert(subject, Dictionary(uniqueKeysWithValues: values))
    default: break
    }
  }

  /// Returns whether the journal has effective changes of a subject under its id and under another one of `ids`.
  private func isLive(_ subject: Change.Subject, beside ids: Set<String>) throws -> Bool {
    let state = try journal.state(of: subject)
    return state.liveIDs.contains { row, live in
      row.kind == subject.kind && live.contains(subject.id) && live.count > 1 && live.isSubset(of: ids)
    }
  }

  private func allParentsExist(_ declaration: JournalSubject, _ fields: [String: FieldValue]) throws -> Bool {
    try declaration.parents.allSatisfy { parent in
      guard let id = fields[parent.field]?.text else { return false }
      return try self.fields(of: canonical(.init(parent.kind, id))) != nil
    }
  }

  /// Returns the subject under the canonical id of its film, and a viewing under the id of its row.
  ///
  /// If the subject is not identified by a film, returns the subject itself.
  private func canonical(_ subject: Change.Subject) throws -> Change.Subject {
    if subject.kind == .viewing { return try journal.subjectOfRow(subject) }
    guard subjects[subject.kind]?.identity == .film else { return subject }
    let id = FilmID(unchecked: subject.id)
    let canonical = try db.recordedCanonicalIDs(of: [id])[id]
    return Change.Subject(subject.kind, (canonical ?? id).rawValue)
  }
}

// The installations that have set the values that result from an undo or redo.
extension Journal {
  /// The number of changes above which messages only count them.
  private static let maximumDescribedChanges = 20

  /// Returns, by field, the installations of other machines that have set the new values of updated fields.
  ///
  /// Fields that have the old or the new value of the step are left out.
  ///
  /// Source: contract, What is synced.
  fileprivate func origins(of changes: [FilmChange], after step: JournalStep) throws -> [String: String] {
    let updates = changes.map(\.change).filter { $0.kind == .update }
    guard !updates.isEmpty, changes.count <= Self.maximumDescribedChanges else { return [:] }
    var stepValues: [String: [FieldValue]] = [:]
    for record in try self.changes(ofStep: step.id) {
      for (name, field) in record.change.fields {
        stepValues[record.change.subject.fieldKey(name)] = [field.old, field.new]
      }
    }
    var origins: [String: String] = [:]
    for update in updates {
      for (name, field) in update.fields {
        let key = update.subject.fieldKey(name)
        guard stepValues[key]?.contains(field.new) != true,
          let origin = try origin(of: name, update.subject)
        else { continue }
        origins[key] = origin
      }
    }
    return origins
  }

  /// Returns the installation of the newest effective change of a field; `nil` if it is an own change.
  private func origin(of field: String, _ subject: Change.Subject) throws -> String? {
    let changes = try changes(of: [subject.id]).filter {
      $0.change.subject == subject && $0.change.kind != .delete && $0.change.fields[field] != nil
    }
    let undoState = try undoState(of: Set(changes.map(\.step)))
    let effective = changes.compactMap { record in
      undoState.position(of: field, in: record).map { (position: $0, record: record) }
    }
    guard let newest = effective.max(by: { $0.position < $1.position })?.record, try ownSteps(among: [newest]).isEmpty
    else { return nil }
    return newest.installation
  }
}
