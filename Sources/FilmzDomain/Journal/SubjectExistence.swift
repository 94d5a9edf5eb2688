/// What became of a thing under one id.
struct SubjectExistence {
  /// The changes since the removal after which it was inserted anew.
  let changes: [StandingChange]
  /// That removal; nothing that was said before it counts, of parts of the thing neither.
  let start: CountedPosition?
  /// Whether the newest that was said of it is not that it was removed.
  let isKept: Bool

  var hasInsertion: Bool { changes.contains { $0.record.change.kind == .insert } }

  /// - Parameters:
  ///   - history: The changes of the thing in their order.
  ///   - touch: The newest change of a part of the thing that keeps it, if there is one.
  ///   - captionFields: Fields that keep nothing.
  init(
    _ history: [StandingChange], keptBy touch: CountedPosition?, captionFields: Set<String> = []
  ) {
    let insertion = history.last { $0.record.change.kind == .insert }?.position
    let start = history.last {
      $0.record.change.kind == .delete && insertion.map($0.position.isBefore) ?? false
    }?.position
    self.start = start
    changes = history.filter { start?.isBefore($0.position) ?? true }
    let newest = history.last { !$0.isOfCaption(captionFields) }
    isKept =
      newest?.record.change.kind != .delete
      || touch.map { newest?.position.isBefore($0) ?? true } ?? false
  }
}

/// What became of all things.
struct ExistenceTable {
  private var existence: [Change.Subject: SubjectExistence] = [:]

  init(_ histories: SubjectHistories, _ subjects: SubjectRegistry) {
    let touches = Self.touches(histories, subjects)
    for declared in subjects.all {
      for subject in histories.subjects(of: declared.kind) {
        let starts = histories.parents(of: subject).values.compactMap { existence[$0]?.start }
        let history = histories[subject].filter { change in
          starts.allSatisfy { $0.isBefore(change.position) }
        }
        existence[subject] = SubjectExistence(
          history, keptBy: touches[subject], captionFields: declared.captionFields)
      }
    }
  }

  subscript(subject: Change.Subject) -> SubjectExistence? { existence[subject] }

  /// The newest change of the parts of each thing that has some.
  private static func touches(_ histories: SubjectHistories, _ subjects: SubjectRegistry)
    -> [Change.Subject: CountedPosition]
  {
    var touches: [Change.Subject: CountedPosition] = [:]
    for subject in histories.subjects {
      guard let newest = histories[subject].last?.position else { continue }
      for (field, parent) in histories.parents(of: subject) {
        let declared = subjects[subject.kind]?.parents.first { $0.field == field }
        guard declared?.keepsParent == true else { continue }
        touches[parent] = max(touches[parent] ?? newest, newest)
      }
    }
    return touches
  }
}

extension StandingChange {
  /// Whether it names nothing but fields that filmz fills in by itself.
  fileprivate func isOfCaption(_ captionFields: Set<String>) -> Bool {
    let change = record.change
    return change.kind == .update && !change.fields.isEmpty
      && change.fields.keys.allSatisfy(captionFields.contains)
  }
}
