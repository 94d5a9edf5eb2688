/// Whether a subject exists under one id, and which of its changes apply.
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
  init(
    _ history: [EffectiveChange], newestChildChange: EffectivePosition?,
    captionFields: Set<String> = []
  ) {
    let insertion = history.last { $0.record.change.kind == .insert }?.position
    let cutoff = history.last {
      $0.record.change.kind == .delete && insertion.map($0.position.isBefore) ?? false
    }?.position
    self.cutoff = cutoff
    changes = history.filter { cutoff?.isBefore($0.position) ?? true }
    let newest = history.last { !$0.isCaptionUpdate(captionFields) }
    isLive =
      newest?.record.change.kind != .delete
      || newestChildChange.map { newest?.position.isBefore($0) ?? true } ?? false
  }
}

/// The existence of all subjects, by the ids under which they were recorded.
struct ExistenceTable {
  private var existence: [Change.Subject: SubjectExistence] = [:]

  init(_ histories: SubjectHistories, _ subjects: SubjectRegistry) {
    let childChanges = Self.newestChildChanges(histories, subjects)
    for declaration in subjects.all {
      for subject in histories.subjects(of: declaration.kind) {
        let cutoffs = histories.parents(of: subject).values.compactMap { existence[$0]?.cutoff }
        let history = histories[subject].filter { change in
          cutoffs.allSatisfy { $0.isBefore(change.position) }
        }
        existence[subject] = SubjectExistence(
          history, newestChildChange: childChanges[subject],
          captionFields: declaration.captionFields)
      }
    }
  }

  subscript(subject: Change.Subject) -> SubjectExistence? { existence[subject] }

  /// Returns, for each parent, the position of the newest change by which a child restores the parent.
  private static func newestChildChanges(
    _ histories: SubjectHistories, _ subjects: SubjectRegistry
  ) -> [Change.Subject: EffectivePosition] {
    var positions: [Change.Subject: EffectivePosition] = [:]
    for subject in histories.subjects {
      guard let newest = histories[subject].last?.position else { continue }
      for (field, parent) in histories.parents(of: subject) {
        let declaredParent = subjects[subject.kind]?.parents.first { $0.field == field }
        guard declaredParent?.restoresParent == true else { continue }
        positions[parent] = max(positions[parent] ?? newest, newest)
      }
    }
    return positions
  }
}

extension EffectiveChange {
  /// Returns whether the change is an update of only caption fields, and of at least one.
  fileprivate func isCaptionUpdate(_ captionFields: Set<String>) -> Bool {
    let change = record.change
    return change.kind == .update && !change.fields.isEmpty
      && change.fields.keys.allSatisfy(captionFields.contains)
  }
}
